import type { DenialReason } from './denial.js';
import type { ErrorCode } from './errors.js';
import type { Outcome } from './frame.js';
import type { AllowReason } from './grant.js';
import type { ModelUsage, UsageStatus } from './model.js';

export const TRACE_EVENTS = ['grant', 'invoke', 'expand', 'revoke', 'model', 'session', 'trust', 'audit'] as const;
export type TraceEvent = (typeof TRACE_EVENTS)[number];

/** Who approved a call that a model wanted: a person who was asked, somebody beforehand, or a program. */
export const APPROVED_BY = ['person', 'beforehand', 'program'] as const;
export type ApprovedBy = (typeof APPROVED_BY)[number];

/** A call of a model: its name and amounts, nothing that was said. */
export interface ModelTotals {
  readonly name: string;
  readonly usage: ModelUsage;
  readonly usage_status: UsageStatus;
  /** Counts by type of what was replaced in its text. */
  readonly redactions: Readonly<Record<string, number>>;
}

/** Counts only: nothing of the content. */
export interface TraceTotals {
  readonly frames: number;
  readonly rows: number;
  readonly bytes: number;
  readonly chunks: number;
  readonly shown_rows: number;
  readonly shown_chars: number;
  readonly redactions: Readonly<Record<string, number>>;
  readonly final_phase: number;
  readonly budget_total: number;
  readonly budget_used: number;
}

/** A visit of a kept result: its pages and searches are one action. */
export interface ReadingTotals {
  readonly pages: number;
  readonly finds: number;
  /** Pages and searches that were refused or failed. */
  readonly refused: number;
  /** Rows shown on all pages together. */
  readonly rows: number;
  /** Counts by type of what was replaced in them. */
  readonly redactions: Readonly<Record<string, number>>;
}

/** The audit record of one action. Arguments and errors are redacted before they get here. */
export interface Trace {
  readonly action_id: string;
  readonly event: TraceEvent;
  /** The action that it was a part of, where a driver called a capability. */
  readonly parent_action_id?: string;
  readonly principal_id: string;
  readonly capability_id?: string;
  readonly handle_id?: string;
  readonly session_id?: string;
  readonly grant_id?: string;
  readonly driver_id?: string;
  readonly outcome: Outcome;
  readonly reason?: AllowReason | DenialReason;
  readonly mode?: string;
  readonly streamed?: boolean;
  readonly args?: Readonly<Record<string, unknown>>;
  /** The stored results that arguments stood for, as `h_…#path`. */
  readonly args_from?: readonly string[];
  readonly justification?: string;
  /** Of a model's call that changes something: who approved it, or, where it was denied, who did not. */
  readonly approved_by?: ApprovedBy;
  readonly error?: { readonly code: ErrorCode; readonly message: string };
  readonly started_at: string;
  readonly duration_ms: number;
  readonly totals?: TraceTotals;
  readonly reading?: ReadingTotals;
  readonly model?: ModelTotals;
}

/** A trace in its place in the chain. `hash` = HMAC-SHA256(key, canonical JSON of {seq, prev_hash, trace}), hex. */
export interface ChainedTrace {
  readonly seq: number;
  readonly prev_hash: string;
  readonly hash: string;
  readonly trace: Trace;
}

export interface TraceQuery {
  readonly principal_id?: string;
  readonly capability_id?: string;
  readonly event?: TraceEvent;
  readonly outcome?: Outcome;
  /** ISO times; since is inclusive, until exclusive. */
  readonly since?: string;
  readonly until?: string;
  readonly limit?: number;
  readonly offset?: number;
}

/** What of the trail is kept; the older end goes first, and never without a trace that says so. */
export interface TraceCaps {
  readonly max_traces: number;
  /** Traces of actions that began longer ago go. */
  readonly max_age_ms: number;
}

export const DEFAULT_TRACE_CAPS: TraceCaps = { max_traces: 1_000_000, max_age_ms: 365 * 86_400_000 };

export interface ChainVerdict {
  readonly ok: boolean;
  readonly records_checked: number;
  /** Records up to this number were pruned in order; what is checked begins behind it. */
  readonly pruned?: number;
  /** What is wrong: the records themselves, or only what the head file says of them. */
  readonly problem?: 'records' | 'head_file';
  readonly first_bad_seq?: number;
  readonly detail?: string;
}
