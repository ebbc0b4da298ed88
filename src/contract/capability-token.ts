import type { ArgConstraints } from './grant.js';

/** One restriction in a capability token's chain. An unknown caveat denies. */
export type Caveat =
  | { readonly exp: number }
  | { readonly principal: string }
  | { readonly capability: string }
  | { readonly max_rows: number }
  | { readonly allowed_fields: readonly string[] }
  | { readonly args: ArgConstraints }
  | { readonly max_calls: number }
  | { readonly session: string };

/** The decoded wire form of a capability token: `akt1.` + base64url of this as JSON. */
export interface CapabilityTokenBody {
  /** The grant it proves; revocation names it. */
  readonly grant_id: string;
  readonly key_id: string;
  /** Unix milliseconds. */
  readonly issued_at_ms: number;
  readonly caveats: readonly Record<string, unknown>[];
  /** Hex of the last HMAC-SHA256 in the chain. */
  readonly signature: string;
}
