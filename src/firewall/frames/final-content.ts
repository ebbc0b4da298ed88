import { countPlaceholders } from '../../contract/count-placeholders.js';
import type { ErrorInfo, HandleInfo, Highlight, Outcome, Phase, ResponseMode } from '../../contract/frame.js';
import type { Value } from '../../contract/row.js';
import type { FrameDraft, ShownAmounts } from '../budget/meter.js';
import type { Account } from './account.js';
import type { Outlet } from './outlet.js';

/** How a stream ended. `error` texts are already redacted. */
export interface Ending {
  readonly status: Outcome;
  readonly error?: ErrorInfo;
  readonly handle?: HandleInfo;
}

/** What a one-frame result shows besides its facts; a stream's final frame shows nothing more. */
export interface FinalContent extends ShownAmounts {
  readonly mode?: ResponseMode;
  readonly phase?: Phase;
  readonly rows?: readonly Value[];
  readonly raw?: readonly Value[];
  readonly text?: string;
  readonly channel?: string;
  readonly highlights?: readonly Highlight[];
  readonly folded?: readonly string[];
  /** Where to read on in a text, if it is known. */
  readonly nextRow?: number | undefined;
  readonly omittedFields?: readonly string[];
  /** Characters cut from the cells of shown rows. */
  readonly omittedChars?: number;
  readonly omittedItems?: number;
  /** Colours and other control sequences that shown lines came with. */
  readonly omittedEscapes?: number;
}

/** What a final frame is made of. */
export interface FinalParts {
  readonly outlet: Outlet;
  readonly account: Account;
  readonly facts: readonly string[];
  /** Facts that may be told at most, the sentence about the others among them. */
  readonly mostFacts?: number;
}

export function defined<Name extends string, T>(name: Name, value: T | undefined): { readonly [key in Name]?: T } {
  return value === undefined ? {} : ({ [name]: value } as { readonly [key in Name]: T });
}

export function contentPart(content: FinalContent | undefined): Partial<FrameDraft> {
  return {
    ...defined('channel', content?.channel),
    ...defined('rows', content?.rows),
    ...defined('raw_data', content?.raw),
    ...defined('text', content?.text),
    ...defined('highlights', content?.highlights),
    ...defined('folded', content?.folded),
  };
}

/** Most frequent first, ties by name. */
export function allRedactions(
  parts: { readonly outlet: Outlet },
  facts: readonly string[],
  content: FinalContent | undefined,
): readonly (readonly [string, number])[] {
  const counts = new Map(parts.outlet.redactions());
  for (const more of [countPlaceholders(facts), content?.redactions ?? new Map<string, number>()]) {
    for (const [type, count] of more) {
      counts.set(type, (counts.get(type) ?? 0) + count);
    }
  }
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}
