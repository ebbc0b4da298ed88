import type { Chunk } from '../contract/chunk.js';
import type { KernelError } from '../contract/errors.js';
import type { Frame, HandleInfo, ResponseMode } from '../contract/frame.js';
import type { NewHandle } from '../contract/handle.js';
import type { InvokeResult, InvokeUsage } from '../contract/kernel.js';
import type { Ending, Firewall } from '../firewall/frames/firewall.js';
import { usageOf } from './action-usage.js';
import type { Invocation, Permit } from './admission.js';
import type { Waiting } from './budget-ledger.js';
import { type BudgetShare, chargedFrames, openBudgetShare, openRefusalShare } from './budget-share.js';
import { callPart, knownCapability } from './call-trace.js';
import { callWarnings } from './call-warnings.js';
import type { TraceDraft } from './finish-trace.js';
import { createKeeper, type Keeper } from './keeper.js';
import { openFirewall, restIsWithheld, visibleFields } from './open-firewall.js';
import type { KernelPorts } from './ports.js';
import { redactionToKeep, resultWith } from './result-redaction.js';
import { errorInfo, outcomeOf } from './safe-error.js';
import { writeTrace } from './tracer.js';

/** One invocation on its way: what was opened for it, and how it is settled, once, whatever happens. */
export interface Action {
  readonly id: string;
  readonly usage: () => InvokeUsage;
  /** About the stream so far. */
  readonly facts: () => readonly string[];
  readonly onDriver: (driverId: string) => void;
  /** Opens budget, handle and firewall for an admitted call; waits for a part of the budget as long as `signal` lets it. */
  readonly admitted: (permit: Permit, signal: AbortSignal) => Promise<void>;
  readonly frames: (chunks: AsyncIterable<Chunk>) => AsyncGenerator<Frame>;
  /** Settles the handle and makes the last frame; undefined when a one-shot call failed before its first chunk. */
  readonly finalFrame: (failure: KernelError | undefined) => Promise<Frame | undefined>;
  /** The shortest last frame, for an invocation whose last frame itself failed. */
  readonly lastWord: (failure: KernelError) => Promise<Frame | undefined>;
  readonly result: (failure: KernelError | undefined) => InvokeResult;
  /** Settles the ledger and writes the trace. */
  readonly end: (failure: KernelError | undefined) => Promise<void>;
}

export function beginAction(ports: KernelPorts, call: Invocation): Action {
  const { settings, clock, newId } = ports;
  const id = newId('a');
  const startedMs = clock.monotonic();
  const startedAt = new Date(clock.now()).toISOString();
  const provenance = { principal_id: call.principal.principal_id, driver_id: 'none', invoked_at: startedAt };
  const wantedTokens = call.maxTokens ?? settings.maxTokens;
  const parent = call.parent === undefined ? {} : { parent_action_id: call.parent.action_id };
  ports.telemetry?.begin({ action_id: id, event: 'invoke', ...parent });
  let permit: Permit | undefined;
  let share: BudgetShare | undefined;
  let keeper: Keeper | undefined;
  let firewall: Firewall | undefined;
  let finalFrame: Frame | undefined;

  function firewallFor(granted: Permit | undefined, maxTokens: number, mode: ResponseMode | undefined): Firewall {
    return openFirewall(ports, {
      call,
      permit: granted,
      actionId: id,
      provenance,
      maxTokens,
      mode,
      handle: () => keeper?.info(),
      beforeFrame: async () => keeper?.flush(),
    });
  }

  async function admitted(granted: Permit, signal: AbortSignal): Promise<void> {
    permit = granted;
    provenance.driver_id = granted.capability.driver.driver_id;
    const refusesRaw = call.mode === 'raw' && !call.principal.roles.includes('admin');
    const mode = refusesRaw ? 'summary' : call.mode;
    const usualMode = call.streamed ? 'raw' : 'auto';
    const { principal_id: principalId } = call.principal;
    share = await openBudgetShare(ports, {
      principalId,
      sessionId: call.sessionId,
      maxTokens: wantedTokens,
      mode,
      usualMode,
      waiting: waitingFor(ports, call, signal),
    });
    if (call.keep !== false && share.mode !== 'raw') {
      const handle = describeHandle(ports, { call, permit: granted, actionId: id });
      keeper = createKeeper(ports.stores.handles, (kind) => Object.assign({}, handle, { kind }), {
        onTrouble: (message) => firewall?.warn(message),
        isWithheld: restIsWithheld(granted),
        holds: !call.streamed,
        clock,
      });
    }
    firewall = firewallFor(granted, share.maxTokens, share.mode);
    for (const warning of callWarnings({ call, permit: granted, mode: share.mode, refusesRaw })) {
      firewall.warn(warning);
    }
  }

  async function close(failure: KernelError | undefined): Promise<Frame | undefined> {
    const hasContent = (firewall?.totals().chunks ?? 0) > 0;
    if (!call.streamed && failure !== undefined && !hasContent) {
      return undefined;
    }
    firewall ??= await firewallForRefusal();
    if (firewall === undefined) {
      return undefined;
    }
    const whyPartial = firewall.stoppedAtBudget() ? 'stopped at the budget' : undefined;
    const handle = await keeper?.finish(failure === undefined ? whyPartial : outcomeOf(failure));
    const last = await firewall.final(endingOf(failure, handle));
    const used = firewall.totals().budget_used;
    if (used > (share?.maxTokens ?? 0)) {
      // Too little for even the shortest frame, which happens to a refusal only; the error itself tells it.
      firewall = undefined;
      return undefined;
    }
    finalFrame = last;
    await share?.charge(used);
    return last;
  }

  /** A call that was refused has one frame. */
  async function firewallForRefusal(): Promise<Firewall | undefined> {
    share = await openRefusalShare(ports, {
      principalId: call.principal.principal_id,
      sessionId: call.sessionId,
      maxTokens: settings.maxTokens,
      mode: undefined,
      usualMode: 'raw',
    });
    return share && firewallFor(undefined, share.maxTokens, undefined);
  }

  async function lastWord(failure: KernelError): Promise<Frame | undefined> {
    const spoken = finalFrame ?? (call.streamed ? await firewall?.lastWord(outcomeOf(failure)) : undefined);
    finalFrame = spoken;
    return spoken;
  }

  return {
    id,
    usage: () => usageOf(firewall, keeper?.info()?.handle_id),
    facts: () => firewall?.facts() ?? [],
    onDriver(driverId) {
      provenance.driver_id = driverId;
    },
    admitted,
    frames: (chunks) => chargedFrames(firewall?.frames(keeper?.kept(chunks) ?? chunks), share),
    finalFrame: close,
    lastWord,
    result: (failure) => resultOf({ id, keeper, firewall, finalFrame }, failure),
    async end(failure) {
      // Whatever else fails, the action has its trace.
      try {
        await share?.settle();
      } finally {
        await leaveTrace(failure);
      }
    },
  };

  async function leaveTrace(failure: KernelError | undefined): Promise<void> {
    const handleId = keeper?.info()?.handle_id;
    const mode = share?.mode ?? call.mode;
    const draft: TraceDraft = {
      action_id: id,
      ...permitPart(permit),
      ...callPart(call, permit?.capability ?? knownCapability(ports.registry, call), failure),
      driver_id: provenance.driver_id,
      ...(handleId === undefined ? {} : { handle_id: handleId }),
      ...(mode === undefined ? {} : { mode }),
      started_at: startedAt,
      ...(firewall === undefined ? {} : { totals: firewall.totals() }),
    };
    await writeTrace(ports, draft, startedMs);
  }
}

