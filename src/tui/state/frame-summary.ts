import type { ToolFailure } from '../../contract/actor.js';
import type { Frame } from '../../contract/frame.js';
import { redactionText } from '../../contract/frame-account.js';
import { PHASES } from '../../contract/phase-words.js';
import { formatCount } from '../../contract/quantities.js';

/** What a tool answered, in a line and, where there is something to see, a second one. Not yet safe for a terminal. */
export function answerSummary(output: Frame | ToolFailure | undefined): readonly string[] {
  if (output === undefined) {
    return ['answered'];
  }
  return 'seq' in output ? frameSummary(output) : failureSummary(output.error);
}

function failureSummary({ code, message, hint }: ToolFailure['error']): readonly string[] {
  return [`${code}: ${message}`, ...(hint === undefined ? [] : [`hint: ${hint}`])];
}

function frameSummary(frame: Frame): readonly string[] {
  const { error, phase, budget, handle_id: handleId } = frame;
  const first = [
    amountOf(frame),
    ...(handleId === undefined ? [] : [`handle ${handleId}`]),
    ...(phase === 1 ? [] : [`phase ${phase} ${PHASES[phase].name}`]),
    ...(typeof budget.total === 'number'
      ? [`${formatCount(budget.used)} of ${formatCount(budget.total)} model tokens`]
      : []),
    redactionText(frame),
  ].filter((part) => part !== undefined);
  const second = error === undefined ? headOf(frame) : `${error.code}: ${error.message}`;
  return [first.join(', '), ...(second === undefined ? [] : [second])];
}

function amountOf({ seen, shown, rows, text }: Frame): string {
  const rowCount = seen?.rows ?? rows?.length;
  if (rowCount !== undefined && rowCount > 0) {
    const shownRows = shown?.rows ?? rows?.length ?? 0;
    return `${formatCount(rowCount)} ${rowCount === 1 ? 'row' : 'rows'}${shownRows < rowCount ? `, ${formatCount(shownRows)} shown` : ''}`;
  }
  const chars = seen?.chars ?? text?.length ?? 0;
  return chars === 0 ? 'nothing' : `${formatCount(chars)} characters`;
}

const LONGEST_HEAD = 400;

/** The first thing that a person would read of it. */
function headOf({ rows, text, highlights, facts, raw_data: raw }: Frame): string | undefined {
  const row = rows?.[0] ?? raw;
  const texts = [
    row === undefined ? undefined : JSON.stringify(row),
    text?.split('\n').find((line) => line.trim() !== ''),
    highlights?.[0]?.text.split('\n')[0],
    facts?.[0],
  ];
  return texts.find((each) => each !== undefined)?.slice(0, LONGEST_HEAD);
}
