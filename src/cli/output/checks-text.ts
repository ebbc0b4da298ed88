import { terminalSafeLine } from '../../contract/terminal-safe.js';
import type { Check } from '../check.js';
import type { Style } from './style.js';

const WIDEST_RESULT = 'warning'.length;
const INDENT = ' '.repeat(WIDEST_RESULT + 2);

/** A line for each check, and one for what to do about it. Nothing is cut: how a config fails is what people came for. */
export function checksText(checks: readonly Check[], style: Style): string {
  return checks
    .flatMap(({ check, result, detail, hint }) => {
      const lines = [
        `${painted(result, style)}${check}: ${terminalSafeLine(detail)}`,
        hint !== undefined && `${INDENT}${style.faint(terminalSafeLine(hint))}`,
      ];
      return lines.filter((line) => line !== false).map((line) => `${line}\n`);
    })
    .join('');
}

function painted(result: Check['result'], { good, bad, strong }: Style): string {
  const paint = { ok: good, warning: strong, error: bad }[result];
  return paint(result) + ' '.repeat(INDENT.length - result.length);
}
