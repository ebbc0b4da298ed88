import type { KernelError } from '../contract/errors.js';
import type { Outcome } from '../contract/frame.js';
import type { ModelTurn, ModelUsage, UsageStatus } from '../contract/model.js';
import type { Replacement } from '../firewall/find/redactor.js';
import type { ModelPayer } from './model-spending.js';
import type { KernelPorts } from './ports.js';
import { clean, endOf, outcomeOf } from './safe-error.js';
import { writeTrace } from './tracer.js';

interface KnownUsage {
  readonly usage: ModelUsage;
  readonly usage_status: UsageStatus;
}

/** What is known of one call of a model, for its one trace. */
export interface ModelTrace {
  readonly replaced: (replacements: readonly Replacement[]) => void;
  /** All that is known so far. */
  readonly used: (usage: ModelUsage) => ModelUsage;
  readonly usage: () => ModelUsage;
  readonly completed: (end: Pick<ModelTurn, 'usage' | 'usage_status'>) => KnownUsage;
  readonly failed: (error: KernelError) => void;
  /** Writes the trace; of a call that neither completed nor failed, because its reader left. */
  readonly end: () => Promise<void>;
}

type Traced = ModelPayer & { readonly request: { readonly model: string } };

export function beginModelTrace(
  ports: KernelPorts,
  { request, principal, sessionId }: Traced,
  streamed = true,
): ModelTrace {
  const { clock, newId, settings } = ports;
  const startedMs = clock.monotonic();
  const startedAt = new Date(clock.now()).toISOString();
  const redactions: Record<string, number> = {};
  let known: KnownUsage = { usage: {}, usage_status: 'partial' };
  let outcome: Outcome = 'cancelled';
  let failure: KernelError | undefined;

  const used = (usage: ModelUsage): ModelUsage => {
    known = { ...known, usage: latest(known.usage, usage) };
    return known.usage;
  };

  return {
    replaced(replacements) {
      for (const { type } of replacements) {
        redactions[type] = (redactions[type] ?? 0) + 1;
      }
    },
    used,
    usage: () => known.usage,
    completed(turn) {
      const usage = used(turn.usage);
      outcome = 'completed';
      known = { usage, usage_status: statusOf(usage, turn.usage_status) };
      return known;
    },
    failed(error) {
      outcome = outcomeOf(error);
      failure = error;
    },
    end: () =>
      writeTrace(
        ports,
        {
          action_id: newId('a'),
          event: 'model',
          principal_id: principal.principal_id,
          ...(sessionId === undefined ? {} : { session_id: sessionId }),
          outcome,
          streamed,
          model: { name: clean(request.model, settings.redaction), ...known, redactions },
          ...(failure === undefined ? {} : endOf(failure)),
          started_at: startedAt,
        },
        startedMs,
      ),
  };
}

/** Providers tell the sum so far, never an addition; a gateway's zero does not undo what is known. */
function latest(before: ModelUsage, now: ModelUsage): ModelUsage {
  const input = newer(before.input_tokens, now.input_tokens);
  const output = newer(before.output_tokens, now.output_tokens);
  return {
    ...(input === undefined ? {} : { input_tokens: input }),
    ...(output === undefined ? {} : { output_tokens: output }),
  };
}

function newer(before: number | undefined, now: number | undefined): number | undefined {
  const isAmount = typeof now === 'number' && Number.isSafeInteger(now) && now >= 0;
  return isAmount && (now > 0 || before === undefined) ? now : before;
}

function statusOf({ input_tokens: input, output_tokens: output }: ModelUsage, said: UsageStatus): UsageStatus {
  if (input === undefined && output === undefined) {
    return 'missing';
  }
  return said === 'partial' || input === undefined || output === undefined ? 'partial' : 'reported';
}
