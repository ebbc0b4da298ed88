import type { Chunk } from '../contract/chunk.js';
import type { KernelError } from '../contract/errors.js';
import type { Frame, ResponseMode } from '../contract/frame.js';
import type { InvokeResult, InvokeUsage } from '../contract/kernel.js';
import { createFirewall, type Ending, type Firewall } from '../firewall/firewall.js';
import type { Invocation, Permit } from './admission.js';
import { createBudgetLedger, escalateMode, type LedgerEntry } from './budget-ledger.js';
import { createKeeper, type Keeper } from './keeper.js';
import type { KernelPorts } from './ports.js';
import { errorInfo, outcomeOf } from './safe-error.js';
import { writeTrace } from './tracer.js';

/** One invocation on its way: what was opened for it, and how it is settled, once, whatever happens. */
export interface Action {
  readonly id: string;
  readonly usage: () => InvokeUsage;
  readonly onDriver: (driverId: string) => void;
  /** Opens budget, handle and firewall for an admitted call. */
  readonly admitted: (permit: Permit) => Promise<void>;
  readonly frames: (chunks: AsyncIterable<Chunk>) => AsyncGenerator<Frame>;
  /** Settles the handle and makes the last frame; undefined when a one-shot call failed before its first chunk. */
  readonly finalFrame: (failure: KernelError | undefined) => Promise<Frame | undefined>;
  readonly result: (failure: KernelError | undefined) => InvokeResult;
  /** Settles the ledger and writes the trace. */
  readonly end: (failure: KernelError | undefined) => Promise<void>;
}

