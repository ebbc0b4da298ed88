import { OBSERVE_SCHEMA, SPAWN_SCHEMA, SUPERVISOR_SCHEMA, WAIT_SCHEMA } from '../contract/library-schemas/runner.js';
import type { Runner, Supervisor } from '../contract/runner.js';
import { createSupervisor, type SupervisorOptions } from '../drivers/process/runner/supervisor.js';
import { checkGiven } from './check-given.js';
import { checkedRedactor } from './checked-redactor.js';

/** A supervisor that checks what it is given, and so do its runners. */
export function checkedSupervisor(options: SupervisorOptions): Supervisor {
  checkGiven(SUPERVISOR_SCHEMA, options, 'createSupervisor');
  const redact = (text: string): string => checkedRedactor({}).redactText(text).text;
  const supervisor = createSupervisor({ ...options, redact });
  const checked = new WeakMap<Runner, Runner>();
  const checkedOnce = (runner: Runner): Runner => {
    const known = checked.get(runner) ?? checkedRunner(runner);
    checked.set(runner, known);
    return known;
  };
  return {
    ...supervisor,
    spawn: async (spec, spawnOptions) => {
      checkGiven(SPAWN_SCHEMA, { spec, options: spawnOptions }, 'spawn');
      return checkedOnce(await supervisor.spawn(spec, spawnOptions));
    },
    runners: () => supervisor.runners().map(checkedOnce),
  };
}

function checkedRunner(runner: Runner): Runner {
  return {
    run_id: runner.run_id,
    pid: runner.pid,
    osPid: runner.osPid,
    get result() {
      return runner.result;
    },
    get usage() {
      return runner.usage;
    },
    get chunks() {
      return runner.chunks;
    },
    observe(fn, options) {
      checkGiven(OBSERVE_SCHEMA, { fn, options }, 'observe');
      return runner.observe(fn, options);
    },
    cancel: runner.cancel,
    wait: async (options = {}) => {
      checkGiven(WAIT_SCHEMA, options, 'wait');
      return runner.wait(options);
    },
    stop: runner.stop,
    resume: runner.resume,
    text: runner.text,
    [Symbol.asyncDispose]: runner[Symbol.asyncDispose],
    [Symbol.asyncIterator]: () => runner[Symbol.asyncIterator](),
  };
}
