import type { ActorUsage, NodeUsage } from '../contract/actor.js';
import type { ModelUsage, UsageStatus } from '../contract/model.js';

/** The usage of the calls of a run, by node. */
export interface UsageBook {
  readonly open: (nodeId: string) => OpenCall;
  readonly total: () => ActorUsage;
  readonly byNode: () => readonly NodeUsage[];
}

/** A call that is under way: what is known replaces what was known; only calls are summed. */
export interface OpenCall {
  readonly seen: (usage: ModelUsage) => void;
  /** It is asked for once more, which is a call too. */
  readonly again: () => void;
  readonly close: (status: UsageStatus) => void;
  readonly known: () => ModelUsage;
}

interface CallRecord {
  usage: ModelUsage;
  status: UsageStatus;
  repeats: number;
}

interface Sum {
  input: number;
  output: number;
  repeats: number;
  readonly counts: Record<UsageStatus, number>;
}

export function createUsageBook(): UsageBook {
  const nodes = new Map<string, { readonly closed: Sum; readonly running: Set<CallRecord> }>();

  const sumOf = (ids: Iterable<string>): Sum => {
    const sum = emptySum();
    for (const id of ids) {
      const { closed, running } = nodes.get(id) ?? { closed: emptySum(), running: [] };
      sum.input += closed.input;
      sum.output += closed.output;
      sum.repeats += closed.repeats;
      for (const status of STATUSES) {
        sum.counts[status] += closed.counts[status];
      }
      for (const record of running) {
        add(sum, record);
      }
    }
    return sum;
  };

  return {
    open(nodeId) {
      const node = nodes.get(nodeId) ?? { closed: emptySum(), running: new Set<CallRecord>() };
      nodes.set(nodeId, node);
      const record: CallRecord = { usage: {}, status: 'partial', repeats: 0 };
      node.running.add(record);
      return {
        seen(usage) {
          record.usage = usage;
        },
        again() {
          record.repeats += 1;
        },
        close(status) {
          record.status = status;
          if (node.running.delete(record)) {
            add(node.closed, record);
          }
        },
        known: () => record.usage,
      };
    },
    total: () => usageOf(sumOf(nodes.keys())),
    byNode: () =>
      [...nodes.keys()].map((id) => {
        const sum = sumOf([id]);
        return { node_id: id, model_calls: callsOf(sum) + sum.repeats, ...usageOf(sum) };
      }),
  };
}

const STATUSES: readonly UsageStatus[] = ['reported', 'partial', 'missing'];

function emptySum(): Sum {
  return { input: 0, output: 0, repeats: 0, counts: { reported: 0, partial: 0, missing: 0 } };
}

function add(sum: Sum, { usage, status, repeats }: CallRecord): void {
  sum.repeats += repeats;
  sum.input += usage.input_tokens ?? 0;
  sum.output += usage.output_tokens ?? 0;
  sum.counts[status] += 1;
}

function callsOf({ counts }: Sum): number {
  return counts.reported + counts.partial + counts.missing;
}

/** Without a call nothing was used, which is known. */
function usageOf(sum: Sum): ActorUsage {
  const { input, output, counts } = sum;
  const calls = callsOf(sum);
  const isMissing = calls > 0 && counts.missing === calls;
  const status = counts.reported === calls ? 'reported' : isMissing ? 'missing' : 'partial';
  return { input_tokens: input, output_tokens: output, total_tokens: input + output, usage_status: status };
}
