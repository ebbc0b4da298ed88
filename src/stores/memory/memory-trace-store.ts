import type { TraceStore } from '../../contract/stores.js';
import type { ChainedTrace, Trace, TraceQuery } from '../../contract/trace.js';
import { toMillis } from '../time.js';
import { type ChainEntry, createChainChecker, GENESIS_HASH, linkTrace, signHead } from '../trace-chain.js';

export function createMemoryTraceStore(auditKey: Uint8Array): TraceStore {
  const entries: ChainEntry[] = [];
  let head = signHead(auditKey, 0, GENESIS_HASH);
  const append = async (trace: Trace): Promise<ChainedTrace> => {
    const next = linkTrace(auditKey, head, trace);
    entries.push(next.entry);
    head = next.head;
    return toLink(next.entry);
  };
  return {
    append,
    accept: append,
    get: async (actionId) => entries.map((entry) => toLink(entry).trace).find((trace) => trace.action_id === actionId),
    list: async (query) =>
      page(
        query,
        entries
          .map((entry) => toLink(entry).trace)
          .filter((trace) => fits(query, trace))
          .reverse(),
      ),
    export: async function* (query) {
      const links = entries.map(toLink).filter(({ trace }) => fits(query, trace));
      yield* page(query, links);
    },
    verify: async () => {
      const checker = createChainChecker(auditKey);
      for (const entry of entries) {
        checker.check(entry);
      }
      return checker.endsAt(head);
    },
  };
}

function toLink({ seq, prev_hash, hash, text }: ChainEntry): ChainedTrace {
  return { seq, prev_hash, hash, trace: JSON.parse(text) };
}

function page<Item>({ offset = 0, limit }: TraceQuery, items: readonly Item[]): readonly Item[] {
  return items.slice(offset, limit === undefined ? undefined : offset + limit);
}

function fits(query: TraceQuery, trace: Trace): boolean {
  const startedMs = toMillis(trace.started_at, 'started_at');
  return (
    (query.principal_id ?? trace.principal_id) === trace.principal_id &&
    (query.capability_id ?? trace.capability_id) === trace.capability_id &&
    (query.event ?? trace.event) === trace.event &&
    (query.outcome ?? trace.outcome) === trace.outcome &&
    (query.since === undefined || startedMs >= toMillis(query.since, 'since')) &&
    (query.until === undefined || startedMs < toMillis(query.until, 'until'))
  );
}
