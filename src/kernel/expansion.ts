import { KernelError } from '../contract/errors.js';
import type { ExpandRequest } from '../contract/expansion.js';
import type { Frame } from '../contract/frame.js';
import type { HandleRecord } from '../contract/handle.js';
import { createPager, type Pager } from '../firewall/frames/page.js';
import { type BudgetShare, openBudgetShare } from './budget-share.js';
import { checkOutput } from './check-output.js';
import type { TraceDraft } from './finish-trace.js';
import { readFormulas } from './formulas/formulas.js';
import { checkFields, openHandle } from './handle-access.js';
import { parseFilter } from './handle-filter.js';
import { infoOf } from './handle-info.js';
import { nextCommand } from './next-command.js';
import { checkKnownFields, type FieldDoubt, type PageQuery, storedQuery } from './page-query.js';
import type { KernelPorts } from './ports.js';
import { rangesOf } from './row-ranges.js';
import { endOf } from './safe-error.js';
import { writeTrace } from './tracer.js';

/** One reading of a kept result: opened once, settled once with its trace and its charge, refused or not. */
export interface Expansion {
  readonly id: string;
  readonly open: () => Promise<OpenedExpansion>;
  readonly frames: () => number;
  /** `frame`: what is about to be shown. */
  readonly settle: (failure: KernelError | undefined, frame?: Frame) => Promise<void>;
}

export interface ExpansionOptions {
  readonly asked?: Readonly<Record<string, unknown>>;
  readonly visit?: Visit | undefined;
  /** Fields that are made of others, for whoever asks for them. */
  readonly formulas?: readonly string[] | undefined;
}

export interface OpenedExpansion {
  readonly record: HandleRecord;
  /** What is asked of the rows, checked. */
  readonly query: PageQuery;
  readonly pager: Pager;
  /** Rows one page may show. */
  readonly rowCap: number;
  readonly doubt: FieldDoubt | undefined;
}

/** The action that an expansion is a part of: it leaves the trace. */
export interface Visit {
  readonly id: string;
  /** Told before anything of the part is shown. */
  readonly add: (part: { readonly trace: TraceDraft; readonly frame: Frame | undefined }) => Promise<void>;
}

/** `asked` goes into the trace in place of what the request says. */
export function createExpansion(
  ports: KernelPorts,
  request: ExpandRequest,
  { asked = pagingArgs(request), visit, formulas: texts = [] }: ExpansionOptions = {},
): Expansion {
  const { clock, settings } = ports;
  const { principal, sessionId } = request;
  const id = visit?.id ?? ports.newId('a');
  const startedMs = clock.monotonic();
  const startedAt = new Date(clock.now()).toISOString();
  let record: HandleRecord | undefined;
  let pager: Pager | undefined;
  let share: BudgetShare | undefined;

  return {
    id,
    frames: () => pager?.frames() ?? 0,
    async open() {
      checkOutput(request, true);
      checkPaging(request);
      const formulas = texts.length === 0 ? undefined : readFormulas(texts);
      const query = { ...queryOf(request), formulas };
      const stored = storedQuery(query);
      record = await openHandle(ports, request.handleId, principal);
      checkFields(record, stored);
      const doubt = await checkKnownFields(ports, record, stored);
      share = await openBudgetShare(ports, {
        principalId: principal.principal_id,
        sessionId,
        maxTokens: request.maxTokens ?? settings.maxTokens,
        mode: undefined,
        usualMode: 'table',
      });
      pager = createPager({
        identity: {
          action_id: id,
          capability_id: record.capability_id,
          provenance: { principal_id: principal.principal_id, driver_id: 'handle', invoked_at: startedAt },
        },
        maxTokens: share.maxTokens,
        encoding: request.encoding ?? settings.encoding,
        loadCounter: ports.loadCounter,
        alwaysExact: sessionId !== undefined,
        handle: infoOf(record),
        maxFields: settings.limits.max_fields,
        ...(request.rendering === undefined ? {} : { rendering: request.rendering }),
        nextCommand: nextCommand(request.handleId, query),
      });
      const rowCap = Math.min(record.row_cap, record.constraints.max_rows ?? Number.POSITIVE_INFINITY);
      return { record, query, pager, rowCap, doubt };
    },
    async settle(failure, frame) {
      try {
        await share?.charge(pager?.used() ?? 0);
        await share?.settle();
      } finally {
        await leaveTrace(failure, frame);
      }
    },
  };

  async function leaveTrace(failure: KernelError | undefined, frame: Frame | undefined): Promise<void> {
    const trace = {
      action_id: id,
      event: 'expand' as const,
      principal_id: principal.principal_id,
      handle_id: request.handleId,
      ...(record === undefined ? {} : { capability_id: record.capability_id }),
      ...(sessionId === undefined ? {} : { session_id: sessionId }),
      ...endOf(failure),
      args: asked,
      started_at: startedAt,
    };
    await (visit === undefined ? writeTrace(ports, trace, startedMs) : visit.add({ trace, frame }));
  }
}

export function queryOf({
  filter = [],
  fields,
  query: words,
}: Pick<ExpandRequest, 'filter' | 'fields' | 'query'>): PageQuery {
  const conditions = typeof filter === 'string' ? parseFilter(filter) : filter;
  return { filter: conditions, ...(fields === undefined ? {} : { fields }), ...(words === undefined ? {} : { words }) };
}

export function checkPaging({ offset, limit }: Pick<ExpandRequest, 'offset' | 'limit'>): void {
  for (const [name, value] of Object.entries({ offset, limit })) {
    if (value !== undefined && !(Number.isSafeInteger(value) && value >= 0)) {
      throw new KernelError('USAGE', `the ${name} must be a whole number of 0 or more`, { hint: 'rows count from 0' });
    }
  }
}

function pagingArgs({ offset, limit, fields, filter, rows, query }: ExpandRequest): Readonly<Record<string, unknown>> {
  return {
    ...(offset === undefined ? {} : { offset }),
    ...(limit === undefined ? {} : { limit }),
    ...(fields === undefined ? {} : { fields }),
    ...(filter === undefined ? {} : { filter }),
    ...(rows === undefined ? {} : { rows: rangesOf(rows) }),
    ...(query === undefined ? {} : { query }),
  };
}
