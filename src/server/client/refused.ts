import type { AgentKernel } from '../../contract/agent.js';
import { KernelError } from '../../contract/errors.js';

/** What can be done here, and not at a server. */
export function refusedHere(what: string): KernelError {
  return new KernelError('USAGE', `${what}: not over --remote`, {
    hint: 'over --remote work invoke, expand, explain, run and ui',
  });
}

/** A kernel of which nothing works. */
export function createRefusingKernel(): AgentKernel {
  const refuse = (what: string) => (): never => {
    throw refusedHere(what);
  };
  const sessions = refuse('sessions');
  const agents = refuse('the list of agents');
  return {
    capabilities: { list: () => [], load: async () => [], get: refuse('capabilities'), search: refuse('a search') },
    grant: refuse('a grant'),
    decide: refuse('a decision'),
    narrow: refuse('a capability token'),
    inspect: refuse('a capability token'),
    revoke: refuse('a revocation'),
    invokeStream: refuse('an invocation'),
    invoke: refuse('an invocation'),
    start: refuse('an invocation'),
    runOwnAct: refuse('an own act'),
    callModel: refuse('a call of a model'),
    embed: refuse('embeddings'),
    redact: refuse('a redaction'),
    withTraceContext: (_, work) => work(),
    plan: refuse('a plan'),
    expand: refuse('an expansion'),
    expandAll: refuse('an expansion'),
    expandValue: refuse('an expansion'),
    openReading: refuse('the pager'),
    find: refuse('a search in a result'),
    handles: {
      get: refuse('a handle'),
      list: refuse('handles'),
      remove: refuse('a handle'),
      collect: refuse('handles'),
    },
    explain: refuse('a trace'),
    audit: {
      list: refuse('traces'),
      export: refuse('traces'),
      verify: refuse('traces'),
      prune: refuse('traces'),
      accept: refuse('traces'),
    },
    recordRefusal: refuse('a trace'),
    sessions: {
      create: sessions,
      get: sessions,
      list: sessions,
      remove: sessions,
      open: sessions,
      history: sessions,
      memory: sessions,
    },
    agents: {
      register: agents,
      replace: agents,
      remove: agents,
      capabilities: agents,
      describe: agents,
      list: agents,
      find: agents,
      get: agents,
    },
    openSession: refuse('a session'),
    close: async () => undefined,
    [Symbol.asyncDispose]: async () => undefined,
  };
}
