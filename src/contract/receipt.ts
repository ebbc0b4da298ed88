import { z } from 'zod';

/**
 * What one call between a host and its tools cost and kept out. Counts only: nothing of the arguments, nothing of the
 * result. One JSON object on one line of the receipt log.
 */
export const receiptSchema = z.object({
  /** ISO 8601, when the call ended. */
  at: z.string(),
  surface: z.enum(['gateway', 'hook']),
  /** A host's id, `unknown` where it does not say who it is. */
  host: z.string(),
  /** The name under which the host knows the tool, such as `Bash` or `github__list_issues`. */
  tool: z.string(),
  /** The session of the host, where it tells it. */
  session: z.string().optional(),
  /**
   * `call`: a tool's result. `expand`: more of a result that was shown before (a re-read). `overhead`: what the host is
   * given besides, such as the list of our own tools.
   */
  kind: z.enum(['call', 'expand', 'overhead']),
  /** Of the result as the tool gave it. */
  bytes_in: z.number(),
  tokens_in: z.number(),
  /** Of what the host was given in its place; the same numbers where nothing was changed. */
  bytes_out: z.number(),
  tokens_out: z.number(),
  /** How the model tokens were counted: by the tokenizer of `encoding`, or from the bytes. */
  counted: z.enum(['measured', 'estimated']),
  encoding: z.string(),
  /** What the host itself would have shown at most, in bytes, where that is known. */
  host_limit_bytes: z.number().optional(),
  /** Findings by type. */
  redactions: z.record(z.string(), z.number()),
  handle_id: z.string().optional(),
  /** The first 16 hex digits of the SHA-256 of the result as it came: equal results are read again. */
  digest: z.string().optional(),
  /** The exit status that the host was told, and the command's own. Equal unless something is wrong. */
  exit: z.object({ told: z.number(), own: z.number() }).optional(),
  duration_ms: z.number().optional(),
});

export type Receipt = z.infer<typeof receiptSchema>;
