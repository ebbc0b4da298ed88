import { KernelError } from '../../contract/errors.js';

const HINT = 'give the JSON file of Claude, Cursor, VS Code or another host, or the TOML file of Codex';
/** Deeper than any config, and far from where a walk through the tree would fail. */
const DEEPEST = 64;

/** A host's file as a tree: JSON with comments and commas too many, or TOML. Throws USAGE, without a word of the text. */
export async function parseHostText(text: string): Promise<unknown> {
  const bare = text.replace(/^\ufeff/, '');
  if (bare.trim() === '') {
    return {};
  }
  return isJson(bare) ? parseJson(bare) : parseToml(bare);
}

/** Whether a text can only be JSON: no line of TOML begins like that. */
export function isJson(text: string): boolean {
  return /^\ufeff?\s*(?:\{|\/[/*])/.test(text);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(withoutComments(text));
  } catch (cause) {
    throw new KernelError('USAGE', 'the file is no JSON that can be read', { hint: HINT, cause });
  }
}

async function parseToml(text: string): Promise<unknown> {
  const { parse } = await import('../toml-library.js');
  try {
    return parse(text, { maxDepth: DEEPEST, integersAsBigInt: 'asNeeded' });
  } catch (cause) {
    // the library's own message repeats lines of the file
    throw new KernelError('USAGE', `the file is no TOML that can be read${placeOf(cause)}`, { hint: HINT });
  }
}

function placeOf(cause: unknown): string {
  const line = cause instanceof Error ? Reflect.get(cause, 'line') : undefined;
  return typeof line === 'number' ? ` (line ${line})` : '';
}

/** Takes out comments and the commas before closing brackets; what stands in strings stays. */
function withoutComments(text: string): string {
  const bare = text.replace(TOKEN, (token) => (token.startsWith('"') ? token : ' '));
  return bare.replace(TRAILING, (token) => (token.startsWith('"') ? token : token.slice(1)));
}

const STRING = /"(?:[^"\\\n]|\\.)*"/.source;
const TOKEN = new RegExp(`${STRING}|//[^\\n]*|/\\*[^]*?\\*/`, 'g');
const TRAILING = new RegExp(`${STRING}|,\\s*(?=[}\\]])`, 'g');
