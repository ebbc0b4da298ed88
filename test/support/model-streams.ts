import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isKernelError } from '../../src/contract/errors.js';
import type { ModelPart, ModelTurn } from '../../src/contract/model.js';
import { createAnswerDecoder } from '../../src/drivers/model/decode-answer.js';
import { PROVIDERS } from '../../src/drivers/model/providers.js';
import { createTurnBuilder } from '../../src/streams/model-turn/turn-builder.js';

export type ProviderName = keyof typeof PROVIDERS;

/** One case of fixtures/streams, and what is to come of it. */
export interface StreamCase {
  readonly provider: ProviderName;
  readonly name: string;
  /** The body as a server sends it. */
  readonly body: string;
  readonly expected: Outcome;
}

/** What came of a stream, in the words of the fixtures. */
export interface Outcome {
  /** The finish reason, or `error` and its kind. */
  readonly end: string;
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly string[];
  readonly rejected: readonly string[];
  readonly extra: readonly string[];
  readonly usage: string;
  readonly flags: readonly string[];
}

export const TOOLS = ['get_weather', 'get_time', 'list_files', 'search', 'search_files', 'send_mail', 'write_file'];
export const EARLIER_IDS = ['earlier'];
export const LIMITS = { max_calls: 16, max_argument_chars: 4096, max_answer_chars: 65_536 };
const MAX_EVENT_CHARS = 65_536;

export function readCases(provider: ProviderName): readonly StreamCase[] {
  const text = readFileSync(join('fixtures/streams', `${provider}.txt`), 'utf8');
  return text
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [name = '', ...lines] = part.replace(/\n+$/, '').split('\n');
      const isExpected = (line: string): boolean => line.startsWith('=> ');
      const body = lines.filter((line) => !isExpected(line)).map((line) => WRITERS[provider](line));
      const expected = readExpected(lines.filter(isExpected).map((line) => line.slice(3)));
      return { provider, name, body: body.join(''), expected };
    });
}

export function allCases(): readonly StreamCase[] {
  return (['openai', 'openai-responses', 'anthropic', 'ollama'] as const).flatMap(readCases);
}

function readExpected([end = '', ...lines]: readonly string[]): Outcome {
  const all = (word: string): readonly string[] =>
    lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));
  return {
    end,
    text: all('text').join(''),
    reasoning: all('reasoning').join('').replaceAll('\\n', '\n'),
    calls: all('call'),
    rejected: all('rejected'),
    extra: all('extra'),
    usage: all('usage')[0] ?? '- -',
    flags: all('flags').flatMap((line) => line.split(' ')),
  };
}

const WRITERS: Readonly<Record<ProviderName, (line: string) => string>> = {
  openai: (line) => `data: ${openaiEvent(line)}\n\n`,
  'openai-responses': (line) => {
    const data = responsesEvent(line);
    return `event: ${/"type":"([\w.]+)"/.exec(data)?.[1]}\ndata: ${data}\n\n`;
  },
  anthropic: (line) => {
    const data = anthropicEvent(line);
    return `event: ${/"type":"(\w+)"/.exec(data)?.[1]}\ndata: ${data}\n\n`;
  },
  ollama: (line) => `${ollamaLine(line)}\n`,
};

/** The first words of a line, and the rest of it as it stands. */
function words(line: string, count: number): readonly string[] {
  const found = line.split(' ');
  return [...found.slice(0, count), found.slice(count).join(' ')];
}

function openaiEvent(line: string): string {
  const [word = '', rest = ''] = words(line, 1);
  const delta = (value: unknown): string => JSON.stringify({ choices: [{ index: 0, delta: value }] });
  switch (word) {
    case 'open': {
      const [, index, id, name] = line.split(' ');
      return delta({ tool_calls: [{ index: Number(index), id, type: 'function', function: { name, arguments: '' } }] });
    }
    case 'args': {
      const [, index = '', text = ''] = words(line, 2);
      return delta({ tool_calls: [{ index: Number(index), function: { arguments: text } }] });
    }
    case 'call':
      return delta({ tool_calls: [JSON.parse(rest)] });
    case 'delta':
      return delta(JSON.parse(rest));
    case 'text':
      return delta({ content: rest });
    case 'finish':
      return JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: rest }] });
    case 'done':
      return '[DONE]';
    default:
      return line;
  }
}

