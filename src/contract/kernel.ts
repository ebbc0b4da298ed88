import type { Encoding } from './budget.js';
import type { Capability } from './capability.js';
import type { KernelError } from './errors.js';
import type { Frame, Outcome, Rendering, ResponseMode } from './frame.js';
import type { Grant, GrantConstraints, PolicyDecision } from './grant.js';
import type { HandleRecord } from './handle.js';
import type { ModelCall, ShownModelPart } from './model-call.js';
import type { Principal } from './principal.js';
import type { SessionRecord } from './session.js';
import type { CollectResult, PrunedTraces } from './stores.js';
import type { RunResult, StreamRun } from './stream-run.js';
import type { ChainedTrace, ChainVerdict, Trace, TraceCaps, TraceEvent, TraceQuery } from './trace.js';

/** What bounds and shapes one result on its way out. */
export interface OutputOptions {
  /** Model tokens for everything printed; Infinity for no ceiling (expand only, and streams of trusted programs). */
  readonly maxTokens?: number;
  readonly encoding?: Encoding;
  readonly mode?: ResponseMode;
  readonly maxRows?: number;
  readonly maxFields?: number;
  readonly maxChars?: number;
  /** What is printed in place of the frames' lines; the budget is then charged for that. */
  readonly rendering?: Rendering;
}

export interface InvokeRequest extends OutputOptions {
  readonly capabilityId: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly principal: Principal;
  /** Proof of a grant; checked before the driver, and again during the stream. */
  readonly capabilityToken: string;
  readonly sessionId?: string;
  readonly justification?: string;
  readonly timeoutMs?: number;
  /** false: nothing is stored and the frames say so. */
  readonly keep?: boolean;
  readonly stopAtBudget?: boolean;
  /** What is asked about the result: lines of a long text that share its words are shown before others. */
  readonly query?: string;
  readonly signal?: AbortSignal;
}

/** A person's own act at a shell (`pipe`, `exec`): runs an unregistered capability as the principal, without a grant. */
export interface OwnActRequest extends Omit<InvokeRequest, 'capabilityId' | 'capabilityToken'> {
  readonly capability: Capability;
}

export interface GrantRequest {
  readonly principal: Principal;
  readonly capabilityId: string;
  readonly justification?: string;
  readonly intent?: string;
  readonly scope?: Readonly<Record<string, string>>;
  readonly constraints?: GrantConstraints;
  readonly ttlS?: number;
}

/** One condition on a row of a handle: `path op value`. Values are JSON and compared strictly by type. */
export type FilterOperator = '=' | '!=' | '<' | '<=' | '>' | '>=' | '~' | 'in' | 'exists';
export interface FilterCondition {
  readonly field: string;
  readonly operator: FilterOperator;
  /** A list for `in`; a boolean for `exists`. */
  readonly value: unknown;
}

export interface ExpandRequest extends OutputOptions {
  readonly handleId: string;
  readonly principal: Principal;
  readonly offset?: number;
  readonly limit?: number;
  readonly fields?: readonly string[];
  /** All must hold. As text it is read like `--filter`, and refused with a trace when it makes no sense. */
  readonly filter?: readonly FilterCondition[] | string;
  /** These rows by their numbers, in place of a page: at most as many as a page may show, and nothing to filter. */
  readonly rows?: readonly number[];
  /** Rows that share words with it, the best first, in place of all in their order; `offset` counts these. */
  readonly query?: string;
  readonly sessionId?: string;
  readonly signal?: AbortSignal;
}

/** Opens a stored result to read here and there in it. */
export interface ReadingRequest {
  readonly handleId: string;
  readonly principal: Principal;
}

export type ReadingPage = Omit<ExpandRequest, keyof ReadingRequest | 'offset' | 'limit' | 'filter' | 'query'> & {
  readonly rows: readonly number[];
  /** Told how far a long way through text has come. */
  readonly onProgress?: (row: number) => void;
};

