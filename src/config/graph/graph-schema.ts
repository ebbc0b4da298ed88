import * as z from 'zod';
import { agentName } from '../../contract/agent-schema.js';
import { RESPONSE_MODES } from '../../contract/frame.js';

const text = z.string().min(1);
const count = z.int().min(1).max(10_000_000);

/** What the text before must be like; one of the three. */
const condition = z
  .strictObject({ contains: text.optional(), not_contains: text.optional(), equals: z.string().optional() })
  .refine((rule) => Object.values(rule).filter((value) => value !== undefined).length === 1, {
    message: 'expected one of contains, not_contains and equals',
  });

const agent = z.strictObject({
  type: z.literal('agent'),
  agent: agentName,
  system: text.optional(),
  prompt: text.describe('{message} is what the graph was given, {text} what the last node gave.').optional(),
  tools: z.array(text).max(1000).optional(),
  max_tokens: count.optional(),
  temperature: z.number().min(0).max(2).optional(),
});

const tool = z.strictObject({
  type: z.literal('tool'),
  capability_id: text,
  args: z.record(z.string(), z.unknown()).describe('Texts in it may have {message} and {text}.').optional(),
  mode: z.enum(RESPONSE_MODES).optional(),
  max_rows: z.int().min(0).optional(),
});

const router = z.strictObject({
  type: z.literal('router'),
  routes: z.array(z.strictObject({ when: condition, to: text })).min(1),
  otherwise: text,
});

const inner = z.strictObject({
  type: z.literal('graph'),
  get graph(): z.ZodType<GraphFile> {
    return graphFileSchema;
  },
  prompt: text.optional(),
});

const edge = z.strictObject({ from: text, to: text, when: condition.optional() });

/** A graph as a file says it: agents by name in place of models, and rules in place of functions. */
export const graphFileSchema: z.ZodType<GraphFile> = z.strictObject({
  nodes: z.record(text, z.discriminatedUnion('type', [agent, tool, router, inner])),
  edges: z.array(edge).max(10_000).optional(),
  entry: text,
  exit_nodes: z.array(text).min(1),
});

export type Condition = z.output<typeof condition>;

export type FileNode =
  | z.output<typeof agent>
  | z.output<typeof tool>
  | z.output<typeof router>
  | { readonly type: 'graph'; readonly graph: GraphFile; readonly prompt?: string | undefined };

export interface GraphFile {
  readonly nodes: Readonly<Record<string, FileNode>>;
  readonly edges?: readonly z.output<typeof edge>[] | undefined;
  readonly entry: string;
  readonly exit_nodes: readonly string[];
}
