import type { PruneRequest, TraceStore } from '../../contract/stores.js';
import type { ChainedTrace, Trace, TraceQuery } from '../../contract/trace.js';
import { toMillis } from '../time.js';
import {
  type ChainBase,
  type ChainEntry,
  createChainChecker,
  GENESIS_HASH,
  linkTrace,
  signBase,
  signHead,
} from '../trace-chain.js';

export function createMemoryTraceStore(auditKey: Uint8Array): TraceStore {
  const entries: ChainEntry[] = [];
  let base: ChainBase | undefined;
  let head = signHead(auditKey, 0, GENESIS_HASH);
  const append = async (trace: Trace): Promise<ChainedTrace> => {
    const next = linkTrace(auditKey, head, trace);
    entries.push(next.entry);
    head = next.head;
    return toLink(next.entry);
  };
  return {
    append,
    accept: async (trace) => {
      await append(trace);
    },
    // It ends with its process, and so does every action in it.
    hold: async () => undefined,
    settle: async () => undefined,
    prune: async (request) => {
      const from = base?.count ?? 0;
      const upTo = Math.min(from + request.most, lastToGo(entries, from, request));
      const last = entries[upTo - from - 1];
      if (last === undefined) {
        return undefined;
      }
      base = signBase(auditKey, upTo, last.hash);
      entries.splice(0, upTo - from);
      const pruned = { removed: upTo - from, up_to: upTo };
      await append(request.traceOf(pruned));
      return pruned;
    },
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
      const checker = createChainChecker(auditKey, base);
      for (const entry of entries) {
        checker.check(entry);
      }
      return checker.endsAt(head);
    },
  };
}

function lastToGo(entries: readonly ChainEntry[], from: number, { max_traces, spare, before }: PruneRequest): number {
  const young = entries.findIndex(
    (entry) => toMillis(toLink(entry).trace.started_at, 'started_at') >= toMillis(before, 'before'),
  );
  const tooOld = young === -1 ? entries.length : young;
  const tooMany = entries.length > max_traces ? entries.length + 1 + spare - max_traces : 0;
  return from + Math.min(entries.length, Math.max(tooOld, tooMany));
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
