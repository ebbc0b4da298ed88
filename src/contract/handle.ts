import type { HandleState } from './frame.js';
import type { GrantConstraints } from './grant.js';
import type { KeptRedaction } from './redaction.js';

export type { HandleState } from './frame.js';

export const HANDLE_KINDS = ['records', 'text', 'map'] as const;
export type HandleKind = (typeof HANDLE_KINDS)[number];
/** What a kept result is counted in. */
export const HANDLE_UNITS = { text: 'lines', records: 'rows', map: 'values' } as const satisfies Record<
  HandleKind,
  string
>;

/** What is known of a stored result before its first row. */
export interface NewHandle {
  readonly handle_id: string;
  readonly action_id: string;
  readonly capability_id: string;
  readonly principal_id: string;
  readonly session_id?: string;
  /** The grant it was made under; a revoked grant closes its handles too. */
  readonly grant_id?: string;
  readonly granted_at?: string;
  /** What limited the invocation limits every later page. */
  readonly constraints: GrantConstraints;
  readonly sensitivity: string;
  /** What was hidden when it came stays hidden, whatever is configured later. */
  readonly kept_redaction?: KeptRedaction;
  /** Rows one page may show when the constraints do not say. */
  readonly row_cap: number;
  /** How the rows came: `text` rows are `{line, text}` pieces; those of a `map` tell what placeholders stand for, and are shown to nobody. */
  readonly kind: HandleKind;
  readonly created_at: string;
  readonly expires_at: string;
}

/** The index entry of a stored result, as another process can read it. */
export interface HandleRecord extends NewHandle {
  readonly total_rows: number;
  /** Raw bytes kept, before encryption. */
  readonly size_bytes: number;
  readonly state: HandleState;
  readonly reason?: string;
}
