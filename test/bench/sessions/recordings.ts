import { readdirSync, readFileSync } from 'node:fs';

/** What an agent wanted to know of one output. Written down before anybody saw what akernel shows of it. */
export interface Question {
  readonly event: string;
  readonly question: string;
  /** The words one would look for, who has only the question. */
  readonly ask: string;
  readonly answer: RegExp;
}

/** The event of Claude Code after one tool. */
export interface ToolEvent {
  readonly number: string;
  readonly tool: string;
  readonly response: unknown;
  /** As the host writes it. */
  readonly json: string;
}

export interface Session {
  readonly name: string;
  readonly events: readonly ToolEvent[];
  readonly questions: readonly Question[];
}

const EVENT_FILE = /^(\d\d)-\w+\.json$/;

/** The recorded sessions in `fixtures/sessions`. */
export function openSessions(root: string): readonly Session[] {
  const folder = `${root}/fixtures/sessions`;
  const [, ...rows] = readFileSync(`${folder}/questions.tsv`, 'utf8').trimEnd().split('\n');
  const cells = rows.map((row) => row.split('\t'));
  const names = [...new Set(cells.map(([name = '']) => name))];
  return names.map((name) => ({
    name,
    events: readdirSync(`${folder}/${name}`)
      .sort()
      .map((file) => eventIn(`${folder}/${name}/${file}`, file)),
    questions: cells
      .filter(([session]) => session === name)
      .map(([, event = '', question = '', ask = '', answer = '']) => ({
        event,
        question,
        ask,
        answer: new RegExp(answer, 'm'),
      })),
  }));
}

/** `{{gh|p_abc}}` is read without the marks, so that no file of the repository looks as if it held a secret. */
function eventIn(path: string, file: string): ToolEvent {
  const json = readFileSync(path, 'utf8').replaceAll(/\{\{([^|{}]+)\|([^|{}]+)\}\}/g, '$1$2');
  const { tool_name: tool, tool_response: response }: Recorded = JSON.parse(json);
  const [, number = file] = EVENT_FILE.exec(file) ?? [];
  return { number, tool, response, json };
}

interface Recorded {
  readonly tool_name: string;
  readonly tool_response: unknown;
}
