import * as z from 'zod';
import type { Capability } from '../../contract/capability.js';
import { KernelError } from '../../contract/errors.js';
import { createArgumentValidator } from '../../kernel/argument-validation.js';
import { type Answer, answerRendering, answerText, errorAnswer } from './answer.js';
import { expandPage, handleNotFound } from './expand-page.js';
import { foundEntries } from './found-text.js';
import type { Gateway, ToolCall } from './gateway.js';
import type { OfferedTool } from './tool-list.js';
import { withinBudget } from './within-budget.js';

/** A tool of the gateway itself, which no host has to ask a person for: it only reads what was given before. */
export interface OwnTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly run: (gateway: Gateway, call: ToolCall) => Promise<Answer>;
}

const MOST_MISTAKES = 5;
/** A name that a host made up may be of any length. */
const LONGEST_MISTAKE = 200;

const expandArgs = z.strictObject({
  handle: z.string().describe('the handle that an [akernel] line names'),
  offset: z.int().min(0).optional().describe('the first row or line, from 0'),
  limit: z.int().min(1).optional().describe('at most so many rows or lines'),
  fields: z.array(z.string()).min(1).optional().describe('only these fields of rows'),
  filter: z.string().optional().describe('only rows for which it holds, such as: status = "failed" or amount > 100'),
  query: z.string().optional().describe('the rows or lines that share its words, the best first, wherever they are'),
  row: z.int().min(0).optional().describe('with field: one value of this row'),
  field: z.string().optional(),
  from: z.int().min(0).optional().describe('with field: from this character of the value'),
  to: z.int().min(0).optional(),
});
const searchArgs = z.strictObject({ query: z.string().min(1).describe('words of what is to be done') });
const explainArgs = z.strictObject({ id: z.string().describe('a handle (h_…) or an action (a_…)') });
const callArgs = z.strictObject({
  tool: z.string().describe('a name that search gave'),
  arguments: z.record(z.string(), z.unknown()).optional().describe('as its schema says'),
  query: z.string().optional().describe('what is asked about the result: what shares its words is shown first'),
});

/** All own tools; `call` only where the tools themselves are not listed. */
export function ownTools({ isLazy }: { readonly isLazy: boolean }): readonly OwnTool[] {
  return isLazy ? [SEARCH, CALL, EXPAND] : [EXPAND, SEARCH, EXPLAIN];
}

const EXPAND: OwnTool = {
  name: 'expand',
  description: 'The rest of a result of which an [akernel] line says that something was left out.',
  inputSchema: z.toJSONSchema(expandArgs, { io: 'input' }),
  run: (gateway, call) => answering(expandArgs, call, (args) => shownPart(gateway, args, call.signal)),
};

const SEARCH: OwnTool = {
  name: 'search',
  description: 'Finds tools by words, with their arguments; also says which servers do not answer.',
  inputSchema: z.toJSONSchema(searchArgs, { io: 'input' }),
  run: (gateway, call) => answering(searchArgs, call, async ({ query }) => [await foundTools(gateway, query)]),
};

const EXPLAIN: OwnTool = {
  name: 'explain',
  description: 'What was done for a result: counts of what was seen, shown, left out and redacted.',
  inputSchema: z.toJSONSchema(explainArgs, { io: 'input' }),
  run: (gateway, call) => answering(explainArgs, call, async ({ id }) => [await explained(gateway, id)]),
};

const CALL: OwnTool = {
  name: 'call',
  description: 'Calls a tool that search found.',
  inputSchema: z.toJSONSchema(callArgs, { io: 'input' }),
  async run(gateway, call) {
    const parsed = callArgs.safeParse(call.args);
    if (!parsed.success) {
      return errorAnswer(badArguments(callArgs, call));
    }
    const { tool: name, arguments: args = {}, query } = parsed.data;
    const tool = await gateway.tools.find(name, call.signal);
    return tool === undefined
      ? errorAnswer(unknownTool(name))
      : gateway.call(tool, { ...call, args, ...(query === undefined ? {} : { query }) });
  },
};

async function answering<Args>(
  schema: z.ZodType<Args>,
  call: ToolCall,
  work: (args: Args) => Promise<readonly string[]>,
): Promise<Answer> {
  const parsed = schema.safeParse(call.args);
  if (!parsed.success) {
    return errorAnswer(badArguments(schema, call));
  }
  try {
    return { texts: await work(parsed.data), isError: false };
  } catch (error) {
    return errorAnswer(error);
  }
}

/** Said as of the arguments of any other tool. */
function badArguments(schema: z.ZodType, { args }: ToolCall): KernelError {
  const params = z.toJSONSchema(schema, { io: 'input' });
  const mistakes = createArgumentValidator().validate({ params }, args).slice(0, MOST_MISTAKES);
  const said = mistakes.map((mistake) => mistake.slice(0, LONGEST_MISTAKE)).join('; ');
  return new KernelError('USAGE', said || 'the arguments cannot be used', { hint: 'see the schema of the tool' });
}

export function unknownTool(name: string): KernelError {
  const isPrintable = /^[\w.-]{1,128}$/.test(name);
  return new KernelError('CAPABILITY_NOT_FOUND', isPrintable ? `there is no tool ${name}` : 'there is no such tool', {
    hint: 'search finds tools by words',
  });
}

async function shownPart(gateway: Gateway, args: z.output<typeof expandArgs>, signal: AbortSignal) {
  const { row, field, from, to, ...page } = args;
  if (!gateway.mayRead(page.handle)) {
    throw handleNotFound();
  }
  if (row === undefined && field === undefined && from === undefined && to === undefined) {
    return expandPage(gateway, page, signal);
  }
  if (row === undefined || field === undefined || Object.keys(page).length > 1) {
    throw new KernelError('USAGE', 'one value is asked for by "handle", "row", "field", "from" and "to" alone', {
      hint: 'give both "row" and "field", or neither',
    });
  }
  if (from !== undefined && to !== undefined && from > to) {
    throw new KernelError('USAGE', `argument "from" is ${from}, behind "to", which is ${to}`);
  }
  const { kernel, principal, maxTokens, encoding } = gateway;
  const stretch = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
  const request = { handleId: page.handle, principal, row, field, ...stretch };
  return [answerText(await kernel.expandValue({ ...request, maxTokens, encoding, rendering: answerRendering }))];
}

async function foundTools(gateway: Gateway, query: string): Promise<string> {
  const { kernel, tools } = gateway;
  const list = await tools.list();
  const byId = new Map(list.tools.map((tool) => [tool.capability.capability_id, tool]));
  const isOffered = (capability: Capability): OfferedTool[] => {
    const tool = byId.get(capability.capability_id);
    return tool === undefined ? [] : [tool];
  };
  return withinBudget(gateway, foundEntries(kernel.capabilities.search(query, 20).flatMap(isOffered), list));
}

async function explained(gateway: Gateway, id: string): Promise<string> {
  const { kernel, principal } = gateway;
  const isHandle = id.startsWith('h_');
  if (!gateway.mayRead(id)) {
    throw isHandle ? handleNotFound() : new KernelError('TRACE_NOT_FOUND', 'there is no trace of such an action');
  }
  const trace = await kernel.explain(isHandle ? (await kernel.handles.get(id, principal)).action_id : id, principal);
  const { args, ...others } = trace;
  const rest = JSON.stringify({ ...others, args_chars: JSON.stringify(args ?? null).length });
  return withinBudget(gateway, [{ text: JSON.stringify(trace), short: rest }]);
}
