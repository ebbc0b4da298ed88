import type { TokenCounter } from '../../../src/contract/budget.js';
import type { Program } from '../program.js';
import { hostShows, readOf } from './host-view.js';
import type { Question, Session, ToolEvent } from './recordings.js';

/** Where an answer was found. */
export type Found = 'shown' | 'expand' | 'lost';

export interface Answered {
  readonly event: string;
  readonly question: string;
  readonly without: boolean;
  readonly found: Found;
}

/** What a session cost in model tokens, and what became of its answers. */
export interface SessionFigures {
  readonly session: string;
  readonly calls: number;
  /** Of the outputs as the tools wrote them. */
  readonly raw: number;
  /** As much of them as the host shows by itself. */
  readonly without: number;
  /** What it shows with akernel in front, and what was expanded for answers that were not shown. */
  readonly with: number;
  readonly expanded: number;
  /** Calls that cost more than without akernel. */
  readonly costlier: number;
  readonly redactions: number;
  readonly answers: readonly Answered[];
}

interface Parts {
  readonly program: Program;
  readonly counter: TokenCounter;
}

/** Runs every event of a session through the hook, and looks for the answers in what a model would read. */
export function measureSession(parts: Parts, session: Session): SessionFigures {
  const calls = session.events.map((event) => callOf(parts, event));
  const answers = session.questions.map((question) => answerTo(parts, question, calls));
  const expanded = sum(answers.map(({ tokens }) => tokens));
  return {
    session: session.name,
    calls: calls.length,
    raw: sum(calls.map(({ raw }) => raw)),
    without: sum(calls.map((call) => call.without.tokens)),
    with: sum(calls.map((call) => call.with.tokens)) + expanded,
    expanded,
    costlier: calls.filter((call) => call.with.tokens > call.without.tokens).length,
    redactions: redactionsIn(parts.program),
    answers: answers.map(({ tokens: _, ...answer }) => answer),
  };
}

interface Read {
  readonly text: string;
  readonly tokens: number;
}

interface Call {
  readonly number: string;
  readonly raw: number;
  readonly without: Read;
  readonly with: Read;
}

function callOf({ program, counter }: Parts, { number, tool, response, json }: ToolEvent): Call {
  const { stdout } = program.run(['hook', 'claude-code'], Buffer.from(json));
  const shown = stdout === '' ? response : outputOf(stdout);
  const read = (value: unknown): Read => {
    const text = hostShows(tool, value);
    return { text, tokens: counter.count(text) };
  };
  return {
    number,
    raw: counter.count(readOf(response)),
    without: read(response),
    with: read(shown),
  };
}

function outputOf(answer: string): unknown {
  const { hookSpecificOutput: output }: Answer = JSON.parse(answer);
  return output.updatedToolOutput;
}

interface Answer {
  readonly hookSpecificOutput: { readonly updatedToolOutput: unknown };
}

/** As akernel's own receipts count them. */
function redactionsIn(program: Program): number {
  const { all }: Receipts = JSON.parse(program.run(['receipts', '-o', 'json']).stdout);
  return sum(Object.values(all.redactions));
}

interface Receipts {
  readonly all: { readonly redactions: Readonly<Record<string, number>> };
}

/** An answer that is not shown costs what the one command prints that finds it. */
function answerTo(
  { program, counter }: Parts,
  { event, question, ask, answer }: Question,
  calls: readonly Call[],
): Answered & { readonly tokens: number } {
  const call = calls.find(({ number }) => number === event);
  const isIn = (text = ''): boolean => answer.test(text);
  const about = { event, question, without: isIn(call?.without.text) };
  if (isIn(call?.with.text)) {
    return { ...about, found: 'shown', tokens: 0 };
  }
  const printed = commandsFor(call?.with.text ?? '', ask).map((words) => program.run(words).stdout);
  const found = printed.find(isIn);
  const tokens = counter.count(found ?? printed.join(''));
  return { ...about, found: found === undefined ? 'lost' : 'expand', tokens };
}

/** The command that akernel's own line names, narrowed to the words one looks for, and as it stands. */
function commandsFor(text: string, ask: string): readonly (readonly string[])[] {
  const [, handle, rest = ''] = /\[akernel\] .*next: akernel expand (h_\w+)([^\n;]*)/.exec(text) ?? [];
  return handle === undefined
    ? []
    : [
        ['expand', handle, '--filter', `text ~ ${JSON.stringify(ask)}`],
        ['expand', handle, ...rest.split(' ').filter((word) => word !== '')],
      ];
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