/** Without a deadline of its own a call does not wait for others for ever. */
const LONGEST_WAIT_MS = 30_000;

/** A part of a call does not wait: what it waits for may be held by the call itself. */
function waitingFor({ settings }: KernelPorts, call: Invocation, signal: AbortSignal): Waiting | undefined {
  const hasDeadline = (call.timeoutMs ?? settings.timeoutMs) !== undefined;
  const mostMs = hasDeadline ? Number.POSITIVE_INFINITY : LONGEST_WAIT_MS;
  return call.parent === undefined ? { signal, mostMs } : undefined;
}

function endingOf(failure: KernelError | undefined, handle: HandleInfo | undefined): Ending {
  return {
    status: failure === undefined ? 'completed' : outcomeOf(failure),
    ...(failure === undefined ? {} : { error: errorInfo(failure) }),
    ...(handle === undefined ? {} : { handle }),
  };
}

function describeHandle(
  ports: KernelPorts,
  { call, permit, actionId }: { readonly call: Invocation; readonly permit: Permit; readonly actionId: string },
): Omit<NewHandle, 'kind'> {
  const { grantId, grantedAt, capability, constraints } = permit;
  const fields = visibleFields(permit);
  const now = ports.clock.now();
  const result = resultWith(ports, capability, permit.given.sources);
  const redaction = redactionToKeep(ports, result);
  return {
    handle_id: ports.newId('h'),
    action_id: actionId,
    capability_id: capability.capability_id,
    principal_id: call.principal.principal_id,
    ...(call.sessionId === undefined ? {} : { session_id: call.sessionId }),
    ...(grantId === undefined || grantedAt === undefined ? {} : { grant_id: grantId, granted_at: grantedAt }),
    constraints: fields === undefined ? constraints : { ...constraints, allowed_fields: fields },
    sensitivity: result.sensitivity,
    ...(redaction === undefined ? {} : { kept_redaction: redaction }),
    row_cap: permit.rowCap,
    created_at: new Date(now).toISOString(),
    expires_at: new Date(now + ports.settings.handleTtlMs).toISOString(),
  };
}

function resultOf(
  action: {
    readonly id: string;
    readonly keeper: Keeper | undefined;
    readonly firewall: Firewall | undefined;
    readonly finalFrame: Frame | undefined;
  },
  failure: KernelError | undefined,
): InvokeResult {
  const handleId = action.keeper?.info()?.handle_id;
  const exit = action.firewall?.exit();
  return {
    status: failure === undefined ? 'completed' : outcomeOf(failure),
    ...(failure === undefined ? {} : { error: failure }),
    action_id: action.id,
    ...(handleId === undefined ? {} : { handle_id: handleId }),
    ...(action.finalFrame === undefined ? {} : { final_frame: action.finalFrame }),
    ...(exit === undefined ? {} : { exit }),
  };
}

function permitPart(permit: Permit | undefined): Pick<TraceDraft, 'grant_id' | 'reason'> {
  const { grantId, reason } = permit ?? {};
  return { ...(grantId === undefined ? {} : { grant_id: grantId }), ...(reason === undefined ? {} : { reason }) };
}
