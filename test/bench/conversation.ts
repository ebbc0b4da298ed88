import type { ModelMessage } from '../../src/contract/model.js';
import { openBenchKernel, PRINCIPAL } from './bench-kernel.js';
import type { Benchmark } from './figure.js';
import { inTurns, spend } from './measure.js';

const ROUNDS = 21;
const MESSAGES = 10_000;
const FULL_MESSAGES = 100_000;
const MESSAGES_A_TURN = 5;
/** What a model with a window of 100,000 model tokens is told of a conversation, or less. */
const MOST_CHARS = 40_000;

/** A long conversation is opened and its end is read, beside a short one. */
export const conversation: Benchmark = {
  name: 'conversation',
  async *run({ directory, isFull }) {
    const messages = isFull ? FULL_MESSAGES : MESSAGES;
    const { kernel } = await openBenchKernel(directory);
    const { sessions } = kernel;
    const filled = async (turns: number): Promise<string> => {
      const { session_id: id } = await sessions.create(PRINCIPAL, 1_000_000);
      const open = await sessions.open(id, PRINCIPAL);
      for (let turn = 0; turn < turns; turn += 1) {
        await open.keep(turnOf(turn));
      }
      await open.close();
      return id;
    };
    const short = await filled(20);
    const long = await filled(messages / MESSAGES_A_TURN);
    const read = async (sessionId: string): Promise<void> => {
      const open = await sessions.open(sessionId, PRINCIPAL);
      await open.recent(MOST_CHARS);
      await open.close();
    };
    await read(long);
    const { left, right } = await inTurns(
      ROUNDS,
      () => spend(() => read(short)),
      () => spend(() => read(long)),
    );
    const subject = `a session of ${messages.toLocaleString('en')} messages: open, and the last 40,000 characters`;
    yield { subject, unit: 'ms', wall: right.wallMs, cpu: right.cpuMs, atMost: 50 };
    yield { subject, aspect: 'against one of 100 messages', unit: 'times', wall: right.wallMs / left.wallMs };
    const open = await sessions.open(long, PRINCIPAL);
    const kept = await spend(async () => {
      for (let step = 0; step < 200; step += 1) {
        await open.keep(turnOf(step));
      }
    });
    yield { subject: 'one step of such a session kept', unit: 'ms', wall: kept.wallMs / 200, cpu: kept.cpuMs / 200 };
    await kernel.close();
  },
};

function turnOf(turn: number): readonly ModelMessage[] {
  const asked = { name: 'fs_read_file', arguments: `{"path":"src/part-${turn}.ts"}` };
  const lines = Array.from({ length: 20 }, (_, line) => `${line + 1}: export const value${line} = compute(${turn});`);
  return [
    { role: 'user', content: `What does part ${turn} do, and who uses it?` },
    { role: 'assistant', content: '', tool_calls: [{ id: `call_${turn}`, type: 'function', function: asked }] },
    { role: 'tool', content: JSON.stringify({ text: lines.join('\n') }), tool_call_id: `call_${turn}` },
    { role: 'assistant', content: `Part ${turn} computes twenty values; the next part uses them.` },
    { role: 'system', content: 'The answer was shown.' },
  ];
}
