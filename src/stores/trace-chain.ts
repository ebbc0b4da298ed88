import { createHmac, timingSafeEqual } from 'node:crypto';

import { KernelError } from '../contract/errors.js';
import type { ChainedTrace, ChainVerdict, Trace } from '../contract/trace.js';

export const GENESIS_HASH = '0'.repeat(64);

/** How many traces there are and the hash of the last one, signed: what a cut-off end cannot forge. */
export interface ChainHead {
  readonly count: number;
  readonly hash: string;
  readonly mac: string;
}

/** JSON with members sorted by UTF-16 code units, no spaces and no undefined members: one text for one value. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) {
    return `[${value.map(canonicalJson).join(',')}]`;
  }
  if (typeof value !== 'object' || value === null) {
    return JSON.stringify(value) ?? 'null';
  }
  return canonicalObject(value);
}

function canonicalObject(value: object): string {
  let members = '';
  for (const name of Object.keys(value).sort()) {
    const member: unknown = Reflect.get(value, name);
    if (member !== undefined) {
      members += `${members === '' ? '' : ','}${JSON.stringify(name)}:${canonicalJson(member)}`;
    }
  }
  return `{${members}}`;
}

/** A trace in its place, with the canonical text that was signed. */
export interface ChainEntry extends Omit<ChainedTrace, 'trace'> {
  readonly text: string;
}

/** The entry of the trace that comes after `head`, and the head that follows. */
export function linkTrace(
  key: Uint8Array,
  head: ChainHead,
  trace: Trace,
): { readonly entry: ChainEntry; readonly head: ChainHead } {
  checkHead(key, head);
  const entry = entryAfter(key, head, trace);
  return { entry, head: signHead(key, entry.seq, entry.hash) };
}

/** The same for several, of which only the last is signed as the head. */
export function linkTraces(
  key: Uint8Array,
  head: ChainHead,
  traces: readonly Trace[],
): { readonly linked: readonly LinkedTrace[]; readonly head: ChainHead } {
  checkHead(key, head);
  let last: Pick<ChainHead, 'count' | 'hash'> = head;
  const linked = traces.map((trace) => {
    const entry = entryAfter(key, last, trace);
    last = { count: entry.seq, hash: entry.hash };
    return { trace, entry };
  });
  return { linked, head: signHead(key, last.count, last.hash) };
}

interface LinkedTrace {
  readonly trace: Trace;
  readonly entry: ChainEntry;
}

function checkHead(key: Uint8Array, head: ChainHead): void {
  if (!isGenuineHead(key, head)) {
    throw new KernelError('STORE_FAILED', 'the audit chain has a head that was not signed with this audit key', {
      hint: 'run akernel audit verify; restore the key this store was made with, or move the state directory away and keep it as evidence',
    });
  }
}

function entryAfter(key: Uint8Array, { count, hash }: Pick<ChainHead, 'count' | 'hash'>, trace: Trace): ChainEntry {
  const seq = count + 1;
  const text = canonicalJson(trace);
  return { seq, prev_hash: hash, text, hash: hashEntry(key, { seq, prev_hash: hash, text }) };
}

export function signHead(key: Uint8Array, count: number, hash: string): ChainHead {
  const head = { count, hash, mac: mac(key, canonicalJson({ head: { count, hash } })) };
  newest.set(key, head);
  return head;
}

/** Signed last with a key: most often the one that is read next. */
const newest = new WeakMap<Uint8Array, ChainHead>();

/** Where a chain begins whose first records were pruned: the last of these, signed as nothing else is. */
export interface ChainBase {
  readonly count: number;
  readonly hash: string;
  readonly mac: string;
}

export function signBase(key: Uint8Array, count: number, hash: string): ChainBase {
  return { count, hash, mac: mac(key, canonicalJson({ base: { count, hash } })) };
}

