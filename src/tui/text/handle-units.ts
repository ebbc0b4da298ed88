import type { HandleKind } from '../../contract/handle.js';

/** What a kept result is counted in. */
export const HANDLE_UNITS = { text: 'lines', records: 'rows', map: 'values' } as const satisfies Record<
  HandleKind,
  string
>;
