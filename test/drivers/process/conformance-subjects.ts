import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { StreamingDriver } from '../../../src/drivers/streaming-driver.js';
import type { ConformanceSubject } from '../../support/driver-conformance.js';
import { isAlive } from '../../support/processes.js';

const PROGRAMS = resolve('fixtures/programs');
const RUNNER_BYTES = 65_536;
/** Tells the process id of a program before it becomes it. */
const TELL_PID = 'echo $$ > "$0"; exec "$@"';

interface LongProgram {
  readonly command: readonly string[];
  readonly options?: Readonly<Record<string, unknown>>;
  readonly unitBytes: number;
}

/** The driver `process`: commands of the shell user, commands of capabilities, and runners. */
export function processSubjects(
  driver: StreamingDriver,
  folder: string,
): readonly [ConformanceSubject, ...ConformanceSubject[]] {
  let notes = 0;
  const startLong = (operation: string, program: (note: string) => LongProgram) => () => {
    notes += 1;
    const note = join(folder, `note-${notes}`);
    writeFileSync(note, '0');
    const { command, options, unitBytes } = program(note);
    const args = ['-c', TELL_PID, `${note}.pid`, ...command];
    return {
      driver,
      call: { binding: { driver_id: 'process', operation, options: { command: 'sh', args, ...options } } },
      isWorking: () => isAlive(Number(readFileSync(`${note}.pid`, 'utf8'))),
      producedBytes: () => Number(readFileSync(note, 'utf8')) * unitBytes,
    };
  };
  const startFailing = (operation: string, options: (secret: string) => object) => () => ({
    driver,
    call: { binding: { driver_id: 'process', operation, options: { ...options(SECRET) } } },
    secret: SECRET,
  });
  const flood = (note: string): LongProgram => ({
    command: [process.execPath, `${PROGRAMS}/flood.mjs`, '200', note],
    unitBytes: 1024 * 1024,
  });
  const runner = (note: string): LongProgram => ({
    command: [process.execPath, `${PROGRAMS}/fake-runner.mjs`],
    options: { env: { AKERNEL_RUNNER_BEHAVIOR: 'stream=3200', AKERNEL_RUNNER_NOTE: note } },
    unitBytes: RUNNER_BYTES,
  });
  const shell = (script: string) => (secret: string) => ({ command: 'sh', args: ['-c', script, secret] });
  return [
    { name: 'process', startLong: startLong('exec', flood), startFailing: startFailing('run', shell('exit 9')) },
    {
      name: 'process run',
      startLong: startLong('run', flood),
      startFailing: startFailing('run', shell('echo "$0" >&2; kill -9 $$')),
    },
    {
      name: 'process runner',
      startLong: startLong('runner', runner),
      startFailing: startFailing('runner', (secret) => ({
        command: process.execPath,
        args: [`${PROGRAMS}/fake-runner.mjs`],
        env: { AKERNEL_RUNNER_BEHAVIOR: 'failed', SECRET: secret },
      })),
    },
  ];
}

const SECRET = ['hunter', '2', 'secret', 'data'].join('-');
