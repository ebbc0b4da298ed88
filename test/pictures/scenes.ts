import { execFileSync } from 'node:child_process';
import { PROGRAM } from '../support/program.js';
import type { Place, Pty } from '../support/pty.js';

/** One picture: what to run, and what a person does until the moment is there. */
export interface Scene {
  readonly name: string;
  readonly title: string;
  /** Another size than that of the other pictures. */
  readonly size?: { readonly columns: number; readonly rows: number };
  readonly args: (place: Place) => readonly string[];
  readonly act: (terminal: Pty) => Promise<void>;
}

export const SCENES: readonly Scene[] = [
  live('live-phase-1', { budget: 60_000, delayMs: 25, phase: '[1 full]' }),
  live('live-phase-2', { budget: 4000, delayMs: 120, phase: '[2 trimmed]' }),
  live('live-phase-3', { budget: 4000, delayMs: 10, phase: '[3 summary]' }),
  live('live-phase-4', { budget: 4000, delayMs: 0, phase: '[4 handle]' }),
  {
    name: 'live-text',
    title: 'akernel invoke demo.log --stream',
    args: () => ['invoke', 'demo.log', 'lines=100000', 'delay_ms=10', '--stream', '--budget', '20000'],
    act: async (terminal) => {
      await terminal.waitFor('demo.log');
      await pause(1500);
    },
  },
  {
    name: 'pager',
    title: 'akernel expand <handle>',
    args: (place) => ['expand', keptHandle(place)],
    act: async (terminal) => {
      await terminal.waitFor('customer');
      terminal.type('jjjj');
      await pause(400);
    },
  },
  {
    name: 'pager-values',
    title: 'akernel expand <handle>: the values of a column',
    args: (place) => ['expand', keptHandle(place)],
    act: async (terminal) => {
      await terminal.waitFor('customer');
      // The fifth column, and how often each of its values comes.
      terminal.type(`${'\u001b[C'.repeat(4)}F`);
      await terminal.waitFor('%');
      await pause(1500);
    },
  },
  {
    name: 'pager-record',
    title: 'akernel expand <handle>: one record',
    args: (place) => ['expand', keptHandle(place), '--offset', '7'],
    act: async (terminal) => {
      await terminal.waitFor('customer');
      terminal.type('\r');
      await pause(400);
    },
  },
  {
    name: 'conversation',
    title: "akernel run demo 'Show me 3 customers'",
    args: () => ['run', 'demo', 'Show me 3 customers'],
    act: async (terminal) => {
      await terminal.waitFor('next: akernel run');
      await pause(400);
    },
  },
  {
    name: 'ui-agents',
    title: 'akernel ui: a conversation with an agent',
    args: () => ['ui'],
    act: async (terminal) => {
      await terminal.waitFor('demo.customers');
      terminal.type('6');
      await terminal.waitFor('Plays a model');
      terminal.type('\r');
      await terminal.waitFor('Message to demo');
      terminal.type('Show me 3 customers');
      await pause(200);
      terminal.type('\r');
      await terminal.waitFor('enter next message');
      await pause(400);
    },
  },
  {
    name: 'ui',
    title: 'akernel ui',
    args: () => ['ui'],
    act: async (terminal) => {
      await terminal.waitFor('demo.customers');
      await pause(600);
    },
  },
  {
    name: 'ui-handles',
    title: 'akernel ui: a handle, looked into',
    size: { columns: 140, rows: 24 },
    args: (place) => {
      keptHandle(place, 'demo.log', 'lines=40');
      keptHandle(place);
      return ['ui'];
    },
    act: async (terminal) => {
      await terminal.waitFor('demo.customers');
      terminal.type('3');
      await terminal.waitFor('enter opens all of it');
      await pause(400);
    },
  },
  {
    name: 'live-facts',
    title: 'akernel invoke demo.customers --stream: facts',
    args: () => ['invoke', 'demo.customers', 'rows=5000000', 'delay_ms=1', '--stream', '--budget', '4000'],
    act: async (terminal) => {
      await terminal.waitFor('[3 summary]');
      terminal.type('\t');
      await terminal.waitFor('of the stream so far');
      await pause(1500);
    },
  },
  {
    name: 'ui-form',
    title: 'akernel ui: the form of a capability',
    args: () => ['ui'],
    act: async (terminal) => {
      await terminal.waitFor('demo.customers');
      terminal.type('\r');
      await pause(600);
    },
  },
];

/** The view of a stream just after it has entered a phase. */
function live(name: string, { budget, delayMs, phase }: Moment): Scene {
  return {
    name,
    title: 'akernel invoke demo.customers --stream',
    args: () => [
      'invoke',
      'demo.customers',
      'rows=5000000',
      `delay_ms=${delayMs}`,
      '--stream',
      '--budget',
      String(budget),
    ],
    act: async (terminal) => {
      await terminal.waitFor(phase);
      await pause(500);
    },
  };
}

interface Moment {
  readonly budget: number;
  readonly delayMs: number;
  readonly phase: string;
}

/** The handle of a result that is complete. */
function keptHandle({ directory, home }: Place, capability = 'demo.customers', argument = 'rows=20000'): string {
  const args = [PROGRAM, 'invoke', capability, argument, '--mode', 'handle_only', '-o', 'json'];
  const env = { PATH: process.env['PATH'], HOME: directory, AKERNEL_HOME: home };
  const frame: unknown = JSON.parse(execFileSync(process.execPath, args, { cwd: directory, env, encoding: 'utf8' }));
  return /h_[0-9a-z]{10}/.exec(JSON.stringify(frame))?.[0] ?? '';
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
