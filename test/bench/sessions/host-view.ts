import { hostLimit } from '../../../src/hosts/hook/host-limits.js';

/** What Claude Code lets its model read of a tool's output: of a long one the beginning and the end. */
export function hostShows(tool: string, response: unknown): string {
  const text = readOf(response);
  const limit = hostLimit('claude-code', tool) ?? Number.POSITIVE_INFINITY;
  if (text.length <= limit) {
    return text;
  }
  const half = Math.floor(limit / 2);
  const left = text.length - 2 * half;
  return `${text.slice(0, half)}\n\n... [${left} characters truncated] ...\n\n${text.slice(-half)}`;
}

/** The members of a tool's output that become text for the model. */
export function readOf(response: unknown): string {
  const { stdout = '', stderr = '', content = '', filenames = [], file }: Response = Object(response);
  return [stdout, stderr, content, file?.content ?? '', filenames.join('\n')].filter((text) => text !== '').join('\n');
}

interface Response {
  readonly stdout?: string;
  readonly stderr?: string;
  readonly content?: string;
  readonly filenames?: readonly string[];
  readonly file?: { readonly content: string };
}