function responsesEvent(line: string): string {
  const [word = '', index = '', rest = ''] = words(line, 2);
  const place = { output_index: Number(index) };
  const of = (type: string, more: object): string => JSON.stringify({ type: `response.${type}`, ...more });
  switch (word) {
    case 'start':
      return of('created', { response: { status: 'in_progress', output: [], usage: null } });
    case 'open': {
      const [id = '', name = ''] = rest.split(' ');
      const item = {
        id: `fc_${index}`,
        type: 'function_call',
        call_id: id,
        name,
        arguments: '',
        status: 'in_progress',
      };
      return of('output_item.added', { ...place, item });
    }
    case 'add':
      return of('output_item.added', { ...place, item: JSON.parse(rest) });
    case 'args':
      return of('function_call_arguments.delta', { item_id: `fc_${index}`, ...place, delta: rest });
    case 'whole':
      return of('function_call_arguments.done', { item_id: `fc_${index}`, ...place, arguments: rest });
    case 'item':
      return of('output_item.done', { ...place, item: JSON.parse(rest) });
    case 'text':
      return of('output_text.delta', { item_id: `msg_${index}`, ...place, content_index: 0, delta: rest });
    case 'think':
      return of('reasoning_summary_text.delta', { item_id: `rs_${index}`, ...place, summary_index: 0, delta: rest });
    case 'end': {
      const usage = { input_tokens: 11, output_tokens: 6 };
      const response = { status: index, output: [], usage, ...JSON.parse(rest === '' ? '{}' : rest) };
      return of(index, { response });
    }
    default:
      return line === 'done' ? '[DONE]' : line;
  }
}

function anthropicEvent(line: string): string {
  const [word = '', index = '', rest = ''] = words(line, 2);
  const delta = (value: unknown): string =>
    JSON.stringify({ type: 'content_block_delta', index: Number(index), delta: value });
  switch (word) {
    case 'start':
      return '{"type":"message_start","message":{"usage":{"input_tokens":20,"output_tokens":1}}}';
    case 'block':
      return JSON.stringify({ type: 'content_block_start', index: Number(index), content_block: JSON.parse(rest) });
    case 'stop':
      return JSON.stringify({ type: 'content_block_stop', index: Number(index) });
    case 'json':
      return delta({ type: 'input_json_delta', partial_json: rest });
    case 'text':
      return delta({ type: 'text_delta', text: rest });
    case 'think':
      return delta({ type: 'thinking_delta', thinking: rest });
    case 'end':
      return JSON.stringify({ type: 'message_delta', delta: { stop_reason: index }, usage: JSON.parse(rest) });
    case 'over':
      return '{"type":"message_stop"}';
    default:
      return line;
  }
}

function ollamaLine(line: string): string {
  const [word = '', rest = ''] = words(line, 1);
  const message = (value: unknown): string => JSON.stringify({ message: value, done: false });
  switch (word) {
    case 'text':
      return message({ content: rest });
    case 'think':
      return message({ content: '', thinking: rest });
    case 'calls':
      return message({ content: '', tool_calls: JSON.parse(rest) });
    case 'end':
      return JSON.stringify({
        message: { content: '' },
        done: true,
        done_reason: rest,
        prompt_eval_count: 11,
        eval_count: 6,
      });
    default:
      return line;
  }
}

/** Reads the pieces of a body as one answer. */
export async function decode(provider: ProviderName, pieces: Iterable<Uint8Array>): Promise<readonly ModelPart[]> {
  const turn = createTurnBuilder({ tools: TOOLS, earlierIds: EARLIER_IDS, limits: LIMITS });
  const wire = PROVIDERS[provider];
  const decoder = await createAnswerDecoder({ wire, turn, maxEventChars: MAX_EVENT_CHARS });
  const parts: ModelPart[] = [];
  for (const piece of pieces) {
    parts.push(...decoder.transform(piece));
  }
  parts.push(...decoder.final());
  return parts;
}

export async function outcomeOf(provider: ProviderName, pieces: Iterable<Uint8Array>): Promise<Outcome> {
  try {
    return describeParts(await decode(provider, pieces));
  } catch (error) {
    const kind = isKernelError(error) ? `${error.details?.['kind']}` : String(error);
    return { ...NOTHING, end: `error ${kind}` };
  }
}

const NOTHING = { text: '', reasoning: '', calls: [], rejected: [], extra: [], usage: '- -', flags: [] };

export function describeParts(parts: readonly ModelPart[]): Outcome {
  const last = parts.at(-1);
  if (last?.type !== 'turn') {
    throw new Error('the last part is no turn');
  }
  if (parts.some((part) => 'text' in part && (part.text === '' || /\p{Surrogate}/u.test(part.text)))) {
    throw new Error('a part is empty, or ends inside a pair');
  }
  const textOf = (type: 'text' | 'reasoning'): string =>
    parts.flatMap((part) => (part.type === type && 'text' in part ? [part.text] : [])).join('');
  return { ...describeTurn(last.turn), text: textOf('text'), reasoning: textOf('reasoning') };
}

function describeTurn({ finish_reason: end, tool_calls: calls, rejected, usage, flags }: ModelTurn): Outcome {
  return {
    ...NOTHING,
    end,
    calls: calls.map(({ id, wire_id: wireId, function: { name, arguments: text } }) =>
      [name, text, `@${id}`, ...(wireId === undefined ? [] : [wireId])].join(' '),
    ),
    rejected: rejected.map(({ name, reason }) => `${name === '' ? '-' : name} ${reason}`),
    extra: calls.flatMap(({ extra_content: extra }) => (extra === undefined ? [] : [JSON.stringify(extra)])),
    usage: `${usage.input_tokens ?? '-'} ${usage.output_tokens ?? '-'}`,
    flags,
  };
}
