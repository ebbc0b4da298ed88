import type { Benchmark, Figure } from './figure.js';
import { inTurns } from './measure.js';
import { type Program, programIn } from './program.js';

const ROUNDS = 15;

/** Whole commands as multiples of a Node that does nothing. */
export const startUp: Benchmark = {
  name: 'start-up',
  async *run({ directory }) {
    const program = programIn(directory);
    const { stdout } = program.run(['invoke', 'demo.customers', 'rows=1000', '--mode', 'handle_only']);
    const { handle_id: handleId }: { readonly handle_id: string } = JSON.parse(stdout);
    const small = ['expand', handleId, '--fields', 'id,name', '--limit', '10'];
    yield compare(program, 'start of `--help`', ['--help'], 1.5);
    yield compare(
      program,
      'start of `invoke` of 3 rows into a pipe',
      ['invoke', 'demo.customers', 'rows=3', '--stream'],
      2.2,
    );
    yield compare(program, 'start of `expand`, 10 rows of two fields', small, 2);
    yield compare(program, 'start of `expand`, a page that needs the tokenizer', ['expand', handleId]);
  },
};

async function compare(program: Program, what: string, args: readonly string[], atMost?: number): Promise<Figure> {
  program.run(args);
  const { left: bare, right: whole } = await inTurns(
    ROUNDS,
    async () => program.runBareNode().spent,
    async () => program.run(args).spent,
  );
  return {
    what,
    unit: 'times',
    wall: whole.wallMs / bare.wallMs,
    cpu: whole.cpuMs / bare.cpuMs,
    ...(atMost === undefined ? {} : { atMost }),
  };
}
