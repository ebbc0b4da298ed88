import type { AgentKernel } from '../contract/agent.js';
import { isKernelError } from '../contract/errors.js';
import type { Reading } from '../contract/expansion.js';
import type { Frame } from '../contract/frame.js';
import { frameTexts } from '../contract/frame-texts.js';
import type { InvokeResult, InvokeRun, InvokeUsage, Kernel } from '../contract/kernel.js';
import { KERNEL_SCHEMAS } from '../contract/library-schemas/kernel.js';
import type { Principal } from '../contract/principal.js';
import { principalSchema } from '../contract/principal-schema.js';
import type { TraceEvent } from '../contract/trace.js';
import { newId } from '../runtime/system.js';
import { createStreamRun } from '../streams/stream-run.js';
import { checkGiven } from './check-given.js';
import { checkedAgents } from './checked-agents.js';
import { checkedSessions } from './checked-sessions.js';

type Checked = keyof typeof KERNEL_SCHEMAS;

/** Which of them are actions, and what their traces say that they were. */
const EVENTS: Partial<Readonly<Record<Checked, TraceEvent>>> = {
  grant: 'grant',
  revoke: 'revoke',
  invoke: 'invoke',
  invokeStream: 'invoke',
  start: 'invoke',
  runOwnAct: 'invoke',
  callModel: 'model',
  embed: 'model',
  expand: 'expand',
  expandAll: 'expand',
  expandValue: 'expand',
  find: 'expand',
};

/** The same kernel for programs: whatever it is given is checked first, and a mistake is USAGE with its path. */
export function checkedKernel(kernel: AgentKernel): AgentKernel {
  const { promised, started, iterated } = refusalsOf(kernel);
  return Object.freeze({
    capabilities: capabilitiesOf(kernel),
    grant: (request) => promised('grant', request, kernel.grant),
    decide: (request) => promised('decide', request, kernel.decide),
    narrow: (capabilityToken, caveats) => {
      check('narrow', { capabilityToken, caveats });
      return kernel.narrow(capabilityToken, caveats);
    },
    inspect: (capabilityToken) => promised('inspect', { capabilityToken }, () => kernel.inspect(capabilityToken)),
    revoke: (target, by) => promised('revoke', { target, by }, (checked) => kernel.revoke(target, checked.by)),
    invokeStream: (request) => started('invokeStream', request, kernel.invokeStream),
    invoke: (request) => promised('invoke', request, kernel.invoke),
    start: (request) => started('start', request, kernel.start),
    runOwnAct: (request) => started('runOwnAct', request, kernel.runOwnAct),
    callModel: (call) => iterated('callModel', call, kernel.callModel),
    embed: (call) => promised('embed', call, kernel.embed),
    redact: (given) => kernel.redact(check('redact', { text: given }).text),
    withTraceContext: (context, work) => {
      check('withTraceContext', { context, work });
      return kernel.withTraceContext(context, work);
    },
    plan: (request) => promised('plan', request, kernel.plan),
    expand: (request) => promised('expand', request, kernel.expand),
    expandAll: (request) => started('expandAll', request, kernel.expandAll),
    expandValue: (request) => promised('expandValue', request, kernel.expandValue),
    openReading: (request) => readingOf(kernel.openReading(check('openReading', request))),
    find: (request) => iterated('find', request, kernel.find),
    handles: handlesOf(kernel),
    explain: async (actionId, principal) =>
      kernel.explain(actionId, check('explain', { actionId, principal }).principal),
    audit: auditOf(kernel),
    recordRefusal: async (refusal) => kernel.recordRefusal(check('recordRefusal', refusal)),
    sessions: checkedSessions(kernel.sessions, check),
    ...checkedAgents(kernel),
    close: kernel.close,
    [Symbol.asyncDispose]: kernel.close,
  } satisfies AgentKernel);
}

/**
 * What was given, with the principal as the schema completes it. Everything else is handed on as it is: functions,
 * signals and arguments are nobody's to copy.
 */
function check<Given extends object>(name: Checked, given: Given): Given {
  const { principal, by } = checkGiven<Readonly<Record<string, unknown>>>(KERNEL_SCHEMAS[name], given, name);
  return { ...given, ...(principal === undefined ? {} : { principal }), ...(by === undefined ? {} : { by }) };
}

type Act<Given, Result> = (given: Given) => Result;

