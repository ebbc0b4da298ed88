/**
 * What an invocation may print and has printed, in model tokens; `used` includes the frame that carries it. Frames in
 * between carry only what changes. Without a ceiling `total` and `remaining` are null.
 */
export interface BudgetState {
  readonly unit?: 'tokens';
  readonly encoding?: string;
  /** false: `used` is a proven upper bound (bytes); true: counted by the encoding's tokenizer. */
  readonly exact?: boolean;
  readonly total?: number | null;
  readonly used: number;
  readonly remaining: number | null;
}

/** Limits of what a frame displays. The smaller of request, grant and limit wins. */
export interface DisplayLimits {
  readonly max_rows: number;
  readonly max_fields: number;
  readonly max_chars: number;
  readonly max_depth: number;
}

export const DEFAULT_LIMITS: DisplayLimits = { max_rows: 50, max_fields: 20, max_chars: 4000, max_depth: 3 };

export const DEFAULT_BUDGET = 4000;
export const MINIMUM_BUDGET = 512;
export const DEFAULT_ENCODING = 'o200k_base';

/** The tiktoken encodings that can be named. */
export const ENCODINGS = ['o200k_base', 'cl100k_base', 'p50k_base', 'p50k_edit', 'r50k_base', 'gpt2'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/**
 * Counts model tokens exactly as tiktoken does. `count` is linear in the text, whatever the text is, and may
 * over-count unbroken runs a little, never under-count.
 */
export interface TokenCounter {
  readonly encoding: Encoding;
  readonly count: (text: string) => number;
}

/** Loads the tokenizer of an encoding when it is first needed. */
export type LoadTokenCounter = (encoding: Encoding) => Promise<TokenCounter>;

/** Bytes of one model token in English and source code: a rule of thumb, for what is said to be estimated only. */
export const ESTIMATED_BYTES_A_TOKEN = 4;
