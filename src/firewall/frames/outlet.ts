import type { Encoding, LoadTokenCounter } from '../../contract/budget.js';
import { countPlaceholders } from '../../contract/count-placeholders.js';
import type { Amounts, Frame, HandleInfo, Highlight, Phase, Provenance, Rendering } from '../../contract/frame.js';
import type { Value } from '../../contract/row.js';
import {
  type BudgetForm,
  createMeter,
  type FrameDraft,
  type Meter,
  type PricedFrame,
  type ShownAmounts,
} from '../budget/meter.js';
import { floorOf, laterPhase, phaseAt, reserveOf } from '../budget/phase.js';
import { createTextMeter } from '../budget/text-meter.js';
import type { Account } from './account.js';
import { composeFrame, sealFrame } from './frame.js';
import { addCounts } from './pending-rows.js';

/** Who acts on what; the same in every frame of an invocation. */
export interface FrameIdentity {
  readonly action_id: string;
  readonly capability_id: string;
  readonly provenance: Provenance;
}

/** What a frame shows, and what that means for the accounts. */
export interface Content extends ShownAmounts {
  readonly rows?: readonly Value[];
  readonly text?: string;
  readonly channel?: string;
  readonly facts?: readonly string[];
  readonly highlights?: readonly Highlight[];
  readonly omittedFields?: readonly string[];
  readonly omittedChars?: number;
  readonly omittedItems?: number;
}

export interface OutletOptions {
  readonly identity: FrameIdentity;
  readonly maxTokens: number;
  readonly encoding: Encoding;
  readonly loadCounter: LoadTokenCounter;
  /** Count exactly from the first frame on, for a session's ledger. */
  readonly alwaysExact: boolean;
  readonly startPhase: Phase;
  /** Raw mode: everything is shown in full until the reserve is reached. */
  readonly neverTrim: boolean;
  readonly handle: () => HandleInfo | undefined;
  /** What is printed in place of the frames' lines. */
  readonly rendering?: Rendering;
  /** Makes what was seen so far redeemable; awaited before a frame leaves. */
  readonly beforeFrame: () => Promise<void>;
}

/** Where frames leave: numbers them, charges them, and moves the phase forward, never back. */
export interface Outlet {
  readonly meter: Meter;
  readonly phase: () => Phase;
  readonly advance: (to: Phase) => void;
  /** What frames of the current phase may still spend, in model tokens. */
  readonly left: () => number;
  /** Sends the content if it fits what is left of the current phase, or what is left but for a stated reserve. */
  readonly offer: (content: Content, account: Account, reserve?: number) => Promise<Frame | undefined>;
  /** The one frame of phase 4, unless the final frame could then no longer be paid. */
  readonly announceHandle: (account: Account, finalNeed: number) => Promise<Frame | undefined>;
  readonly price: (draft: FrameDraft, form: BudgetForm) => Promise<PricedFrame>;
  readonly send: (priced: PricedFrame) => Promise<Frame>;
  readonly draftEnvelope: (first: boolean) => Partial<FrameDraft>;
  readonly frames: () => number;
  /** The phase of the last frame that left. */
  readonly lastPhase: () => Phase;
  readonly shown: () => {
    readonly rows: number;
    readonly chars: number;
    readonly cutChars: number;
    readonly cutItems: number;
  };
  readonly redactions: () => ReadonlyMap<string, number>;
}

/** What a handle frame and a bare final frame were seen to cost, until they can be counted. */
const USUAL_NEED = 300;