/**
 * Shows rows as `expand` does, each time with all its checks; the way to rows near the last ones is short. All pages and
 * searches are one action with one trace, which `close` leaves.
 */
export interface Reading {
  readonly expand: (page: ReadingPage) => Promise<Frame>;
  readonly find: (question: Omit<FindRequest, keyof ReadingRequest>) => AsyncIterable<FindProgress>;
  readonly close: () => Promise<void>;
}

/** Where the rows are that fit a filter, hold a text, or both; looked for from row `from` on. */
export interface FindRequest {
  readonly handleId: string;
  readonly principal: Principal;
  readonly filter?: readonly FilterCondition[] | string;
  /** Stands somewhere in a value of the row. Capitals matter only when there are some in it. */
  readonly text?: string;
  readonly from?: number;
  /** Up to this row, itself excluded; to the end if not given. */
  readonly to?: number;
  readonly signal?: AbortSignal;
}

/** How far a search has come, and what it found since it last said so. */
export interface FindProgress {
  /** Rows looked at, counted from row 0. */
  readonly scanned: number;
  /** Where the search will end: the rows kept when it began, or fewer. */
  readonly total: number;
  /** The numbers of matching rows, ascending. */
  readonly rows: readonly number[];
}

/** One value of one row, paged by UTF-16 code units after redaction. */
export interface ExpandValueRequest extends OutputOptions {
  readonly handleId: string;
  readonly principal: Principal;
  readonly row: number;
  readonly field: string;
  readonly from?: number;
  readonly to?: number;
  readonly sessionId?: string;
}

export interface InvokeResult extends RunResult {
  readonly status: Outcome;
  readonly action_id: string;
  readonly handle_id?: string;
  /** The last frame; undefined when the call ended before there could be one. */
  readonly final_frame?: Frame;
  /** The end of a subprocess. */
  readonly exit?: { readonly exit_code: number | null; readonly signal: string | null };
}

/** What a run has done so far; for whoever watches it, free of the budget. */
export interface InvokeUsage {
  readonly frames: number;
  readonly rows: number;
  readonly bytes: number;
  /** Counts by type of what was replaced in the content shown so far. */
  readonly redactions?: Readonly<Record<string, number>>;
  /** How far the driver says it has come. */
  readonly progress?: { readonly done: number; readonly total?: number };
}

export type InvokeRun = StreamRun<Frame, InvokeResult, InvokeUsage>;

/** An action that a surface refused before the kernel was asked; the ids are those it is sure of. */
export interface RefusalRequest {
  readonly event: TraceEvent;
  readonly principal: Principal;
  readonly error: KernelError;
  readonly capabilityId?: string;
  readonly handleId?: string;
}

/** Somebody answers for a state directory that was restored or lost its head file. */
export interface AcceptRequest {
  readonly principal: Principal;
  /** What happened; at least 15 characters. */
  readonly justification: string;
}

/** What an invocation would do; nothing was run or consumed. */
export interface Plan {
  readonly capability_id: string;
  readonly principal_id: string;
  readonly driver_id: string;
  readonly operation: string;
  readonly mode: ResponseMode | 'stream';
  readonly decision: PolicyDecision;
  readonly args_valid: boolean;
  readonly args_errors: readonly string[];
  readonly budget_total: number;
  readonly session_remaining?: number;
}

