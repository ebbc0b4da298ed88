import type { Trace } from '../contract/trace.js';
import { createFewTextsRedactor } from '../firewall/find/few-texts.js';
import type { RedactionOptions } from '../firewall/find/redactor.js';
import { createValueRedactor } from '../firewall/rows/redact-value.js';
import { recordsFromValues } from '../streams/records.js';
import type { KernelPorts } from './ports.js';
import { clean } from './safe-error.js';

const LONGEST_ARGS = 4096;
const LONGEST_STRING = 200;
const MOST_REMEMBERED = 256;

export type TraceDraft = Omit<Trace, 'duration_ms'>;

interface FinishPorts extends Pick<KernelPorts, 'clock'> {
  readonly settings: Pick<KernelPorts['settings'], 'redaction'>;
}

/** A trace as it is stored: its arguments and texts are redacted here, whatever they were before. */
export function finishTrace(ports: FinishPorts, draft: TraceDraft, startedMs: number): Trace {
  const { args, args_from: from, justification, ...rest } = draft;
  const duration = Math.max(0, Math.round((ports.clock.monotonic() - startedMs) * 10) / 10);
  return Object.assign(safeMembers(rest, ports), {
    ...(args === undefined ? {} : { args: safeArgs(args, ports) }),
    ...(from === undefined ? {} : { args_from: from.map((text) => clean(text, ports.settings.redaction)) }),
    // A request is refused after its trace has begun: it may hold anything.
    ...(typeof justification === 'string'
      ? { justification: clean(justification, ports.settings.redaction).slice(0, LONGEST_STRING) }
      : {}),
    duration_ms: duration,
  });
}

export function observe(ports: KernelPorts, trace: Trace): void {
  ports.telemetry?.end(trace);
  try {
    ports.observer?.(trace);
  } catch {
    // an observer never decides: a failing one changes nothing
  }
}

/** Ids, too, may be whatever somebody typed. */
function safeMembers<T extends Omit<TraceDraft, 'args' | 'justification'>>(members: T, ports: FinishPorts): T {
  const ids = Object.entries(members).flatMap(([name, value]) =>
    typeof value === 'string' && name.endsWith('_id') ? [[name, cleanId(value, ports.settings.redaction)]] : [],
  );
  return Object.assign({}, members, Object.fromEntries(ids));
}

const cleaned = new WeakMap<RedactionOptions, Map<string, string>>();

/** The last ones are remembered: most ids of a trace are those of the trace before it. */
function cleanId(id: string, redaction: RedactionOptions): string {
  const known = cleaned.get(redaction) ?? new Map<string, string>();
  cleaned.set(redaction, known);
  const found = known.get(id);
  if (found !== undefined) {
    return found;
  }
  const safe = clean(id, redaction).slice(0, LONGEST_STRING);
  if (id.length <= LONGEST_STRING) {
    known.set(id, safe);
  }
  const [oldest] = known.keys();
  if (known.size > MOST_REMEMBERED && oldest !== undefined) {
    known.delete(oldest);
  }
  return safe;
}

function safeArgs(args: Readonly<Record<string, unknown>>, ports: FinishPorts): Readonly<Record<string, unknown>> {
  const [plain = null] = recordsFromValues([args]).rows;
  const { redaction } = ports.settings;
  const { value } = createValueRedactor(redaction, createFewTextsRedactor(redaction))(plain);
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    return {};
  }
  const json = JSON.stringify(value);
  if (json.length <= LONGEST_ARGS) {
    return { ...value };
  }
  return {
    omitted: `arguments of ${json.length} characters, names: ${Object.keys(value).slice(0, 20).join(', ').slice(0, LONGEST_STRING)}`,
  };
}
