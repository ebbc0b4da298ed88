import { amountText } from '../../../contract/frame-account.js';
import { listOf, type Members, membersOf, numberOf, textOf } from './members.js';

/** What a tool answered an agent, in one line, such as `demo.log gave 40 lines, handle h_4t8r2v6y1n`. */
export function resultWords(name: string, part: Members): string {
  const frame = membersOf(part['output']);
  const error = textOf(membersOf(frame['error'])['message']);
  if (error !== '' || part['is_error'] === true) {
    return `${name} failed${error === '' ? '' : `: ${error}`}`;
  }
  const handleId = textOf(frame['handle_id']);
  return `${name} gave ${amountOf(frame)}${handleId === '' ? '' : `, handle ${handleId}`}`;
}

function amountOf(frame: Members): string {
  const there = listOf(frame['rows']).length;
  const seen = numberOf(membersOf(frame['seen'])['rows']) ?? there;
  const shown = numberOf(membersOf(frame['shown'])['rows']) ?? there;
  if (seen > 0) {
    return shown < seen ? `${amountText(seen, 'rows')}, ${amountText(shown, 'rows')} shown` : amountText(seen, 'rows');
  }
  const lines = textOf(frame['text']).replace(/\n$/, '').split('\n').length;
  return textOf(frame['text']) === '' ? 'no rows' : amountText(lines, 'lines');
}
