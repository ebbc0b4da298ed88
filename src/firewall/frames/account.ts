import type { Chunk, RecordsChunk } from '../../contract/chunk.js';
import type { Amounts } from '../../contract/frame.js';
import type { Row } from '../../contract/row.js';
import type { Judgement } from '../facts/judgement.js';
import { createSummariser, type Summariser } from '../facts/summariser.js';

const MOST_WARNINGS = 10;
const LONGEST_WARNING = 200;
/** Longer words about progress are not looked at. */
const LONGEST_NOTE = 2000;

/** What was seen of a stream, exactly, in constant memory. */
export interface Account {
  /** `admitted`: the rows of the chunk of which something may be seen, for the facts, and for `beside` in the same walk. */
  readonly add: (chunk: Chunk, admitted: readonly Row[], beside?: Summariser) => void;
  readonly warn: (message: string, count?: number) => void;
  /** Sentences with their counts, bounded; messages are redacted by the caller of `warn` or stable by contract. */
  readonly warnings: () => readonly string[];
  readonly rows: () => number;
  /** Records that could not be read: seen, and never shown. */
  readonly lost: () => { readonly rows: number; readonly bytes: number };
  readonly chars: () => number;
  readonly bytes: () => number;
  readonly chunks: () => number;
  readonly seen: () => Amounts;
  readonly facts: Summariser['facts'];
  readonly exit: () => { readonly exit_code: number | null; readonly signal: string | null } | undefined;
  /** The texts were cut by their source. */
  readonly isCut: () => boolean;
  readonly progress: () => { readonly done: number; readonly total?: number } | undefined;
  /** The words that came with it last, redacted. */
  readonly progressNote: () => string | undefined;
  /** True when rows, not text, are what this stream is about. */
  readonly hasRows: () => boolean;
}

export function createAccount(judgement: Judgement): Account {
  const summariser = createSummariser(judgement);
  const warnings = new Map<string, number>();
  let rows = 0;
  let chars = 0;
  let bytes = 0;
  let chunks = 0;
  let lostRows = 0;
  let lostBytes = 0;
  let exit: ReturnType<Account['exit']>;
  let isCut = false;
  let progress: ReturnType<Account['progress']>;
  let note: string | undefined;

  function warn(message: string, count = 1): void {
    const known = warnings.get(message);
    if (known === undefined && warnings.size >= MOST_WARNINGS - 1) {
      warnings.set('other warnings', (warnings.get('other warnings') ?? 0) + count);
      return;
    }
    warnings.set(message, (known ?? 0) + count);
  }

  function addRows(chunk: RecordsChunk, admitted: readonly Row[], beside: Summariser | undefined): void {
    rows += chunk.rows.length;
    bytes += chunk.lines.byteLength;
    chunks += 1;
    summariser.addRows(admitted, beside);
  }

  return {
    add(chunk, admitted, beside) {
      switch (chunk.type) {
        case 'records':
          addRows(chunk, admitted, beside);
          break;
        case 'text':
          chars += chunk.text.length;
          bytes += Buffer.byteLength(chunk.text);
          chunks += 1;
          summariser.addText(chunk.text, chunk.channel);
          break;
        case 'warning':
          warn(chunk.message, chunk.count);
          lostRows += chunk.lost_bytes === undefined ? 0 : chunk.count;
          lostBytes += chunk.lost_bytes ?? 0;
          break;
        case 'progress':
          progress = chunk.total === undefined ? { done: chunk.done } : { done: chunk.done, total: chunk.total };
          note = noteOf(chunk.message, judgement);
          break;
        case 'cut':
          isCut = true;
          break;
        case 'exit':
          exit = { exit_code: chunk.exit_code, signal: chunk.signal };
          break;
      }
    },
    warn,
    warnings: () => [...warnings].map(([message, count]) => foldedWarning(message, count)),
    rows: () => rows,
    lost: () => ({ rows: lostRows, bytes: lostBytes }),
    chars: () => chars,
    bytes: () => bytes,
    chunks: () => chunks,
    seen: () => ({
      ...(rows + lostRows > 0 || chars === 0 ? { rows: rows + lostRows } : {}),
      ...(chars > 0 ? { lines: summariser.totals().lines, chars } : {}),
      bytes: bytes + lostBytes,
      chunks,
    }),
    facts: summariser.facts,
    exit: () => exit,
    isCut: () => isCut,
    progress: () => progress,
    progressNote: () => note,
    hasRows: () => rows > 0 || chars === 0,
  };
}

/** Redacted as a whole before it is cut: a secret that was cut is none to a detector. */
function noteOf(message: string | undefined, { redact }: Judgement): string | undefined {
  const isGiven = message !== undefined && message !== '' && message.length <= LONGEST_NOTE;
  return isGiven ? redact(message).slice(0, LONGEST_WARNING) : undefined;
}

function foldedWarning(message: string, count: number): string {
  const suffix = count > 1 ? ` (${count} times)` : '';
  return message.slice(0, LONGEST_WARNING - suffix.length) + suffix;
}
