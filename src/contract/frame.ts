import type { BudgetState } from './budget.js';
import type { DenialReason } from './denial.js';
import type { ErrorCode } from './errors.js';
import type { Value } from './row.js';

/** `auto` shows the whole result where it fits the budget. */
export const RESPONSE_MODES = ['auto', 'summary', 'table', 'handle_only', 'raw'] as const;
export type ResponseMode = (typeof RESPONSE_MODES)[number];

export type Phase = 1 | 2 | 3 | 4;

export type Outcome = 'completed' | 'failed' | 'cancelled' | 'timeout' | 'denied';

/** Exact amounts of a result. `chars` are UTF-16 code units of raw text; a placeholder stands for what it replaced. */
export interface Amounts {
  readonly rows?: number;
  readonly chars?: number;
  readonly lines?: number;
  readonly bytes?: number;
  readonly chunks?: number;
  /** Characters cut from cells, where `chars` are those of text. */
  readonly cell_chars?: number;
  /** Characters of colours and other control sequences that shown lines came with. */
  readonly escape_chars?: number;
  /** Names of fields left out of the rows of this frame. */
  readonly fields?: readonly string[];
  /** Items of lists and members of objects left out of cells. */
  readonly items?: number;
  readonly facts?: number;
  readonly warnings?: number;
  readonly redaction_types?: number;
}

export interface Provenance {
  readonly principal_id: string;
  readonly driver_id: string;
  readonly invoked_at: string;
}

export type HandleState = 'open' | 'complete' | 'partial';

/** What a frame says about the stored result. */
export interface HandleInfo {
  readonly handle_id: string;
  readonly total_rows: number;
  readonly size_bytes: number;
  readonly expires_at: string;
  readonly state: HandleState;
  /** Why the handle holds less than was seen. */
  readonly reason?: string;
}

export interface PageInfo {
  readonly offset: number;
  readonly returned: number;
  /** Rows that fit the filter; absent while an unfinished scan cannot know. */
  readonly matched?: number;
  readonly total: number;
  readonly next_offset?: number;
  /** The numbers of the rows shown, when rows were asked for by their numbers. */
  readonly rows?: readonly number[];
}

export interface ErrorInfo {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint?: string;
  /** Of what was refused. */
  readonly reason?: DenialReason;
}

/** Lines of a long text that stand together. */
export interface Highlight {
  /** Where the first of them stands in the stored result: `expand --offset` takes it. */
  readonly line: number;
  /** The channel of the lines, when it is not the main one. */
  readonly channel?: string;
  /** What lies between them and the lines shown before. */
  readonly gap?: string;
  /** The lines, without escape sequences and without a beginning that nearly all lines share. */
  readonly text: string;
}

/** One bounded, redacted piece of a result; one JSON object on one line. Made by the firewall only. */
export interface Frame {
  readonly seq: number;
  readonly action_id?: string;
  readonly capability_id?: string;
  readonly handle_id?: string;
  readonly phase: Phase;
  readonly mode?: ResponseMode;
  readonly rows?: readonly Value[];
  readonly text?: string;
  /** The telling lines of a text that is too long to be shown, in the order of the text. */
  readonly highlights?: readonly Highlight[];
  /** Lines that came again and again, with their numbers. */
  readonly folded?: readonly string[];
  /** The text's channel, when it is not the main one. */
  readonly channel?: string;
  readonly facts?: readonly string[];
  readonly raw_data?: Value;
  readonly seen?: Amounts;
  readonly shown?: Amounts;
  readonly omitted?: Amounts;
  readonly redactions?: Readonly<Record<string, number>>;
  readonly warnings?: readonly string[];
  readonly handle?: HandleInfo;
  readonly page?: PageInfo;
  readonly progress?: { readonly done: number; readonly total?: number };
  /** The end of a subprocess. */
  readonly exit?: { readonly exit_code: number | null; readonly signal: string | null };
  readonly budget: BudgetState;
  readonly provenance?: Provenance;
  readonly is_final: boolean;
  readonly status?: Outcome;
  readonly error?: ErrorInfo;
  /** The command that shows what comes next. */
  readonly next?: string;
}

/** How a frame is printed where it is not printed as its line. */
export interface Rendered {
  readonly text: string;
  readonly stream: 'stdout' | 'stderr';
  /** To be called when it has been printed, so that what comes is rendered to stand behind it. */
  readonly printed: () => void;
}

/** Forms that do not depend on a terminal: whoever renders a result anew from its first frame gets the same text. */
export const PRINTED_FORMS = ['text', 'json_lines', 'rows', 'csv', 'markdown'] as const;
export type PrintedForm = (typeof PRINTED_FORMS)[number];

/** `form` where it has one of these: a server, too, can then count what its client will print. */
export type Rendering = ((frame: Frame) => Rendered) & { readonly form?: PrintedForm };

/** Where the firewall leaves what a rendering made of a frame: what the budget was charged for. */
export const FRAME_TEXT: unique symbol = Symbol('akernel.frame-text');

export function renderedOf(frame: Frame & { readonly [FRAME_TEXT]?: Rendered }): Rendered | undefined {
  return frame[FRAME_TEXT];
}

/** Where the firewall leaves the exact line it counted, so that nobody serialises a frame twice. */
export const FRAME_LINE: unique symbol = Symbol('akernel.frame-line');

/** The line of a frame as the firewall left it; undefined for what only looks like one. */
export function madeLineOf(frame: Frame & { readonly [FRAME_LINE]?: string }): string | undefined {
  return frame[FRAME_LINE];
}

/** The frame's NDJSON line without its newline: exactly what the budget was charged for. */
export function lineOf(frame: Frame & { readonly [FRAME_LINE]?: string }): string {
  return frame[FRAME_LINE] ?? JSON.stringify(frame);
}