/** For a head that was read from a place anybody may have written to. */
export function isSignedHead(key: Uint8Array, head: unknown): head is ChainHead {
  if (typeof head !== 'object' || head === null || !('count' in head && 'hash' in head && 'mac' in head)) {
    return false;
  }
  const { count, hash, mac: given } = head;
  const isShaped = typeof count === 'number' && typeof hash === 'string' && typeof given === 'string';
  return isShaped && isGenuineHead(key, { count, hash, mac: given });
}

function isGenuineHead(key: Uint8Array, head: ChainHead): boolean {
  const known = newest.get(key);
  const isNewest = known?.count === head.count && known.hash === head.hash && known.mac === head.mac;
  return isNewest || sameHex(signHead(key, head.count, head.hash).mac, head.mac);
}

function isGenuineBase(key: Uint8Array, base: ChainBase): boolean {
  return sameHex(signBase(key, base.count, base.hash).mac, base.mac);
}

const FORGED_BASE = 'the mark of what was pruned was changed or signed with another key';

function hashEntry(key: Uint8Array, body: Omit<ChainEntry, 'hash'>): string {
  return mac(key, `{"prev_hash":${JSON.stringify(body.prev_hash)},"seq":${body.seq},"trace":${body.text}}`);
}

function mac(key: Uint8Array, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex');
}

function sameHex(left: string, right: string): boolean {
  return left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right));
}

/** Checks entries as they are given in order, in constant memory. */
export interface ChainChecker {
  /** false from the first wrong entry on. */
  readonly check: (entry: ChainEntry) => boolean;
  readonly checked: () => number;
  /** The number of the last right entry, or of the one before the first. */
  readonly reached: () => number;
  /** Whether the chain that was checked ends at this head; undefined stands for a head that is missing. */
  readonly endsAt: (head: ChainHead | undefined) => ChainVerdict;
}

/** A chain without a base begins with record 1. */
export function createChainChecker(key: Uint8Array, base?: ChainBase): ChainChecker {
  const pruned = base === undefined ? {} : { pruned: base.count };
  const start = base?.count ?? 0;
  let count = start;
  let lastHash = base?.hash ?? GENESIS_HASH;
  const fail = (seq: number, detail: string): ChainVerdict => ({
    ok: false,
    records_checked: count - start,
    ...pruned,
    problem: 'records',
    first_bad_seq: seq,
    detail,
  });
  let bad = base === undefined || isGenuineBase(key, base) ? undefined : fail(start + 1, FORGED_BASE);
  return {
    check: (entry) => {
      if (bad === undefined) {
        const problem = findProblem(key, entry, { seq: count + 1, lastHash });
        if (problem === undefined) {
          count += 1;
          lastHash = entry.hash;
        } else {
          bad = fail(count + 1, problem);
        }
      }
      return bad === undefined;
    },
    checked: () => count - start,
    reached: () => count,
    endsAt: (head) => {
      const problem = bad === undefined ? findHeadProblem(key, head, { count, lastHash }) : undefined;
      const good = { ok: true, records_checked: count - start, ...pruned };
      return bad ?? (problem === undefined ? good : fail(count + 1, problem));
    },
  };
}

function findProblem(
  key: Uint8Array,
  entry: ChainEntry,
  expected: { readonly seq: number; readonly lastHash: string },
): string | undefined {
  if (entry.seq !== expected.seq) {
    return `record ${expected.seq} is missing`;
  }
  if (entry.prev_hash !== expected.lastHash) {
    return `record ${expected.seq} does not follow the record before it`;
  }
  return sameHex(hashEntry(key, entry), entry.hash) ? undefined : `record ${expected.seq} was changed`;
}

function findHeadProblem(
  key: Uint8Array,
  head: ChainHead | undefined,
  end: { readonly count: number; readonly lastHash: string },
): string | undefined {
  if (head === undefined) {
    return 'the signed head of the chain is missing';
  }
  if (!isGenuineHead(key, head)) {
    return 'the head of the chain was changed or signed with another key';
  }
  if (head.count > end.count) {
    return `the head counts ${head.count} records; the last ${head.count - end.count} are missing`;
  }
  return head.count === end.count && head.hash === end.lastHash ? undefined : 'the head does not fit the last record';
}