/** The facade. Everything that reaches a reader through it has passed the firewall. */
export interface Kernel {
  readonly capabilities: {
    /** What is loaded. */
    readonly list: () => readonly Capability[];
    /** Loads what comes from elsewhere, such as MCP servers; a source that fails is told and disturbs no other. */
    readonly load: () => Promise<readonly { readonly namespace: string; readonly error: KernelError }[]>;
    readonly get: (capabilityId: string) => Promise<Capability>;
    readonly search: (query: string, limit?: number) => readonly Capability[];
  };
  readonly grant: (request: GrantRequest) => Promise<Grant>;
  /** Every condition that a grant would fail, without consuming anything. */
  readonly decide: (request: GrantRequest) => Promise<PolicyDecision>;
  readonly narrow: (capabilityToken: string, caveats: readonly Readonly<Record<string, unknown>>[]) => string;
  readonly inspect: (capabilityToken: string) => Promise<TokenReport>;
  readonly revoke: (
    target: { readonly grantId: string } | { readonly principalId: string },
    by: Principal,
  ) => Promise<boolean>;
  readonly invokeStream: (request: InvokeRequest) => InvokeRun;
  readonly invoke: (request: InvokeRequest) => Promise<Frame>;
  /** One of the two, as a run: also a result that is given at once can be watched and cancelled. */
  readonly start: (request: InvokeRequest & { readonly stream: boolean }) => InvokeRun;
  readonly runOwnAct: (request: OwnActRequest & { readonly stream: boolean }) => InvokeRun;
  /** Calls a model: redacted both ways, one trace. Throws KernelError; then nothing that the model asked for may be run. */
  readonly callModel: (call: ModelCall) => AsyncIterable<ShownModelPart>;
  readonly plan: (request: InvokeRequest & { readonly stream: boolean }) => Promise<Plan>;
  readonly expand: (request: ExpandRequest) => Promise<Frame>;
  /** Page after page until the end, one frame each. */
  readonly expandAll: (request: ExpandRequest) => InvokeRun;
  readonly expandValue: (request: ExpandValueRequest) => Promise<Frame>;
  /** For whoever looks at many pages of one handle. Close it: it keeps files open, and some of what it read. */
  readonly openReading: (request: ReadingRequest) => Reading;
  /** Numbers of matching rows as they are found, over what this principal may see. One trace, however it ends. */
  readonly find: (request: FindRequest) => AsyncIterable<FindProgress>;
  readonly handles: {
    readonly get: (handleId: string, principal: Principal) => Promise<HandleRecord>;
    readonly list: (principal: Principal, limit?: number) => Promise<readonly HandleRecord[]>;
    readonly remove: (handleId: string, principal: Principal) => Promise<void>;
    readonly collect: () => Promise<CollectResult>;
  };
  readonly explain: (actionId: string, principal: Principal) => Promise<Trace>;
  readonly audit: {
    readonly list: (query: TraceQuery) => Promise<readonly Trace[]>;
    readonly export: (query: TraceQuery) => AsyncIterable<ChainedTrace>;
    readonly verify: () => Promise<ChainVerdict>;
    /** Takes the records that are there for the whole trail, where only the head file says otherwise, and says so in a trace. */
    /** Removes what is over the caps, those of the config where none are given; pruning leaves a trace and what is left still verifies. */
    readonly prune: (request: {
      readonly principal: Principal;
      readonly caps?: Partial<TraceCaps>;
    }) => Promise<PrunedTraces>;
    readonly accept: (request: AcceptRequest) => Promise<ChainVerdict>;
  };
  /** Leaves the one trace of a refused action. */
  readonly recordRefusal: (refusal: RefusalRequest) => Promise<void>;
  readonly sessions: {
    readonly create: (principal: Principal, total: number) => Promise<SessionRecord>;
    readonly get: (sessionId: string, principal: Principal) => Promise<SessionRecord>;
    readonly list: (principal: Principal) => Promise<readonly SessionRecord[]>;
    readonly remove: (sessionId: string, principal: Principal) => Promise<void>;
  };
  readonly close: () => Promise<void>;
}

export interface TokenReport {
  readonly valid: boolean;
  readonly grant_id: string;
  readonly key_id: string;
  readonly issued_at: string;
  readonly expires_at?: string;
  readonly caveats: readonly Readonly<Record<string, unknown>>[];
  /** Why it would be rejected now. */
  readonly problem?: string;
}
