import { KernelError } from '../../contract/errors.js';

const MAX_YAML_CHARS = 8 * 1024 * 1024;
const MAX_ALIASES = 100;

/** A document as JSON or YAML. Anything else is USAGE, with the line where it stops making sense. */
export async function parseDocument(text: string): Promise<unknown> {
  const plain = text.replace(/^\ufeff/, '');
  if (/^\s*[{[]/.test(plain)) {
    try {
      return JSON.parse(plain);
    } catch {
      // It may be YAML that begins with a brace, and YAML tells the line.
    }
  }
  if (plain.length > MAX_YAML_CHARS) {
    throw new KernelError('LIMIT_REACHED', 'the document is too long for YAML', { hint: 'convert it to JSON first' });
  }
  const { parseDocument: parse } = await import('../yaml-library.js');
  const document = parse(plain, { prettyErrors: true });
  const [error] = document.errors;
  const line = error?.linePos?.[0].line;
  if (error !== undefined) {
    const where = line === undefined ? '' : ` (line ${line})`;
    throw new KernelError('USAGE', `the document is neither JSON nor YAML${where}`, { cause: error });
  }
  try {
    return document.toJS({ maxAliasCount: MAX_ALIASES });
  } catch (cause) {
    throw new KernelError('USAGE', 'the document repeats itself too often by aliases', { cause });
  }
}
