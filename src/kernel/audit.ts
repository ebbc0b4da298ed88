import { KernelError } from '../contract/errors.js';
import type { AcceptRequest, Kernel } from '../contract/kernel.js';
import type { Principal } from '../contract/principal.js';
import type { ChainVerdict, Trace } from '../contract/trace.js';
import { finishTrace, observe } from './finish-trace.js';
import type { KernelPorts } from './ports.js';
import { endOf } from './safe-error.js';
import { pruneAll } from './trace-caps.js';
import { writeTrace } from './tracer.js';
import { visibleLength } from './visible-length.js';

const LEAST_JUSTIFICATION = 15;

/** A process that was killed left no trace of its action; whoever asks for traces writes it first. */
export function auditOf(ports: KernelPorts): Kernel['audit'] {
  const { traces } = ports.stores;
  const verify = async (): Promise<ChainVerdict> => {
    await settle(ports);
    return traces.verify();
  };
  return {
    list: async (query) => {
      await settle(ports);
      return traces.list(query);
    },
    export: async function* (query) {
      await settle(ports);
      yield* traces.export(query);
    },
    verify,
    accept: async (request) => accept(ports, await verify(), request),
    prune: async ({ principal, caps }) => pruneAll(ports, { ...ports.settings.audit, ...caps }, principal.principal_id),
  };
}

async function settle({ stores: { handles, traces } }: Pick<KernelPorts, 'stores'>): Promise<void> {
  await handles.settle();
  await traces.settle();
}

/** One trace, for whom it is about and for admins. */
export async function explain(ports: KernelPorts, actionId: string, principal: Principal): Promise<Trace> {
  const trace = await traceOf(ports, actionId);
  const mayRead = trace?.principal_id === principal.principal_id || principal.roles.includes('admin');
  if (trace === undefined || !mayRead) {
    throw new KernelError('TRACE_NOT_FOUND', 'there is no trace of such an action', {
      hint: 'akernel audit list shows the actions',
    });
  }
  return trace;
}

async function traceOf(ports: KernelPorts, actionId: string): Promise<Trace | undefined> {
  const { traces } = ports.stores;
  const trace = await traces.get(actionId);
  if (trace !== undefined) {
    return trace;
  }
  await settle(ports);
  return traces.get(actionId);
}

/** Signs what is there as the whole trail, with a trace that says what was wrong, who accepted it and why. */
async function accept(ports: KernelPorts, verdict: ChainVerdict, request: AcceptRequest): Promise<ChainVerdict> {
  const startedMs = ports.clock.monotonic();
  const { problem, detail, records_checked: records } = verdict;
  const draft = {
    action_id: ports.newId('a'),
    event: 'audit' as const,
    principal_id: request.principal.principal_id,
    args: { accept: detail ?? '', records },
    justification: request.justification,
    started_at: new Date(ports.clock.now()).toISOString(),
  };
  const refusal = refusalOf(verdict, request);
  if (refusal !== undefined) {
    // The records may be in no state to be added to.
    await writeTrace(ports, { ...draft, ...endOf(refusal) }, startedMs).catch((error: unknown) => {
      if (problem !== 'records') {
        throw error;
      }
    });
    throw refusal;
  }
  const trace = finishTrace(ports, { ...draft, outcome: 'completed' }, startedMs);
  await ports.stores.traces.accept(trace);
  observe(ports, trace);
  return ports.stores.traces.verify();
}

function refusalOf({ ok, problem }: ChainVerdict, { justification }: AcceptRequest): KernelError | undefined {
  if (ok) {
    return new KernelError('USAGE', 'the audit trail is intact: there is nothing to accept');
  }
  if (problem === 'records') {
    return new KernelError(
      'STORE_FAILED',
      'records of the audit trail were changed or removed, which cannot be accepted',
      {
        hint: 'move the state directory away, keep it as evidence, and start anew',
      },
    );
  }
  if (visibleLength(justification) < LEAST_JUSTIFICATION) {
    return new KernelError('USAGE', `the justification must have at least ${LEAST_JUSTIFICATION} characters`, {
      hint: 'say what happened to the state directory: it goes into the audit trail',
    });
  }
  return undefined;
}