export function createOutlet(options: OutletOptions): Outlet {
  const { identity, neverTrim } = options;
  const charging = { compose: composeFrame, ...options };
  const { rendering } = options;
  const meter = rendering === undefined ? createMeter(charging) : createTextMeter({ ...charging, rendering });
  let seq = 0;
  let phase = options.startPhase;
  let announced: Phase | undefined;
  let lastPhase = phase;
  let shownRows = 0;
  let shownChars = 0;
  let cutChars = 0;
  let cutItems = 0;
  const redactions = new Map<string, number>();

  function draftEnvelope(first: boolean): Partial<FrameDraft> {
    const handleId = options.handle()?.handle_id;
    const named = {
      action_id: identity.action_id,
      ...(first ? { capability_id: identity.capability_id } : {}),
      ...(handleId === undefined ? {} : { handle_id: handleId }),
    };
    return first ? { ...named, provenance: identity.provenance } : named;
  }

  function draftOf(content: Content, account: Account, full: boolean): FrameDraft {
    const progress = account.progress();
    const soFar = { seen: seenSoFar(account), ...(progress === undefined ? {} : { progress }) };
    const envelope = full ? { ...draftEnvelope(seq === 0), ...soFar } : {};
    return { ...envelope, seq, phase, is_final: false, ...shownPart(content), ...omittedPart(content) };
  }

  async function send(priced: PricedFrame): Promise<Frame> {
    await options.beforeFrame();
    meter.charge(priced);
    if (priced.shows !== undefined) {
      shownRows += priced.shows.shownRows;
      shownChars += priced.shows.shownChars;
      addCounts(redactions, priced.shows.redactions);
      addCounts(redactions, countPlaceholders(priced.frame.facts ?? []));
    }
    seq += 1;
    announced = phase;
    lastPhase = priced.frame.phase;
    if (!neverTrim) {
      phase = laterPhase(phase, phaseAt(meter.remaining(), meter.total));
    }
    return sealFrame(priced);
  }

  function floor(): number {
    return floorOf(neverTrim ? 3 : phase, meter.total, reserveOf(meter.total, USUAL_NEED));
  }

  return {
    meter,
    phase: () => phase,
    left: () => meter.remaining() - floor(),
    advance(to) {
      phase = laterPhase(phase, neverTrim && to < 4 ? 4 : to);
    },
    async offer(content, account, stated) {
      const full = announced !== phase;
      const priced = await meter.price(draftOf(content, account, full), full ? 'full' : 'changes');
      if (priced.cost > meter.remaining() - (stated ?? floor())) {
        return undefined;
      }
      // Of text the omitted part is what was not shown; of rows it is cut from cells that were.
      cutChars += content.text === undefined ? (content.omittedChars ?? 0) : 0;
      cutItems += content.omittedItems ?? 0;
      return send(Object.assign({}, priced, { shows: content }));
    },
    async announceHandle(account, finalNeed) {
      const why =
        options.handle() === undefined
          ? 'the budget is used up: the rest is counted only, nothing is kept'
          : 'budget below 10%: the rest is kept in the handle only';
      const draft: FrameDraft = { ...draftEnvelope(seq === 0), seq, phase: 4, is_final: false, warnings: [why] };
      for (const form of ['full', 'changes'] as const) {
        const priced = await meter.price({ ...draft, seen: seenSoFar(account) }, form);
        if (priced.cost + finalNeed <= meter.remaining()) {
          return send(priced);
        }
      }
      return undefined;
    },
    price: meter.price,
    send,
    draftEnvelope,
    frames: () => seq,
    lastPhase: () => lastPhase,
    shown: () => ({ rows: shownRows, chars: shownChars, cutChars, cutItems }),
    redactions: () => redactions,
  };
}

function seenSoFar(account: Account): Amounts {
  return account.hasRows() ? { rows: account.rows() } : { chars: account.chars() };
}

function shownPart({ rows, text, channel, facts, highlights }: Content): Partial<FrameDraft> {
  return {
    ...(channel === undefined ? {} : { channel }),
    ...(rows === undefined ? {} : { rows }),
    ...(text === undefined ? {} : { text }),
    ...(highlights === undefined ? {} : { highlights }),
    ...(facts === undefined ? {} : { facts }),
  };
}

function omittedPart({ omittedFields = [], omittedChars = 0, omittedItems = 0 }: Content): Partial<FrameDraft> {
  const omitted = {
    ...(omittedFields.length > 0 ? { fields: omittedFields } : {}),
    ...(omittedChars > 0 ? { chars: omittedChars } : {}),
    ...(omittedItems > 0 ? { items: omittedItems } : {}),
  };
  return Object.keys(omitted).length > 0 ? { omitted } : {};
}
