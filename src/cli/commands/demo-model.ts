import type { Command } from 'commander';
import { DEMO_ADDRESS, serveDemoModel } from '../../server/demo-model/serve-demo-model.js';
import type { CommandContext } from '../context.js';
import { readDemoScript } from '../demo-script.js';
import { parseCount, parseDurationFlag, usage } from '../flags/values.js';
import { printValue } from '../output/print-value.js';

interface DemoModelFlags {
  readonly port: number;
  readonly script?: string;
  readonly delayMs: number;
  readonly for?: number;
}

const NOTES = `
It speaks Chat Completions, Responses, Messages and Ollama's chat API, and needs no key. By itself it calls the tool that fits a
message best and says what came of it. A script has turns, one for each answer of a conversation:
  turns:
    - { text: "I look. ", tool_calls: [{ name: demo__customers, arguments: { rows: 3 } }] }
    - { error: { status: 429, message: slow down } }
    - { text: "There are three." }
Others: delay_ms, finish_reason, and cut: true, which drops the connection. Behind the last turn it answers by itself.`;

const LONGEST_MS = 7 * 24 * 3_600_000;

export function defineDemoModel(command: Command, context: CommandContext): void {
  command
    .option('--port <n>', 'where to listen on 127.0.0.1; 0 for any free port', parsePort, 0)
    .option('--script <file>', 'what it says and does, turn by turn, as YAML or JSON')
    .option('--delay-ms <n>', 'milliseconds before each word', parseCount('--delay-ms'), 20)
    .option('--for <duration>', 'end after this time (default: 1h)', parseLife)
    .addHelpText('after', NOTES)
    .action((flags: DemoModelFlags) => demoModel(context, flags));
}

function parsePort(text: string): number {
  const port = parseCount('--port')(text);
  if (port > 65_535) {
    throw usage('--port must be 65535 or less', 'leave it out, and any free port is taken');
  }
  return port;
}

const USUAL_LIFE_MS = 3_600_000;

/** Timers of Node have no room for more. */
function parseLife(text: string): number {
  const life = parseDurationFlag('--for')(text);
  if (life > LONGEST_MS) {
    throw usage('--for must be 7d or less', 'start it again after that');
  }
  return life;
}

async function demoModel(context: CommandContext, flags: DemoModelFlags): Promise<void> {
  const script = flags.script === undefined ? undefined : await readDemoScript(flags.script, context.cwd);
  const { interrupt, runs } = context;
  // A signal of AbortSignal.timeout is lost within AbortSignal.any: nothing holds it until its time comes.
  const end = new AbortController();
  const timer = setTimeout(() => end.abort(), flags.for ?? USUAL_LIFE_MS);
  runs.active += 1;
  try {
    await serveDemoModel({
      port: flags.port,
      script,
      delayMs: flags.delayMs,
      signal: AbortSignal.any([interrupt, end.signal]),
      onListening: (port) => {
        const said = { url: `http://${DEMO_ADDRESS}:${port}/v1`, port };
        void printValue(context, said, ({ url }) => `demo model at ${url}\n`).catch(() => undefined);
      },
    });
  } finally {
    clearTimeout(timer);
    runs.active -= 1;
  }
  interrupt.throwIfAborted();
}
