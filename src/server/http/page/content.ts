import { highlightLines } from '../../../contract/highlight-lines.js';
import { phaseAnnouncement } from '../../../contract/phase-words.js';
import { isMembers, listOf, type Members, membersOf, numberOf, textOf, textsOf } from './members.js';
import { resultWords } from './result-words.js';

/** One thing that a run shows below the others, in the order in which a reader of its frames gets them. */
export type Entry =
  | { readonly type: 'row'; readonly row: Members }
  | { readonly type: 'text'; readonly text: string; readonly isOpen: boolean }
  | { readonly type: 'fact'; readonly text: string }
  | { readonly type: 'mark'; readonly text: string };

/** The newest entries of a run: however long it is, so many stay. */
export interface Content {
  readonly addFrame: (frame: Members) => void;
  readonly addPart: (part: Members) => void;
  readonly addMark: (text: string) => void;
  /** The number of the first entry that is still there, and of the one behind the last. */
  readonly first: () => number;
  readonly end: () => number;
  readonly at: (index: number) => Entry | undefined;
  /** Rows and lines that came. */
  readonly total: () => number;
  /** Of these, the ones that are no longer there. */
  readonly gone: () => number;
}

const MOST_ENTRIES = 500;
/** One line may not grow without end. */
const LONGEST_LINE = 8192;

export function createContent(mostEntries = MOST_ENTRIES): Content {
  let entries: Entry[] = [];
  /** Entries that were pushed out of the list, and those at its beginning that only wait for that. */
  let dropped = 0;
  let stale = 0;
  let total = 0;
  let gone = 0;
  let phase = 1;
  let isKept = false;
  let leftOut = '';
  /** Calls of an agent that have no result yet, by their ids. */
  const calls = new Map<string, string>();

  function push(entry: Entry): void {
    entries.push(entry);
    total += isCounted(entry) ? 1 : 0;
    if (entries.length - stale > mostEntries) {
      gone += isCounted(entries[stale]) ? 1 : 0;
      stale += 1;
    }
    // Moving the rest down now and then costs each entry one move.
    if (stale > mostEntries) {
      entries = entries.slice(stale);
      dropped += stale;
      stale = 0;
    }
  }

  function addTexts(frame: Members): void {
    const channel = textOf(frame['channel']);
    const text = textOf(frame['text']);
    if (text !== '') {
      addText(channel === '' ? text : text.replace(/^(?=.)/gm, `${channel} │ `));
    }
    for (const line of highlightLines(listOf(frame['highlights']).flatMap(highlightOf))) {
      addText(`${line}\n`);
    }
  }

  function addText(text: string): void {
    const lines = text.split('\n');
    const isBroken = lines.at(-1) === '';
    for (const [index, line] of (isBroken ? lines.slice(0, -1) : lines).entries()) {
      addLine(line, !isBroken && index === lines.length - 1);
    }
  }

  function addLine(line: string, isOpen: boolean): void {
    const last = entries.at(-1);
    if (last?.type === 'text' && last.isOpen && last.text.length < LONGEST_LINE) {
      entries[entries.length - 1] = { type: 'text', text: last.text + line, isOpen };
    } else {
      push({ type: 'text', text: line, isOpen });
    }
  }

  function addMarks(frame: Members): void {
    isKept ||= frame['handle_id'] !== undefined;
    const next = numberOf(frame['phase']) ?? phase;
    if (next !== phase && frame['is_final'] !== true && isPhase(next)) {
      phase = next;
      push({ type: 'mark', text: phaseAnnouncement(next, isKept) });
    }
    const fields = textsOf(membersOf(frame['omitted'])['fields']).join(', ');
    if (fields !== '' && fields !== leftOut) {
      leftOut = fields;
      push({ type: 'mark', text: `columns left out: ${fields}` });
    }
  }

  return {
    addFrame(frame) {
      addMarks(frame);
      for (const row of listOf(frame['rows'])) {
        push({ type: 'row', row: isMembers(row) ? row : { value: row } });
      }
      addTexts(frame);
      for (const fact of frame['is_final'] === true ? [] : textsOf(frame['facts'])) {
        push({ type: 'fact', text: fact });
      }
    },
    addPart(part) {
      const { type, delta } = part;
      const callId = textOf(part['tool_call_id']);
      if (type === 'text-delta') {
        addText(textOf(delta));
      } else if (type === 'tool-call') {
        calls.set(callId, textOf(part['tool_name']));
        push({ type: 'mark', text: `calls ${calls.get(callId)}` });
      } else if (type === 'tool-result') {
        push({ type: 'mark', text: resultWords(calls.get(callId) ?? 'a tool', part) });
        calls.delete(callId);
      }
    },
    addMark: (text) => push({ type: 'mark', text }),
    first: () => dropped + stale,
    end: () => dropped + entries.length,
    at: (index) => entries[index - dropped],
    total: () => total,
    gone: () => gone,
  };
}

function isCounted(entry: Entry | undefined): boolean {
  return entry?.type === 'row' || entry?.type === 'text';
}

function isPhase(value: number): value is 1 | 2 | 3 | 4 {
  return [1, 2, 3, 4].includes(value);
}

function highlightOf(value: unknown) {
  const { line, channel, gap, text } = membersOf(value);
  return typeof text === 'string'
    ? [
        {
          line: numberOf(line) ?? 0,
          text,
          ...(typeof channel === 'string' ? { channel } : {}),
          ...(typeof gap === 'string' ? { gap } : {}),
        },
      ]
    : [];
}
