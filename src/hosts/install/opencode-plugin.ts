import { refusal } from '../text/refusal.js';
import type { HookWish } from './hook-entries.js';
import type { Part } from './part.js';

const MARK = '// made by akernel install opencode';

/** The program that OpenCode loads: it asks `akernel hook opencode` before writes and behind every tool. */
export function opencodePlugin(wish: HookWish): Part {
  const program = pluginText(wish);
  return {
    async put(text) {
      if (text !== undefined && !text.startsWith(MARK)) {
        throw refusal('is not one of ours');
      }
      return { text: program, isThere: text === program, notes: [] };
    },
    take: async ({ current }) => (current.startsWith(MARK) ? undefined : current),
    isIn: async (text) => text.startsWith(MARK),
  };
}

function pluginText({ own: { node, program }, hasGateway, wrap }: HookWish): string {
  const before = ['bash', 'write', 'edit', 'multiedit', 'patch', 'apply_patch'];
  return `${MARK}; akernel uninstall opencode removes it
import { spawn } from 'node:child_process';

const PROGRAM = ${JSON.stringify(node)};
const ARGS = ${JSON.stringify([program, 'hook', 'opencode', ...(wrap ? ['--wrap'] : [])])};
const BEFORE = ${JSON.stringify(before)};
const CLEAN = ${JSON.stringify(hasGateway ? 'akernel_' : undefined) ?? 'undefined'};
const LONGEST_MS = 60000;

/** What akernel answers; nothing when it has nothing to say, or cannot. */
function ask(event) {
  return new Promise((resolve) => {
    const child = spawn(PROGRAM, ARGS, { stdio: ['pipe', 'pipe', 'ignore'], timeout: LONGEST_MS });
    const pieces = [];
    child.on('error', () => resolve({}));
    child.stdin.on('error', () => undefined);
    child.stdout.on('data', (piece) => pieces.push(piece));
    child.on('close', () => {
      try {
        resolve(JSON.parse(Buffer.concat(pieces).toString('utf8')) ?? {});
      } catch {
        resolve({});
      }
    });
    child.stdin.end(JSON.stringify(event));
  });
}

export const Akernel = async ({ directory }) => ({
  'tool.execute.before': async ({ tool, sessionID }, output) => {
    if (!BEFORE.includes(tool)) {
      return;
    }
    const { args, deny } = await ask({ tool, sessionID, cwd: directory, args: output.args });
    if (typeof deny === 'string') {
      throw new Error(deny);
    }
    if (typeof args === 'object' && args !== null) {
      Object.assign(output.args, args);
    }
  },
  'tool.execute.after': async ({ tool, sessionID, args }, output) => {
    if (typeof output.output !== 'string' || (CLEAN !== undefined && tool.startsWith(CLEAN))) {
      return;
    }
    const answer = await ask({ tool, sessionID, cwd: directory, args, output: output.output });
    if (typeof answer.output === 'string') {
      output.output = answer.output;
    }
  },
});
`;
}
