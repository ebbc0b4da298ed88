import { terminalSafeLine } from '../../contract/terminal-safe.js';
import { wrapText } from '../../tui/text/wrap.js';
import type { Check } from '../check.js';
import type { Style } from './style.js';

const WIDEST_RESULT = 'warning'.length;
const INDENT = ' '.repeat(WIDEST_RESULT + 2);

/**
 * A line for each check, and one for what to do about it, broken at blanks where the terminal is narrow. Nothing is cut:
 * how a config fails is what people came for.
 */
export function checksText(checks: readonly Check[], style: Style, columns: number | undefined): string {
  const wrapped = (text: string): readonly string[] => {
    const line = terminalSafeLine(text);
    return columns === undefined ? [line] : wrapText(line, Math.max(LEAST_ROOM, columns - INDENT.length));
  };
  return checks
    .flatMap(({ check, result, detail, hint }) => {
      const [first = '', ...more] = wrapped(`${check}: ${detail}`);
      const hints = hint === undefined ? [] : wrapped(hint).map(style.faint);
      return [`${painted(result, style)}${first}`, ...[...more, ...hints].map((line) => INDENT + line)];
    })
    .map((line) => `${line}\n`)
    .join('');
}

const LEAST_ROOM = 11;

function painted(result: Check['result'], { good, bad, strong }: Style): string {
  const paint = { ok: good, warning: strong, error: bad }[result];
  return paint(result) + ' '.repeat(INDENT.length - result.length);
}
