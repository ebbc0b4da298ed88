import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { DemoRequest, DemoTurn } from './demo-turn.js';

const MAX_DELAY_MS = 600_000;

const turnSchema = z
  .strictObject({
    text: z.string().optional(),
    tool_calls: z
      .array(
        z.strictObject({
          name: z.string().min(1),
          arguments: z.union([z.record(z.string(), z.unknown()), z.string()]).default({}),
        }),
      )
      .max(1000)
      .optional(),
    delay_ms: z.int().min(0).max(MAX_DELAY_MS).optional(),
    finish_reason: z.enum(['stop', 'tool_calls', 'length', 'content_filter']).optional(),
    error: z
      .strictObject({ status: z.int().min(400).max(599), message: z.string().default('a scripted error') })
      .optional(),
    cut: z.boolean().optional(),
  })
  .check((context) => {
    const { text, tool_calls: calls, error, cut, finish_reason: reason } = context.value;
    const isEmpty =
      text === undefined && calls === undefined && error === undefined && reason === undefined && cut !== true;
    if (isEmpty && context.issues.length === 0) {
      const params = { hint: 'give it text, tool_calls, error or cut' };
      context.issues.push({ code: 'custom', message: 'has nothing in it', params, input: context.value });
    }
  });

/** A script: what the model says and does, turn by turn. */
export const demoScriptSchema = z.strictObject({ turns: z.array(turnSchema).min(1).max(100_000) });

export type DemoScript = z.infer<typeof demoScriptSchema>;

export type NextTurn = (request: DemoRequest) => DemoTurn | undefined;

/** One answer, and the failures that come before it. */
interface Step {
  readonly failures: readonly DemoTurn[];
  readonly answer: DemoTurn | undefined;
}

/** Conversations that wait to be asked again after a failure; more are forgotten, the oldest first. */
const MAX_WAITING = 1000;

/**
 * Turns by conversation: the n-th answer of a conversation is the n-th of the script, so that conversations may run at
 * once, and one that begins anew is told the same. Failures are no answers: they come before the answer that follows
 * them, one for each time that the same is asked. Undefined behind the last turn.
 */
export function createScriptPlayer({ turns }: DemoScript): NextTurn {
  const steps = stepsOf(turns);
  const failed = new Map<string, number>();
  return ({ messages }) => {
    const step = steps[messages.filter(({ role }) => role === 'assistant').length];
    if (step === undefined) {
      return undefined;
    }
    const key = createHash('sha256').update(JSON.stringify(messages)).digest('base64');
    const before = failed.get(key) ?? 0;
    failed.delete(key);
    const failure = step.failures[before];
    if (failure === undefined) {
      return step.answer;
    }
    failed.set(key, before + 1);
    for (const oldest of failed.keys()) {
      if (failed.size <= MAX_WAITING) {
        break;
      }
      failed.delete(oldest);
    }
    return failure;
  };
}

function stepsOf(turns: readonly DemoTurn[]): readonly Step[] {
  const steps: Step[] = [];
  let failures: DemoTurn[] = [];
  for (const turn of turns) {
    if (turn.error !== undefined || turn.cut === true) {
      failures.push(turn);
    } else {
      steps.push({ failures, answer: turn });
      failures = [];
    }
  }
  return failures.length === 0 ? steps : [...steps, { failures, answer: undefined }];
}
