import { type KeyPorts, set } from './pager-key-ports.js';
import { isText } from './pager-state.js';

/** What these rows are called in the status line. */
const CALLED = 'errors';
const LEVEL = /^(?:level|severity|lvl|log_?level|loglevel|priority)$/i;
const STATUS = /^(?:http_?)?status(?:_?code)?$|^(?:outcome|result|state)$/i;
const ERROR = /^(?:error|err|exception|failure)$/i;
const WORDS = [
  'error',
  'err',
  'fatal',
  'critical',
  'crit',
  'severe',
  'alert',
  'emerg',
  'emergency',
  'panic',
  'failed',
  'failure',
  'timeout',
];
const EACH_WAY = WORDS.flatMap((word) => [word, word.toUpperCase(), word[0]?.toUpperCase() + word.slice(1)]);
/** As bunyan and pino count: 50 is an error, 60 is fatal. */
const NUMBERED_ERROR = 50;
const IN_TEXT = ['error', 'fatal', 'critical', 'panic', 'exception', 'failed'];

/** Goes to the next row that tells of an error, or to the one before. */
export function goToError(ports: KeyPorts, direction: 'next' | 'previous'): void {
  const { pager } = ports;
  const state = pager.store.get();
  const condition = isText(state) ? textCondition() : rowCondition(state.columns.map(({ name }) => name));
  if (condition === undefined) {
    set(ports, { notice: 'no column is called level, status, error or the like: f filters, / searches' });
    return;
  }
  const { search } = state;
  if (search?.condition !== condition || search.status === 'stopped') {
    pager.search(CALLED, condition);
  }
  if (pager.store.get().sought !== direction) {
    pager.seek(direction);
  }
}

function textCondition(): string {
  return IN_TEXT.map((word) => `text ~ ${word}`).join(' or ');
}

function rowCondition(columns: readonly string[]): string | undefined {
  const words = JSON.stringify(EACH_WAY);
  const conditions = columns.flatMap((column) => {
    const name = JSON.stringify(column);
    if (LEVEL.test(column)) {
      return [`${name} in ${words}`, `${name} >= ${NUMBERED_ERROR}`];
    }
    if (STATUS.test(column)) {
      return [`${name} in ${words}`, `${name} >= 500`];
    }
    return ERROR.test(column) ? [`${name} exists and ${name} != null and ${name} != false and ${name} != ""`] : [];
  });
  return conditions.length === 0 ? undefined : conditions.join(' or ');
}
