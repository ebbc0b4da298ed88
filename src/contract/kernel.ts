import type { Capability } from './capability.js';
import type { KernelError } from './errors.js';
import type {
  ExpandRequest,
  ExpandValueRequest,
  FindProgress,
  FindRequest,
  Reading,
  ReadingRequest,
} from './expansion.js';
import type { Frame, Outcome, ResponseMode } from './frame.js';
import type { Grant, GrantConstraints, PolicyDecision } from './grant.js';
import type { HandleRecord } from './handle.js';
import type { Embeddings } from './model.js';
import type { EmbedCall, ModelCall, ShownModelPart } from './model-call.js';
import type { OutputOptions } from './output-options.js';
import type { Principal } from './principal.js';
import type {
  HistoryOptions,
  NewSession,
  OpenConversation,
  SessionEntry,
  SessionMemory,
  SessionRecord,
} from './session.js';
import type { CollectResult, PrunedTraces } from './stores.js';
import type { RunResult, StreamRun } from './stream-run.js';
import type { TraceContext } from './telemetry.js';
import type { ApprovedBy, ChainedTrace, ChainVerdict, Trace, TraceCaps, TraceEvent, TraceQuery } from './trace.js';

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
  /** Who approved it, where a model wanted it; for its trace. */
  readonly approvedBy?: ApprovedBy;
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
  readonly progress?: { readonly done: number; readonly total?: number; readonly message?: string };
  /** Where the result is kept, as soon as something is. */
  readonly handle_id?: string;
}

export interface InvokeRun extends StreamRun<Frame, InvokeResult, InvokeUsage> {
  /** At most 20 sentences about the whole stream so far, made when asked for. Absent where only frames come. */
  readonly facts?: () => readonly string[];
}

/** An action that a surface refused before the kernel was asked; the ids are those it is sure of. */
export interface RefusalRequest {
  readonly event: TraceEvent;
  readonly principal: Principal;
  readonly error: KernelError;
  readonly capabilityId?: string;
  readonly handleId?: string;
  readonly sessionId?: string;
  /** Who refused it. */
  readonly approvedBy?: ApprovedBy;
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
export interface Kernel extends AsyncDisposable {
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
  /** Texts as vectors: they are redacted first, and leave one trace. Throws KernelError, USAGE where the client has none. */
  readonly embed: (call: EmbedCall) => Promise<Embeddings>;
  /** A text of the program itself as the kernel would show it, under the strictest of its settings. */
  readonly redact: (text: string) => string;
  /**
   * Does work whose actions belong to somebody's trace: its spans stand below the one that `context` names, such as the headers
   * `traceparent` and `tracestate` of a request. Without telemetry it is just done.
   */
  readonly withTraceContext: <Result>(context: TraceContext, work: () => Result) => Result;
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
    /** A number is its total of model tokens. */
    readonly create: (principal: Principal, session: number | NewSession) => Promise<SessionRecord>;
    readonly get: (sessionId: string, principal: Principal) => Promise<SessionRecord>;
    readonly list: (principal: Principal) => Promise<readonly SessionRecord[]>;
    /** With its history, what it remembers, and its children. */
    readonly remove: (sessionId: string, principal: Principal) => Promise<void>;
    /**
     * This process writes the conversation alone until it is closed; waits while another run, here or in another process,
     * has it. Throws SESSION_NOT_FOUND, and the reason of the signal.
     */
    readonly open: (
      sessionId: string,
      principal: Principal,
      options?: { readonly signal?: AbortSignal },
    ) => Promise<OpenConversation>;
    /** In their order, to be shown; redacted again under today's settings. */
    readonly history: (
      sessionId: string,
      principal: Principal,
      options?: HistoryOptions,
    ) => AsyncIterable<SessionEntry>;
    readonly memory: (sessionId: string, principal: Principal) => SessionMemory;
  };
  readonly close: () => Promise<void>;
  /** Closes it at the end of a block: `await using kernel = await createKernel()`. */
  readonly [Symbol.asyncDispose]: () => Promise<void>;
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
