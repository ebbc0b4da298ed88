import type { Tool } from './protocol.js';
import { type ToolDefinition, toolDefinition } from './tool-definition.js';

/** A tool as a server lists it. */
export interface ReadTool {
  readonly name: string;
  /** Why it cannot be used: what is said of it has another form than the protocol gives it, or cannot be kept. */
  readonly unusable: 'shape' | 'size' | undefined;
  /** Of an unusable one only its name. */
  readonly tool: Tool;
  readonly definition: ToolDefinition;
}

const TEXTS = ['title', 'description'] as const;
const HINTS = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;

/** Undefined for what has no name that the protocol allows: it could not be told from another one. */
export function readTool(value: unknown): ReadTool | undefined {
  if (!isObject(value) || !isName(value['name'])) {
    return undefined;
  }
  const { name } = value;
  const tool = toolOf(name, value);
  if (tool === undefined) {
    return unusable(name, 'shape');
  }
  const definition = toolDefinition(tool);
  return definition === undefined ? unusable(name, 'size') : { name, unusable: undefined, tool, definition };
}

function unusable(name: string, why: 'shape' | 'size'): ReadTool {
  const tool: Tool = { name, inputSchema: { type: 'object' } };
  return { name, unusable: why, tool, definition: { text: '{}', digest: '' } };
}

const NAME = /^[^\p{C}]{1,128}$/u;

function isName(name: unknown): name is string {
  return typeof name === 'string' && NAME.test(name);
}

/** Members that are not known are left out: they may be anything. */
function toolOf(name: string, value: Readonly<Record<string, unknown>>): Tool | undefined {
  const { inputSchema, outputSchema } = value;
  const texts = textsIn(value, TEXTS);
  const annotations = annotationsOf(value['annotations']);
  if (
    !isInputSchema(inputSchema) ||
    !isOutputSchema(outputSchema) ||
    texts === undefined ||
    annotations === undefined
  ) {
    return undefined;
  }
  return {
    name,
    ...texts,
    inputSchema,
    ...(outputSchema === undefined ? {} : { outputSchema }),
    ...annotations,
  };
}

function isInputSchema(schema: unknown): schema is Tool['inputSchema'] {
  return isObject(schema) && schema['type'] === 'object';
}

function isOutputSchema(schema: unknown): schema is Tool['outputSchema'] {
  return schema === undefined || isObject(schema);
}

type Texts = Pick<Tool, (typeof TEXTS)[number]>;

function textsIn(value: Readonly<Record<string, unknown>>, names: readonly (keyof Texts)[]): Texts | undefined {
  const texts: { title?: string; description?: string } = {};
  for (const name of names) {
    const text = value[name];
    if (typeof text === 'string') {
      texts[name] = text;
    } else if (text !== undefined) {
      return undefined;
    }
  }
  return texts;
}

function annotationsOf(annotations: unknown): Pick<Tool, 'annotations'> | undefined {
  if (annotations === undefined) {
    return {};
  }
  const title = isObject(annotations) ? textsIn(annotations, ['title']) : undefined;
  if (!isObject(annotations) || title === undefined) {
    return undefined;
  }
  const hints: Partial<Record<(typeof HINTS)[number], boolean>> = {};
  for (const name of HINTS) {
    const hint = annotations[name];
    if (typeof hint === 'boolean') {
      hints[name] = hint;
    } else if (hint !== undefined) {
      return undefined;
    }
  }
  return { annotations: { ...title, ...hints } };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
