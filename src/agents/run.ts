import type { ActorModel, ActorPart, ActorPartBody } from '../contract/actor.js';
import type { ApproveCall } from '../contract/approval.js';
import type { Clock } from '../contract/clock.js';
import type { Kernel } from '../contract/kernel.js';
import type { Principal } from '../contract/principal.js';
import type { Ending } from './ending.js';
import { createKeptText, type KeptText } from './kept-text.js';
import type { Allowance } from './limits.js';
import type { Prices } from './prices.js';
import type { Talk } from './talk.js';
import type { UsageBook } from './usage-book.js';

/** Where in a run something happens. */
export interface Spot {
  readonly node_id: string;
  readonly step: number;
}

/** What one run has, whatever graph it is in. */
export interface Run {
  readonly kernel: Kernel;
  readonly principal: Principal;
  readonly sessionId?: string;
  readonly justification?: string;
  /** Asked before a model's call of a capability that changes something; nobody is asked without it, and the answer is no. */
  readonly approve?: ApproveCall;
  /** The conversation that the run continues. */
  readonly talk?: Talk;
  readonly models: Readonly<Record<string, ActorModel>>;
  readonly prices: Prices;
  readonly ending: Ending;
  readonly allowance: Allowance;
  readonly usage: UsageBook;
  /** What the last step has said of the text that is shown. */
  readonly said: KeptText;
  /** The part as it is told, numbered: it must be told at once. */
  readonly part: (body: ActorPartBody, spot?: Spot) => ActorPart;
  readonly nextStep: () => number;
  readonly warn: (text: string) => void;
  readonly warnings: () => readonly string[];
  readonly firstPartMs: () => number | undefined;
  readonly durationMs: () => number;
}

type Given = Omit<Run, 'said' | 'part' | 'nextStep' | 'warn' | 'warnings' | 'firstPartMs' | 'durationMs'>;

const MOST_WARNINGS = 10;

export function createRun(given: Given, runId: string, clock: Clock): Run {
  const startedMs = clock.monotonic();
  const warnings = new Set<string>();
  let firstPartMs: number | undefined;
  let seq = 0;
  let steps = 0;
  return {
    ...given,
    said: createKeptText(),
    part(body, spot) {
      if (body.type !== 'start') {
        firstPartMs ??= Math.round(clock.monotonic() - startedMs);
      }
      const part = { ...body, run_id: runId, seq, at: clock.now(), ...spot };
      seq += 1;
      return part;
    },
    nextStep() {
      steps += 1;
      return steps;
    },
    warn(text) {
      if (warnings.size < MOST_WARNINGS) {
        warnings.add(text);
      }
    },
    warnings: () => [...warnings],
    firstPartMs: () => firstPartMs,
    durationMs: () => Math.round(clock.monotonic() - startedMs),
  };
}
