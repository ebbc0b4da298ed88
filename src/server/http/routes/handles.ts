import * as z from 'zod';
import { KernelError } from '../../../contract/errors.js';
import type { ExpandRequest } from '../../../contract/expansion.js';
import { type Frame, lineOf } from '../../../contract/frame.js';
import { type Caller, refuseUnlessGiven } from '../callers.js';
import { outputOf } from '../invocation-request.js';
import { refusal } from '../problem.js';
import { wantsEvents } from '../reply.js';
import { type Asked, json, jsonText, nothing, type Route, route } from '../route.js';
import { beginExpansion } from '../runs/begin-expansion.js';
import { eventResponse } from '../runs/event-response.js';
import { frameSchema, handleSchema, id, outputFields, queryCount, reading } from '../schemas.js';

const params = z.strictObject({ handle_id: id() });
const place = () => z.int().min(0).max(Number.MAX_SAFE_INTEGER);
const { encoding, printed_as, max_rows, max_fields, max_chars } = outputFields;
const max_tokens = outputFields.max_tokens
  .unwrap()
  .nullable()
  .describe('Model tokens that the answer may take; null for no ceiling.')
  .optional();
const page = z.strictObject({
  max_tokens,
  printed_as,
  encoding,
  max_rows,
  max_fields,
  max_chars,
  offset: place().optional(),
  limit: z.int().min(1).max(100_000).optional(),
  fields: z.array(z.string().min(1).max(1000)).min(1).max(1000).optional(),
  filter: z.string().min(1).max(10_000).describe('As akernel expand --filter takes it.').optional(),
  query: z.string().min(1).max(2000).describe('Rows that share words with it, the best first.').optional(),
  rows: z
    .array(place())
    .min(1)
    .max(10_000)
    .describe('These rows by their numbers, ascending, in place of a page; at most as many as a page may show.')
    .optional(),
  reading: reading.optional(),
  session_id: id().optional(),
});
const oneValue = z.strictObject({
  max_tokens,
  printed_as,
  encoding,
  row: place(),
  field: z.string().min(1).max(1000),
  from: place().optional(),
  to: place().optional(),
  session_id: id().optional(),
});

export const HANDLE_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/handles',
    summary: 'Your stored results, the newest first.',
    access: 'whole',
    query: z.strictObject({ limit: queryCount().pipe(z.int().min(1).max(20_000)).optional() }),
    answers: { 200: { description: 'They.', schema: z.strictObject({ handles: z.array(handleSchema) }) } },
    async handle({ service, caller, query: { limit = 100 } }) {
      return json({ handles: await service.kernel.handles.list(caller().principal, limit) });
    },
  }),
  route({
    method: 'GET',
    path: '/v1/handles/{handle_id}',
    summary: 'A stored result: its size and state, nothing of its content.',
    access: 'caller',
    params,
    answers: { 200: { description: 'It.', schema: handleSchema } },
    async handle({ service, caller, params: { handle_id: handleId } }) {
      refuseOthers(caller(), handleId);
      return json(await service.kernel.handles.get(handleId, caller().principal));
    },
  }),
  route({
    method: 'DELETE',
    path: '/v1/handles/{handle_id}',
    summary: 'Removes a stored result.',
    access: 'whole',
    params,
    answers: { 204: { description: 'It is gone.' } },
    async handle({ service, caller, params: { handle_id: handleId } }) {
      await service.kernel.handles.remove(handleId, caller().principal);
      return nothing();
    },
  }),
  route({
    method: 'POST',
    path: '/v1/handles/{handle_id}/expand',
    summary:
      'A page of a stored result; page after page to its end as events where the client accepts text/event-stream.',
    access: 'caller',
    params,
    body: page,
    answers: {
      200: [
        { description: 'One frame.', schema: frameSchema },
        {
          description: 'run.started, frame…, and run.completed, run.failed or run.cancelled.',
          type: 'text/event-stream',
        },
      ],
    },
    async handle(asked) {
      const {
        service,
        caller,
        params: { handle_id: handleId },
        body,
        signal,
        headers,
      } = asked;
      refuseOthers(caller(), handleId);
      const { offset, limit, fields, filter, query, rows, session_id: sessionId } = body;
      const request = {
        handleId,
        principal: caller().principal,
        ...(rows === undefined ? {} : { rows }),
        ...outputOf(body, service),
        ...(offset === undefined ? {} : { offset }),
        ...(limit === undefined ? {} : { limit }),
        ...(fields === undefined ? {} : { fields }),
        ...(filter === undefined ? {} : { filter }),
        ...(query === undefined ? {} : { query }),
        ...(sessionId === undefined ? {} : { sessionId }),
      };
      if (body.reading !== undefined) {
        return jsonText(lineOf(await pageOfReading(asked, { ...request, signal, reading: body.reading })));
      }
      if (wantsEvents(headers)) {
        service.runs.refuseWhenFull();
        return eventResponse(beginExpansion(service, caller(), request), { after: 0, caller: caller() });
      }
      return jsonText(lineOf(await service.kernel.expand({ ...request, signal })));
    },
  }),
  route({
    method: 'POST',
    path: '/v1/handles/{handle_id}/value',
    summary: 'One value of one row, from character to character.',
    access: 'caller',
    params,
    body: oneValue,
    answers: { 200: { description: 'One frame.', schema: frameSchema } },
    async handle({ service, caller, params: { handle_id: handleId }, body }) {
      refuseOthers(caller(), handleId);
      const { row, field, from, to, session_id: sessionId } = body;
      const frame = await service.kernel.expandValue({
        handleId,
        principal: caller().principal,
        ...outputOf(body, service),
        row,
        field,
        ...(from === undefined ? {} : { from }),
        ...(to === undefined ? {} : { to }),
        ...(sessionId === undefined ? {} : { sessionId }),
      });
      return jsonText(lineOf(frame));
    },
  }),
];

interface PageOfReading extends ExpandRequest {
  readonly reading: string;
}

/** A page of one visit, whose pages and searches leave one trace together. */
function pageOfReading(
  { service, caller }: Pick<Asked, 'service' | 'caller'>,
  { reading: visit, handleId, principal, rows, ...page }: PageOfReading,
): Promise<Frame> {
  if (rows === undefined || ['offset', 'limit', 'filter', 'query'].some((name) => name in page)) {
    throw refusal(400, 'USAGE', 'body.reading: pages of a reading are rows by their numbers', {
      hint: 'give rows, and leave out offset, limit, filter and query',
    });
  }
  const name = { owner: caller().owner, handleId, reading: visit };
  return service.readings.use(name, principal, (opened) => opened.expand({ ...page, rows }));
}

export function refuseOthers(caller: Caller, handleId: string): void {
  refuseUnlessGiven(caller, handleId, () => new KernelError('HANDLE_NOT_FOUND', 'there is no such handle'));
}
