import type { Kernel } from '../../contract/kernel.js';
import type { TraceQuery } from '../../contract/trace.js';
import { isTrace, isTraceList, isVerdict } from './answer-shapes.js';
import type { AskJson } from './ask-json.js';

/** Traces of a server: those of the principal of the capability token, and of all for an admin. */
export function remoteTraces(
  ask: AskJson,
): Pick<Kernel, 'explain'> & { readonly audit: Pick<Kernel['audit'], 'list' | 'verify'> } {
  return {
    explain: (actionId) => ask(isTrace, { path: `/v1/traces/${encodeURIComponent(actionId)}` }),
    audit: {
      list: async (query) => (await ask(isTraceList, { path: `/v1/traces${queryOf(query)}` })).traces,
      verify: () => ask(isVerdict, { method: 'POST', path: '/v1/verifications' }),
    },
  };
}

function queryOf({ principal_id: _, ...query }: TraceQuery): string {
  const given = Object.entries(query).flatMap(([name, value]): readonly [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}
