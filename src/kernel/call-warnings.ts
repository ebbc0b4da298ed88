import type { ResponseMode } from '../contract/frame.js';
import type { Invocation, Permit } from './admission.js';

interface Admitted {
  readonly call: Invocation;
  readonly permit: Permit;
  readonly mode: ResponseMode | undefined;
  /** Raw was asked for by somebody who may not have it. */
  readonly refusesRaw: boolean;
}

const WITHHELD =
  'the result is withheld: it was given stored values that are hidden only for where they stood; name a field that may be shown';

/** What the reader of an admitted call should know before its first row. */
export function callWarnings({ call, permit, mode, refusesRaw }: Admitted): readonly string[] {
  const partial = permit.given.sources.filter(({ state }) => state === 'partial');
  return [
    ...(call.keep === false ? ['nothing is kept: this result cannot be expanded later'] : []),
    ...(mode === 'raw' ? ['raw results are not kept: this one cannot be expanded later'] : []),
    ...(refusesRaw ? ['raw needs the role admin; a summary is shown instead'] : []),
    ...(permit.given.isWithheld() ? [WITHHELD] : []),
    ...partial.map(({ handle_id: id }) => `the stored result ${id} in an argument is partial`),
  ];
}
