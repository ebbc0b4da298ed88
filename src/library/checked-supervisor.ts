import { SPAWN_SCHEMA, SUPERVISOR_SCHEMA } from '../contract/library-schemas/runner.js';
import type { Supervisor } from '../contract/runner.js';
import { createSupervisor, type SupervisorOptions } from '../drivers/process/runner/supervisor.js';
import { checkGiven } from './check-given.js';

/** A supervisor that checks what it is given. */
export function checkedSupervisor(options: SupervisorOptions): Supervisor {
  checkGiven(SUPERVISOR_SCHEMA, options, 'createSupervisor');
  const supervisor = createSupervisor(options);
  return {
    ...supervisor,
    spawn: async (spec, spawnOptions) => {
      checkGiven(SPAWN_SCHEMA, { spec, options: spawnOptions }, 'spawn');
      return supervisor.spawn(spec, spawnOptions);
    },
  };
}
