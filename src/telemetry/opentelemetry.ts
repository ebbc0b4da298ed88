import { AsyncLocalStorage } from 'node:async_hooks';
import type { Context, Meter, Span, Tracer } from '@opentelemetry/api';
import type { ActionPart, Telemetry, TraceContext } from '../contract/telemetry.js';
import type { Trace } from '../contract/trace.js';
import { createMeasures } from './measures.js';
import { spanAttributes, spanName } from './span-attributes.js';

type Library = typeof import('./opentelemetry-library.js');

export interface Sources {
  readonly tracer: Tracer;
  readonly meter: Meter;
}

/**
 * Tells each action as a span and in metrics, from its trace: what is told was redacted before. Spans stand below the one
 * that is active where the action begins: the program's own, or the one that a request named.
 */
export function createTelemetry(library: Library, { tracer, meter }: Sources): Telemetry {
  const { context, trace: spans, SpanKind, SpanStatusCode } = library;
  const propagator = new library.W3CTraceContextPropagator();
  const named = new AsyncLocalStorage<Context>();
  const open = new Map<string, { readonly span: Span; readonly inside: Context; driving?: Context }>();
  const measure = createMeasures(meter);

  const active = (): Context => named.getStore() ?? context.active();
  const carried = (inside: Context): TraceContext => {
    const carrier: Record<string, string> = {};
    propagator.inject(inside, carrier, library.defaultTextMapSetter);
    return carrier;
  };
  const failed = (span: Span, errorCode: string): void => {
    span.setAttribute('error.type', errorCode);
    span.setStatus({ code: SpanStatusCode.ERROR });
  };

  const begin: Telemetry['begin'] = ({ action_id: actionId, event, parent_action_id: parentId }) => {
    const above = parentId === undefined ? undefined : open.get(parentId);
    const parent = above?.driving ?? above?.inside ?? active();
    const span = tracer.startSpan(spanName({ event }), { kind: SpanKind.INTERNAL }, parent);
    open.set(actionId, { span, inside: spans.setSpan(parent, span) });
  };

  const part: Telemetry['part'] = (actionId, name): ActionPart => {
    const action = open.get(actionId);
    const above = action?.inside ?? active();
    const isDriver = name === 'akernel.driver.execute';
    const span = tracer.startSpan(name, { kind: isDriver ? SpanKind.CLIENT : SpanKind.INTERNAL }, above);
    const inside = spans.setSpan(above, span);
    if (isDriver && action !== undefined) {
      action.driving = inside;
    }
    let isOver = false;
    return {
      context: carried(inside),
      run: (work) => named.run(inside, () => context.with(inside, work)),
      end(errorCode) {
        if (isOver) {
          return;
        }
        isOver = true;
        if (errorCode !== undefined) {
          failed(span, errorCode);
        }
        span.end();
      },
    };
  };

  const end = (told: Trace): void => {
    const startedMs = Date.parse(told.started_at);
    const span =
      open.get(told.action_id)?.span ??
      tracer.startSpan(
        spanName(told),
        { startTime: startedMs, kind: told.event === 'model' ? SpanKind.CLIENT : SpanKind.INTERNAL },
        active(),
      );
    open.delete(told.action_id);
    span.setAttributes(spanAttributes(told));
    if (told.error !== undefined) {
      failed(span, told.error.code);
    }
    span.end(startedMs + told.duration_ms);
    measure(told);
  };

  return {
    begin: (action) => quietly(() => begin(action)),
    part: (actionId, name) => quietly(() => part(actionId, name)) ?? NO_PART,
    end: (told) => quietly(() => end(told)),
    within: (carrier, work) => {
      const inside = quietly(() => propagator.extract(active(), carrier, library.defaultTextMapGetter));
      return inside === undefined ? work() : named.run(inside, () => context.with(inside, work));
    },
  };
}

const NO_PART: ActionPart = { context: {}, run: (work) => work(), end: () => undefined };

/** What a program registered as its SDK may throw; no action fails by that. */
function quietly<Result>(tell: () => Result): Result | undefined {
  try {
    return tell();
  } catch {
    return undefined;
  }
}
