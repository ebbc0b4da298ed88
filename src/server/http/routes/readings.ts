import * as z from 'zod';
import type { FindProgress, FindRequest, OrderKey, RowOrder } from '../../../contract/expansion.js';
import { foundResponse } from '../found-response.js';
import { refusal } from '../problem.js';
import { type Asked, nothing, type Route, route } from '../route.js';
import { id, reading } from '../schemas.js';
import { refuseOthers } from './handles.js';

const row = z.int().min(0).max(Number.MAX_SAFE_INTEGER);
const field = z.string().min(1).max(1000);
const orderKey = { field, descending: z.boolean().optional() };
const searchBody = z.strictObject({
  filter: z.string().min(1).max(10_000).describe('As akernel expand --filter takes it.').optional(),
  text: z
    .string()
    .min(1)
    .max(2000)
    .describe('Stands somewhere in a value of the row; capitals matter where it has some.')
    .optional(),
  from: row.describe('The first row that is looked at.').optional(),
  to: row.describe('The row before which the search ends.').optional(),
  order: z
    .strictObject({
      ...orderKey,
      then_by: z
        .array(z.strictObject(orderKey))
        .max(3)
        .describe('Rows that are equal by the field stand in the order of these.')
        .optional(),
      after: row.describe('Only rows that come behind this one in the order.').optional(),
    })
    .describe('Puts the rows in the order of a field: at most 100,000 come as ordered, now and then and at the end.')
    .optional(),
  count: field.describe('Counts the values of a field: they come as counted, now and then and at the end.').optional(),
  sum: field.describe('With count: sums the numbers of this field in the rows of each value.').optional(),
  formulas: z
    .array(z.string().min(1).max(500))
    .max(16)
    .describe('Fields made of others, such as total = price * quantity, for filter, text, order, count and sum.')
    .optional(),
  session_id: id().optional(),
  reading: reading.optional(),
});
type SearchBody = z.output<typeof searchBody>;

/** Searches of one owner at the same time. */
const MOST_SEARCHES = 8;

export const READING_ROUTES: readonly Route[] = [
  route({
    method: 'POST',
    path: '/v1/handles/{handle_id}/find',
    summary: 'Numbers of the rows that fit a filter, hold a text, or both, as they are found. It ends with its client.',
    access: 'caller',
    params: z.strictObject({ handle_id: id() }),
    body: searchBody,
    answers: {
      200: {
        description: 'progress…, each with scanned, total and rows, and find.completed or find.failed.',
        type: 'text/event-stream',
      },
    },
    async handle({ service, caller: known, params: { handle_id: handleId }, body }) {
      const caller = known();
      refuseOthers(caller, handleId);
      if ([body.filter, body.text, body.order, body.count].every((asked) => asked === undefined)) {
        throw refusal(400, 'USAGE', 'body: a filter, a text, an order or a field to count is needed');
      }
      const { searches } = service;
      const under = searches.get(caller.owner) ?? 0;
      if (under >= MOST_SEARCHES) {
        throw refusal(429, 'LIMIT_REACHED', `${MOST_SEARCHES} searches go on already`);
      }
      searches.set(caller.owner, under + 1);
      const stop = new AbortController();
      return foundResponse({
        found: search({ service, caller: known }, handleId, { ...body, signal: stop.signal }),
        caller,
        stop: () => stop.abort(),
        onEnd: () => count(searches, caller.owner),
        now: () => performance.now(),
      });
    },
  }),
  route({
    method: 'DELETE',
    path: '/v1/handles/{handle_id}/readings/{reading}',
    summary: 'Ends one visit of a stored result: its trace is left. One that is not known has ended already.',
    access: 'caller',
    params: z.strictObject({ handle_id: id(), reading }),
    answers: { 204: { description: 'It has ended.' } },
    async handle({ service, caller, params: { handle_id: handleId, reading: visit } }) {
      await service.readings.close({ owner: caller().owner, handleId, reading: visit });
      return nothing();
    },
  }),
];

function count(searches: Map<string, number>, owner: string): void {
  const left = (searches.get(owner) ?? 1) - 1;
  if (left > 0) {
    searches.set(owner, left);
  } else {
    searches.delete(owner);
  }
}

async function* search(
  { service, caller }: Pick<Asked, 'service' | 'caller'>,
  handleId: string,
  {
    filter,
    text,
    from,
    to,
    order,
    count,
    sum,
    formulas,
    session_id: sessionId,
    reading: visit,
    signal,
  }: SearchBody & { readonly signal: AbortSignal },
): AsyncGenerator<FindProgress, void> {
  const { owner, principal } = caller();
  const question: Omit<FindRequest, 'handleId' | 'principal'> = {
    ...(filter === undefined ? {} : { filter }),
    ...(text === undefined ? {} : { text }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(order === undefined ? {} : { order: orderOf(order) }),
    ...(count === undefined ? {} : { count }),
    ...(sum === undefined ? {} : { sum }),
    ...(formulas === undefined ? {} : { formulas }),
    ...(sessionId === undefined ? {} : { sessionId }),
    signal,
  };
  if (visit === undefined) {
    yield* service.kernel.find({ ...question, handleId, principal });
  } else {
    yield* service.readings.during({ owner, handleId, reading: visit }, principal, (opened) => opened.find(question));
  }
}

function orderOf({ field, descending, then_by: thenBy, after }: NonNullable<SearchBody['order']>): RowOrder {
  return {
    ...keyOf({ field, descending }),
    ...(thenBy === undefined ? {} : { thenBy: thenBy.map(keyOf) }),
    ...(after === undefined ? {} : { after }),
  };
}

function keyOf({ field, descending }: { readonly field: string; readonly descending?: boolean | undefined }): OrderKey {
  return { field, descending: descending === true };
}
