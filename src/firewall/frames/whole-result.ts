import type { Amounts } from '../../contract/frame.js';
import type { FrameDraft } from '../budget/meter.js';
import type { Account } from './account.js';
import {
  allRedactions,
  contentPart,
  defined,
  type Ending,
  type FinalContent,
  type FinalParts,
} from './final-content.js';

/** Whether one frame shows everything that was seen, as it is or with placeholders, and the handle has it all as well. */
export function isWholeResult(
  { outlet, account }: FinalParts,
  { status, handle }: Ending,
  content: FinalContent | undefined,
): content is FinalContent {
  if (content === undefined || outlet.frames() > 0 || status !== 'completed') {
    return false;
  }
  const hasContent = content.rows !== undefined || content.raw !== undefined || content.text !== undefined;
  const isAll =
    content.shownRows === account.rows() && content.shownChars === account.chars() && account.lost().rows === 0;
  const { omittedFields = [], omittedChars = 0, omittedItems = 0 } = content;
  const isUncut = omittedFields.length === 0 && omittedChars === 0 && omittedItems === 0;
  return hasContent && isAll && isUncut && (handle === undefined || handle.state === 'complete');
}

/**
 * The frame of a whole result says only what its reader cannot know already: nothing was left out, so there is nothing
 * to account for, and what was shown is what was seen.
 */
export function wholeDraft(parts: FinalParts, { status, handle }: Ending, content: FinalContent): FrameDraft {
  const { account } = parts;
  const exit = account.exit();
  const redactions = allRedactions(parts, [], content);
  const warnings = account.warnings();
  return {
    seq: 0,
    ...defined('handle_id', handle?.handle_id),
    phase: 1,
    is_final: true,
    status,
    ...(exit === undefined || exit.exit_code === 0 ? {} : { exit }),
    ...contentPart(content),
    seen: amountsOf(account),
    ...(redactions.length > 0 ? { redactions: Object.fromEntries(redactions) } : {}),
    ...(warnings.length > 0 ? { warnings } : {}),
  };
}

function amountsOf(account: Account): Amounts {
  const chars = account.chars() > 0 ? { chars: account.chars() } : {};
  return account.hasRows() ? { rows: account.rows(), ...chars } : chars;
}
