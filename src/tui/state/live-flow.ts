import { type Frame, lineOf, type Phase } from '../../contract/frame.js';
import { highlightLines } from '../../contract/highlight-lines.js';
import { phaseAnnouncement } from '../../contract/phase-words.js';
import type { Value } from '../../contract/row.js';
import { formatCell } from '../text/cells.js';
import { factShape } from '../text/fact-shape.js';
import { batchText, type FactText, factText, nameWidthOf } from '../text/fact-text.js';
import { createRing, type Ring } from './ring.js';

/** One thing that the live view shows below the others: what the reader of the frames gets, in its order. */
export type FlowEntry =
  | { readonly type: 'row'; readonly row: Value }
  | { readonly type: 'text'; readonly text: string; readonly channel: string; readonly isOpen: boolean }
  | FactEntry
  /** Which rows the facts below it are about. */
  | { readonly type: 'batch'; readonly text: string }
  | { readonly type: 'mark'; readonly text: string };

/** A sentence about a batch, or about the whole stream: then it is shown to its end. */
export interface FactEntry {
  readonly type: 'fact';
  readonly fact: FactText;
  /** Width of the names of all the facts it stands among. */
  readonly nameWidth: number;
  /** Some of them can be drawn, and have a column for it. */
  readonly hasShapes: boolean;
  readonly isWhole: boolean;
}

const LIMITS = { mostEntries: 2000, mostCost: 1_000_000 };
/** One line may not fill the ring alone. */
const LONGEST_LINE = 8192;

export interface Flow extends Pick<Ring<FlowEntry>, 'tail' | 'size' | 'pushed'> {
  readonly add: (frame: Frame) => void;
}

/** Keeps the newest content of a stream of frames, in time that grows with the frame alone. */
export function createFlow(): Flow {
  const ring = createRing<FlowEntry>(LIMITS);
  let phase: Phase = 1;
  let hasHandle = false;
  let leftOut = '';

  function mark(text: string): void {
    ring.push({ type: 'mark', text }, text.length);
  }

  function addMarks(frame: Frame): void {
    hasHandle ||= frame.handle_id !== undefined;
    if (frame.phase !== phase && !frame.is_final) {
      phase = frame.phase;
      mark(phaseAnnouncement(phase, hasHandle));
    }
    const fields = (frame.omitted?.fields ?? []).join(', ');
    if (fields !== '' && fields !== leftOut) {
      leftOut = fields;
      mark(`columns left out: ${fields}`);
    }
  }

  function addRows(rows: readonly Value[], length: number): void {
    const cost = length / Math.max(1, rows.length);
    for (const row of rows) {
      ring.push({ type: 'row', row }, cost);
    }
  }

  function addText(text: string, channel: string): void {
    const lines = text.split('\n');
    const isBroken = lines.at(-1) === '';
    for (const [index, line] of (isBroken ? lines.slice(0, -1) : lines).entries()) {
      addLine({ type: 'text', text: line, channel, isOpen: !isBroken && index === lines.length - 1 });
    }
  }

  function addLine(line: Extract<FlowEntry, { type: 'text' }>): void {
    const last = ring.last();
    if (last?.type === 'text' && last.isOpen && last.channel === line.channel && last.text.length < LONGEST_LINE) {
      const text = last.text + line.text;
      ring.replaceLast({ ...line, text }, text.length);
    } else {
      ring.push(line, line.text.length);
    }
  }

  return {
    add(frame) {
      addMarks(frame);
      addRows(frame.rows ?? [], frame.rows === undefined ? 0 : lineOf(frame).length);
      addRaw(frame.raw_data);
      addTexts(frame);
      addFacts(frame.is_final ? [] : (frame.facts ?? []));
    },
    tail: ring.tail,
    size: ring.size,
    pushed: ring.pushed,
  };

  function addFacts(facts: readonly string[]): void {
    const batch = batchText(facts[0] ?? '');
    if (batch !== undefined) {
      ring.push({ type: 'batch', text: batch }, batch.length);
    }
    for (const entry of factEntries(batch === undefined ? facts : facts.slice(1), false)) {
      ring.push(entry, entry.fact.text.length);
    }
  }

  function addTexts({ text = '', channel = '', highlights = [] }: Frame): void {
    if (text !== '') {
      addText(text, channel);
    }
    for (const line of highlightLines(highlights)) {
      addText(`${line}\n`, '');
    }
  }

  function addRaw(raw: Value | undefined): void {
    if (raw !== undefined) {
      addRows(Array.isArray(raw) ? raw : [raw], formatCell(raw).length);
    }
  }
}

/** Facts that stand together, their values below each other. */
export function factEntries(facts: readonly string[], isWhole: boolean): readonly FactEntry[] {
  const read = facts.map(factText);
  const nameWidth = nameWidthOf(read);
  const hasShapes = read.some(({ text }) => factShape(text) !== undefined);
  return read.map((fact) => ({ type: 'fact', fact, nameWidth, hasShapes, isWhole }));
}
