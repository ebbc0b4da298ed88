import type { Chunk } from '../../contract/chunk.js';
import { TOOL_ERROR_WARNING } from '../../contract/mcp.js';
import { recordsFromValues } from '../../streams/records.js';
import { cutText } from '../../streams/text.js';
import { keptContent } from './exact-content.js';
import type { CallToolResult } from './protocol.js';
import { canonicalJson } from './tool-definition.js';

type Block = CallToolResult['content'][number];

const CHANNEL = 'text';
const ROWS_A_CHUNK = 256;
const CHARS_A_CHUNK = 96 * 1024;

/** How a result is read. */
export interface ResultForm {
  /** Only some fields may be shown: then text beside structured content, which may tell all of them, is left out. */
  readonly isProjected: boolean;
  /** A text that says all that the structured content says takes its place, unless it is long. */
  readonly keepsTexts: boolean;
}

/** Rows of a long result are worth more than its text: they can be chosen from, and counted. */
const LONGEST_KEPT_TEXT = 64 * 1024;

/**
 * A tool's result as chunks. Structured content is rows, and a text that says the same again is left out; where it is
 * nothing but that text, the text is the result. Texts follow each other on lines of their own, and are looked through
 * as one text too; pictures, sounds and other bytes are rows that say what they were.
 */
export function* resultChunks(result: CallToolResult, how: ResultForm): Generator<Chunk> {
  const { isProjected } = how;
  const { content, structuredContent, isError } = result;
  const structured = !isProjected && isTextEnough(result, how) ? undefined : structuredContent;
  if (structured !== undefined) {
    yield* rowChunks(rowsIn(keptContent(result._meta) ?? structured));
  }
  yield* blockChunks(structured === undefined ? content : besides(structured, content, isProjected));
  if (isError === true) {
    yield { type: 'warning', message: TOOL_ERROR_WARNING, count: 1 };
  }
}

function* blockChunks(blocks: readonly Block[]): Generator<Chunk> {
  let isAtLineStart = true;
  for (const block of blocks) {
    const text = textOf(block);
    if (text === undefined) {
      yield recordsFromValues([stubOf(block)]);
    } else if (text !== '') {
      yield* textChunks(text, isAtLineStart);
      isAtLineStart = text.endsWith('\n');
    }
  }
}

function isTextEnough({ structuredContent, content }: CallToolResult, { keepsTexts }: ResultForm): boolean {
  const [only, ...others] = content;
  const isShort = only?.type === 'text' && others.length === 0 && only.text.length <= LONGEST_KEPT_TEXT;
  const saysAll = keepsTexts && isShort && structuredContent !== undefined && repetitionOf(structuredContent)(only);
  return saysAll || isNothingBut(structuredContent, content);
}

/** `{content: text}` beside the same text. */
function isNothingBut(structured: unknown, content: readonly Block[]): boolean {
  if (typeof structured !== 'object' || structured === null) {
    return false;
  }
  const [only, ...others] = Object.values(structured);
  return others.length === 0 && content.length === 1 && content[0]?.type === 'text' && content[0].text === only;
}

function besides(structured: unknown, content: readonly Block[], isProjected: boolean): readonly Block[] {
  if (isProjected) {
    return content.filter((block) => textOf(block) === undefined);
  }
  const saysAgain = repetitionOf(structured);
  return content.filter((block) => !saysAgain(block));
}

/** Libraries wrap what is no object as `{result: …}`, some always and some only for older clients. */
function rowsIn(structured: unknown): readonly unknown[] {
  const value = unwrapped(structured);
  return Array.isArray(value) ? value : [value];
}

function unwrapped(structured: unknown): unknown {
  if (typeof structured !== 'object' || structured === null || Array.isArray(structured)) {
    return structured;
  }
  const [only, ...others] = Object.entries(structured);
  return only?.[0] === 'result' && others.length === 0 ? only[1] : structured;
}

function* rowChunks(rows: readonly unknown[]): Generator<Chunk> {
  let batch: unknown[] = [];
  let chars = 0;
  for (const row of rows) {
    batch.push(row);
    chars += roughChars(row, 0);
    if (batch.length >= ROWS_A_CHUNK || chars >= CHARS_A_CHUNK) {
      yield recordsFromValues(batch);
      batch = [];
      chars = 0;
    }
  }
  if (batch.length > 0) {
    yield recordsFromValues(batch);
  }
}

/** Enough to know when a batch is big. */
function roughChars(value: unknown, depth: number): number {
  if (typeof value === 'string') {
    return value.length + 2;
  }
  if (typeof value !== 'object' || value === null || depth > 8) {
    return 8;
  }
  let chars = 2;
  for (const [name, member] of Object.entries(value)) {
    chars += name.length + 3 + roughChars(member, depth + 1);
  }
  return chars;
}

function* textChunks(text: string, isAtLineStart: boolean): Generator<Chunk> {
  const [first = '', ...others] = cutText(isAtLineStart ? text : `\n${text}`);
  yield { type: 'text', channel: CHANNEL, text: first, ...(isAtLineStart ? {} : { begins_block: true }) };
  for (const piece of others) {
    yield { type: 'text', channel: CHANNEL, text: piece };
  }
}

function textOf(block: Block): string | undefined {
  if (block.type === 'text') {
    return block.text;
  }
  return block.type === 'resource' && 'text' in block.resource ? block.resource.text : undefined;
}

/** What stands for a block that no model is shown. */
function stubOf(block: Block): unknown {
  switch (block.type) {
    case 'image':
    case 'audio':
      return { kind: 'blob', type: block.type, mime: block.mimeType, size_bytes: base64Bytes(block.data) };
    case 'resource_link': {
      const { uri, name, mimeType, description, size } = block;
      return present({ kind: 'resource_link', uri, name, mime: mimeType, description, size_bytes: size });
    }
    case 'resource': {
      const { uri, mimeType } = block.resource;
      const data = 'blob' in block.resource ? block.resource.blob : '';
      return present({ kind: 'blob', type: 'resource', uri, mime: mimeType, size_bytes: base64Bytes(data) });
    }
    default:
      return { kind: 'unknown' };
  }
}

function present(members: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(members).filter(([, member]) => member !== undefined));
}

function base64Bytes(data: string): number {
  const padding = data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0;
  return Math.max(0, Math.floor((data.length * 3) / 4) - padding);
}

/** Whether a block says nothing but this. The content is written down once, however many blocks there are. */
function repetitionOf(structured: unknown): (block: Block) => boolean {
  const bare = unwrapped(structured);
  let forms: readonly string[] | undefined;
  return (block) => {
    if (block.type !== 'text') {
      return false;
    }
    const said = canonicalText(block.text);
    if (said === undefined) {
      return bare === block.text;
    }
    forms ??= [structured, bare, ...onlyMember(structured)].flatMap((form) => written(form) ?? []);
    return bare === block.text || forms.includes(said);
  };
}

/** Servers wrap a list under a name, and give the bare list as text. */
function onlyMember(structured: unknown): readonly unknown[] {
  const members = typeof structured === 'object' && structured !== null ? Object.values(structured) : [];
  return members.length === 1 ? members : [];
}

function canonicalText(text: string): string | undefined {
  try {
    return written(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Undefined for what is too deep to be written. */
function written(value: unknown): string | undefined {
  try {
    return canonicalJson(value);
  } catch {
    return undefined;
  }
}