/** Calls that are refused here are actions too, and leave their traces where it is known whose they were. */
function refusalsOf(kernel: Kernel) {
  const leaveTrace = async (name: Checked, given: unknown, error: unknown): Promise<void> => {
    const { principal, by, capabilityId, handleId } = membersOf(given);
    const event = EVENTS[name];
    const who = principalOf(principal ?? by);
    if (event !== undefined && who !== undefined && isKernelError(error)) {
      await kernel.recordRefusal({
        event,
        principal: who,
        error,
        ...(isId(capabilityId) ? { capabilityId } : {}),
        ...(isId(handleId) ? { handleId } : {}),
      });
    }
  };

  /** At once: what is right does not wait a turn longer. */
  const checking = <Given extends object, Result>(name: Checked, given: Given, act: Act<Given, Result>) => ({
    or: (refuse: (error: unknown, leave: () => Promise<void>) => Result): Result => {
      let checked: Given;
      try {
        checked = check(name, given);
      } catch (error) {
        return refuse(error, () => leaveTrace(name, given, error));
      }
      return act(checked);
    },
  });

  return {
    promised: <Given extends object, Result>(name: Checked, given: Given, act: Act<Given, Promise<Result>>) =>
      checking(name, given, act).or(async (error, leave) => {
        await leave();
        throw error;
      }),
    started: <Given extends object>(name: Checked, given: Given, start: Act<Given, InvokeRun>) =>
      checking(name, given, start).or(failedRun),
    iterated: <Given extends object, Part>(name: Checked, given: Given, read: Act<Given, AsyncIterable<Part>>) =>
      checking(name, given, read).or(async function* (error, leave) {
        yield* [];
        await leave();
        throw error;
      }),
  };
}

/** A run tells of mistakes as of any other failure: its result settles, and its loop throws. */
function failedRun(error: unknown, leave: () => Promise<void>): InvokeRun {
  const runId = newId('a');
  return createStreamRun<Frame, InvokeResult, InvokeUsage>({
    runId,
    usage: () => ({ frames: 0, rows: 0, bytes: 0 }),
    texts: frameTexts,
    start: async function* () {
      yield* [];
      await leave();
      throw error;
    },
    failed: (cause) => ({ status: 'failed', action_id: runId, ...(isKernelError(cause) ? { error: cause } : {}) }),
  });
}

function capabilitiesOf({ capabilities }: Kernel): Kernel['capabilities'] {
  return {
    ...capabilities,
    get: async (capabilityId) => {
      check('capabilities.get', { capabilityId });
      return capabilities.get(capabilityId);
    },
    search: (query, limit) => {
      check('capabilities.search', { query, limit });
      return capabilities.search(query, limit);
    },
  };
}

function readingOf(reading: Reading): Reading {
  return {
    ...reading,
    expand: async (page) => reading.expand(check('openReading.expand', page)),
    find: async function* (question) {
      yield* reading.find(check('openReading.find', question));
    },
  };
}

function handlesOf({ handles }: Kernel): Kernel['handles'] {
  return {
    ...handles,
    get: async (handleId, principal) => handles.get(handleId, check('handles.get', { handleId, principal }).principal),
    list: async (principal, limit) => handles.list(check('handles.list', { principal, limit }).principal, limit),
    remove: async (handleId, principal) =>
      handles.remove(handleId, check('handles.remove', { handleId, principal }).principal),
  };
}

function auditOf({ audit }: Kernel): Kernel['audit'] {
  return {
    ...audit,
    list: async (query) => audit.list(check('audit.list', query)),
    export: async function* (query) {
      yield* audit.export(check('audit.export', query));
    },
    accept: async (request) => audit.accept(check('audit.accept', request)),
    prune: async (request) => audit.prune(check('audit.prune', request)),
  };
}

function principalOf(given: unknown): Principal | undefined {
  try {
    return principalSchema.safeParse(given).data;
  } catch {
    return undefined;
  }
}

function membersOf(given: unknown): Readonly<Record<string, unknown>> {
  try {
    return typeof given === 'object' && given !== null ? { ...given } : {};
  } catch {
    return {};
  }
}

/** Only what could be an id gets into a trace. */
function isId(id: unknown): id is string {
  return typeof id === 'string' && /^[\w.-]{1,128}$/.test(id);
}