export function beginAction(ports: KernelPorts, call: Invocation): Action {
  const { settings, clock, newId } = ports;
  const id = newId('a');
  const startedMs = clock.monotonic();
  const startedAt = new Date(clock.now()).toISOString();
  const asked = call.authority === 'own_act' ? call.capability.capability_id : call.capabilityId;
  const provenance = { principal_id: call.principal.principal_id, driver_id: 'none', invoked_at: startedAt };
  let permit: Permit | undefined;
  let entry: LedgerEntry | undefined;
  let mode: ResponseMode | undefined = call.mode;
  let keeper: Keeper | undefined;
  let firewall: Firewall | undefined;
  let charged = 0;
  let finalFrame: Frame | undefined;

  async function openBudget(): Promise<number> {
    const want = call.maxTokens ?? settings.maxTokens;
    if (call.sessionId === undefined) {
      return want;
    }
    const ledger = createBudgetLedger({ sessions: ports.stores.sessions, randomId: () => newId('r') });
    entry = await ledger.reserve({ sessionId: call.sessionId, principalId: call.principal.principal_id, want });
    const affordable = escalateMode(mode ?? (call.streamed ? 'raw' : 'summary'), entry.remainingFraction);
    // A stream without a mode starts in phase 1; only a tighter mode than that has to be named.
    mode = mode === undefined && affordable === 'raw' ? undefined : affordable;
    return entry.amount;
  }

  function openKeeper(granted: Permit): Keeper | undefined {
    if (call.keep === false || mode === 'raw') {
      return undefined;
    }
    const expires = new Date(clock.now() + settings.handleTtlMs).toISOString();
    const { grantId, grantedAt } = granted;
    const describe = (kind: 'records' | 'text') => ({
      handle_id: handleId,
      action_id: id,
      capability_id: granted.capability.capability_id,
      principal_id: call.principal.principal_id,
      ...(call.sessionId === undefined ? {} : { session_id: call.sessionId }),
      ...(grantId === undefined || grantedAt === undefined ? {} : { grant_id: grantId, granted_at: grantedAt }),
      constraints: { ...granted.constraints, ...visibleFields(granted) },
      sensitivity: granted.capability.sensitivity,
      row_cap: granted.rowCap,
      kind,
      created_at: new Date(clock.now()).toISOString(),
      expires_at: expires,
    });
    const handleId = newId('h');
    return createKeeper(ports.stores.handles, describe, (message) => firewall?.warn(message));
  }

  function openFirewall(granted: Permit | undefined, maxTokens: number): Firewall {
    const asksRaw = mode === 'raw' && !call.principal.roles.includes('admin') && call.authority === 'token';
    if (asksRaw) {
      mode = call.streamed ? undefined : 'summary';
    }
    const fields = granted === undefined ? undefined : visibleFields(granted).allowed_fields;
    const made = createFirewall({
      identity: { action_id: id, capability_id: granted?.capability.capability_id ?? asked, provenance },
      maxTokens,
      encoding: call.encoding ?? settings.encoding,
      loadCounter: ports.loadCounter,
      limits: {
        ...settings.limits,
        max_fields: Math.min(settings.limits.max_fields, call.maxFields ?? Number.POSITIVE_INFINITY),
        max_chars: Math.min(settings.limits.max_chars, call.maxChars ?? Number.POSITIVE_INFINITY),
      },
      mode,
      streamed: call.streamed,
      maxRows: rowsToShow(call, granted, settings.limits.max_rows),
      ...(fields === undefined ? {} : { allowedFields: fields }),
      redaction: settings.redaction,
      clock,
      handle: () => keeper?.info(),
      beforeFrame: async () => keeper?.flush(),
      stopAtBudget: call.stopAtBudget ?? false,
    });
    if (asksRaw) {
      made.warn('raw needs the role admin; a summary is shown instead');
    }
    return made;
  }

  async function charge(frame: Frame): Promise<void> {
    const spent = Math.min(frame.budget.used, entry?.amount ?? 0);
    if (entry !== undefined && spent > charged) {
      await entry.charge(spent - charged);
      charged = spent;
    }
  }

  /** A one-shot call that failed before its first chunk has an error to tell and no frame. */
  function hasContent(): boolean {
    const totals = firewall?.totals();
    return totals !== undefined && totals.chunks > 0;
  }

  function reasonForPartial(failure: KernelError | undefined): string | undefined {
    if (failure !== undefined) {
      return outcomeOf(failure);
    }
    return firewall?.stoppedAtBudget() ? 'stopped at the budget' : undefined;
  }

  return {
    id,
    usage: () => {
      const totals = firewall?.totals();
      return { frames: totals?.frames ?? 0, rows: totals?.rows ?? 0, bytes: totals?.bytes ?? 0 };
    },
    onDriver(driverId) {
      provenance.driver_id = driverId;
    },
    async admitted(granted) {
      permit = granted;
      provenance.driver_id = granted.capability.driver.driver_id;
      const budget = await openBudget();
      keeper = openKeeper(granted);
      firewall = openFirewall(granted, budget);
      if (call.keep === false) {
        firewall.warn('nothing is kept: this result cannot be expanded later');
      }
    },
    async *frames(chunks) {
      if (firewall === undefined) {
        return;
      }
      for await (const frame of firewall.frames(keeper === undefined ? chunks : keeper.kept(chunks))) {
        await charge(frame);
        yield frame;
      }
    },
    async finalFrame(failure) {
      if (!call.streamed && failure !== undefined && !hasContent()) {
        return undefined;
      }
      // The call was refused, perhaps because of its budget, so this one frame has the default one.
      firewall ??= openFirewall(undefined, settings.maxTokens);
      const handle = await keeper?.finish(reasonForPartial(failure));
      const ending: Ending = {
        status: failure === undefined ? 'completed' : outcomeOf(failure),
        ...(failure === undefined ? {} : { error: errorInfo(failure) }),
        ...(handle === undefined ? {} : { handle }),
      };
      finalFrame = await firewall.final(ending);
      await charge(finalFrame);
      return finalFrame;
    },
    result(failure) {
      const handleId = keeper?.info()?.handle_id;
      const exit = firewall?.exit();
      return {
        status: failure === undefined ? 'completed' : outcomeOf(failure),
        ...(failure === undefined ? {} : { error: failure }),
        action_id: id,
        ...(handleId === undefined ? {} : { handle_id: handleId }),
        ...(finalFrame === undefined ? {} : { final_frame: finalFrame }),
        ...(exit === undefined ? {} : { exit }),
      };
    },
    async end(failure) {
      const handleId = keeper?.info()?.handle_id;
      await entry?.settle();
      await writeTrace(
        ports,
        {
          action_id: id,
          event: 'invoke',
          principal_id: call.principal.principal_id,
          capability_id: permit?.capability.capability_id ?? asked,
          ...(handleId === undefined ? {} : { handle_id: handleId }),
          ...(call.sessionId === undefined ? {} : { session_id: call.sessionId }),
          ...(permit?.grantId === undefined ? {} : { grant_id: permit.grantId }),
          driver_id: provenance.driver_id,
          outcome: failure === undefined ? 'completed' : outcomeOf(failure),
          ...(permit === undefined ? {} : { reason: permit.reason }),
          ...(mode === undefined ? {} : { mode }),
          streamed: call.streamed,
          args: call.args,
          ...(call.justification === undefined ? {} : { justification: call.justification }),
          ...(failure === undefined ? {} : { error: { code: failure.code, message: failure.message } }),
          started_at: startedAt,
          ...(firewall === undefined ? {} : { totals: firewall.totals() }),
        },
        startedMs,
      );
    },
  };
}

/** The smallest of request, grant and limit; a stream without a stated number is limited by its budget alone. */
function rowsToShow(call: Invocation, permit: Permit | undefined, limit: number): number {
  const stated = Math.min(call.maxRows ?? Number.POSITIVE_INFINITY, permit?.constraints.max_rows ?? Number.POSITIVE_INFINITY);
  return call.streamed ? stated : Math.min(stated, limit, permit?.rowCap ?? limit);
}

/** What a reader may see: the grant's list and the capability's, which policy has already combined in a grant. */
function visibleFields(permit: Permit): { readonly allowed_fields?: readonly string[] } {
  const fields = permit.constraints.allowed_fields ?? (permit.reason === 'own_act' ? permit.capability.allowed_fields : undefined);
  return fields === undefined ? {} : { allowed_fields: fields };
}
