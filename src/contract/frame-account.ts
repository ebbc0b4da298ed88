import { ESTIMATED_BYTES_A_TOKEN } from './budget.js';
import { countPlaceholders } from './count-placeholders.js';
import type { Amounts, Frame } from './frame.js';

/**
 * What a frame has to say of itself in words, such as `omitted 117,265 chars`, `redacted: email 3`: only where something
 * was replaced, left out or broken off. Undefined where the whole result stands there as it came. What was replaced in
 * facts counts only where they are printed.
 */
export function accountParts(frame: Frame, printsFacts: boolean): readonly string[] | undefined {
  const { page, handle, handle_id: handleId = handle?.handle_id } = frame;
  const left = omittedText(frame);
  const hasMore = left !== undefined || page?.next_offset !== undefined;
  const replaced = redactionText(printsFacts ? frame : outsideFacts(frame));
  const isBroken = frame.status !== undefined && frame.status !== 'completed' && handleId !== undefined;
  if (!frame.is_final || !(hasMore || isBroken || replaced !== undefined)) {
    return undefined;
  }
  // What a command counted before a signal ended it may read like a verdict.
  const isKilled = frame.exit?.exit_code === null && !isBroken;
  const status = isKilled ? badExitText(frame) : isBroken ? frame.status : undefined;
  const inPart = isBroken || handle?.reason === undefined ? undefined : `kept in part: ${handle.reason}`;
  return [status, hasMore ? pageText(frame) : undefined, left, replaced, inPart].filter((part) => part !== undefined);
}

/** The roll-up of what was shown in full is no part of the result, but a part of the account. */
export function isAllShown(frame: Frame): boolean {
  const { rows = 0, chars = 0, cell_chars: cellChars = 0, items = 0 } = frame.omitted ?? {};
  return frame.is_final && rows + chars + cellChars + items === 0;
}

export function omittedText(frame: Frame): string | undefined {
  const left = Object.entries(frame.omitted ?? {}).filter(([, amount]: [string, unknown]) => amount !== 0);
  return amountsText('omitted', Object.fromEntries(left));
}

/**
 * What the budget kept out, such as `about 131,000 → 3,600 model tokens`. Nobody counted the whole: it is estimated from its
 * bytes. Undefined where nothing was left out.
 */
export function savingsText(frame: Frame, arrow = '→'): string | undefined {
  const { budget, seen } = frame;
  const whole = Number(((seen?.bytes ?? 0) / ESTIMATED_BYTES_A_TOKEN).toPrecision(3));
  if (!frame.is_final || isAllShown(frame) || whole <= budget.used) {
    return undefined;
  }
  return `about ${formatCount(whole)} ${arrow} ${formatCount(budget.used)} model tokens`;
}

export function amountsText(label: string, given: Amounts | undefined): string | undefined {
  const parts = Object.entries(given ?? {}).flatMap(([unit, amount]: [string, unknown]) =>
    typeof amount === 'number' ? [amountText(amount, unit)] : fieldText(amount),
  );
  return parts.length === 0 ? undefined : `${label} ${parts.join(', ')}`;
}

export function amountText(amount: number, unit: string): string {
  const word = unit.replace('_', ' ');
  return `${formatCount(amount)} ${amount === 1 ? word.replace(/s$/, '') : word}`;
}

function fieldText(names: unknown): readonly string[] {
  return Array.isArray(names) && names.length > 0 ? [`fields ${names.join(', ')}`] : [];
}

export function pageText({ page }: Frame): string | undefined {
  if (page === undefined) {
    return undefined;
  }
  if (page.rows !== undefined && page.matched !== undefined) {
    const last = page.offset + page.returned;
    const which = page.returned === 0 ? 'none' : `${formatCount(page.offset + 1)} to ${formatCount(last)}`;
    return `${which} of ${formatCount(page.matched)} rows that match, the best first`;
  }
  const range =
    page.returned === 0
      ? 'no rows'
      : `rows ${formatCount(page.offset)} to ${formatCount(page.offset + page.returned - 1)}`;
  const matched = page.matched === undefined ? '' : `, ${formatCount(page.matched)} match`;
  return `${range} of ${formatCount(page.total)}${matched}`;
}

/** How a command ended, where that was not well. */
export function badExitText({ exit }: { readonly exit?: Frame['exit'] | undefined }): string | undefined {
  if (exit === undefined || exit.exit_code === 0) {
    return undefined;
  }
  return exit.exit_code === null ? `ended by ${exit.signal ?? 'a signal'}` : `exit status ${exit.exit_code}`;
}

/** How a run ended, its command first: "completed" would hide that it failed. */
export function endTexts({
  status,
  exit,
}: Pick<Frame, 'status'> & Parameters<typeof badExitText>[0]): readonly string[] {
  const badExit = badExitText({ exit });
  const isTold = badExit !== undefined && status === 'completed';
  return [isTold ? undefined : status, badExit].filter((text) => text !== undefined);
}

export function redactionText({ redactions }: Pick<Frame, 'redactions'>): string | undefined {
  const parts = Object.entries(redactions ?? {}).map(([type, times]) => `${type} ${formatCount(times)}`);
  return parts.length === 0 ? undefined : `redacted: ${parts.join(', ')}`;
}

/** A whole number with its thousands separated. */
export function formatCount(count: number): string {
  return String(Math.round(count)).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** What was replaced, that in facts aside. */
function outsideFacts({ facts = [], redactions = {} }: Frame): Pick<Frame, 'redactions'> {
  if (facts.length === 0) {
    return { redactions };
  }
  const inFacts = countPlaceholders(facts);
  const shown = Object.entries(redactions).map(([type, count]) => [type, count - (inFacts.get(type) ?? 0)] as const);
  return { redactions: Object.fromEntries(shown.filter(([, count]) => count > 0)) };
}
