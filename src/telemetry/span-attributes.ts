import type { Trace } from '../contract/trace.js';

type Attributes = Record<string, string | number | boolean>;

/** Calls of models are named as the GenAI semantic conventions want it: what is done, and by which model. */
export function spanName({ event, model, streamed }: Pick<Trace, 'event' | 'model' | 'streamed'>): string {
  return event === 'model' ? `${operation(streamed)} ${model?.name ?? ''}`.trim() : `akernel.${event}`;
}

/** Only texts are embedded without a stream. */
function operation(streamed: boolean | undefined): string {
  return streamed === false ? 'embeddings' : 'chat';
}

/** What a trace says in ids, words of ours and amounts: no arguments, no justification, no message of an error. */
export function spanAttributes(trace: Trace): Attributes {
  const { totals, reading, model } = trace;
  return known({
    'akernel.action_id': trace.action_id,
    'akernel.parent_action_id': trace.parent_action_id,
    'akernel.principal_id': trace.principal_id,
    'akernel.capability_id': trace.capability_id,
    'akernel.driver_id': trace.driver_id,
    'akernel.handle_id': trace.handle_id,
    'akernel.session_id': trace.session_id,
    'akernel.grant_id': trace.grant_id,
    'akernel.outcome': trace.outcome,
    'akernel.reason': trace.reason,
    'akernel.mode': trace.mode,
    'akernel.streamed': trace.streamed,
    'akernel.approved_by': trace.approved_by,
    'akernel.frames': totals?.frames,
    'akernel.rows': totals?.rows ?? reading?.rows,
    'akernel.bytes': totals?.bytes,
    'akernel.shown_rows': totals?.shown_rows,
    'akernel.phase': totals?.final_phase,
    'akernel.budget_total': totals?.budget_total,
    'akernel.budget_used': totals?.budget_used,
    'akernel.redactions': sumOf(redactionsOf(trace)),
    ...(trace.event === 'invoke' ? tool(trace) : {}),
    ...(model === undefined ? {} : generation(trace, model)),
  });
}

function tool({ capability_id: id }: Trace): Record<string, string | undefined> {
  return { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': id };
}

function generation(
  { streamed }: Trace,
  { name, usage }: NonNullable<Trace['model']>,
): Record<string, string | number | undefined> {
  return {
    'gen_ai.operation.name': operation(streamed),
    'gen_ai.request.model': name,
    'gen_ai.usage.input_tokens': usage.input_tokens,
    'gen_ai.usage.output_tokens': usage.output_tokens,
  };
}

/** Counts by type of what was hidden. */
export function redactionsOf({ totals, reading, model }: Trace): Readonly<Record<string, number>> | undefined {
  return totals?.redactions ?? reading?.redactions ?? model?.redactions;
}

function sumOf(counts: Readonly<Record<string, number>> | undefined): number | undefined {
  return counts && Object.values(counts).reduce((sum, count) => sum + count, 0);
}

function known(members: Record<string, string | number | boolean | undefined>): Attributes {
  const attributes: Attributes = {};
  for (const [name, value] of Object.entries(members)) {
    if (value !== undefined) {
      attributes[name] = value;
    }
  }
  return attributes;
}
