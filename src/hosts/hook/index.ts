import type { HostId } from '../../contract/host.js';
import { claudeCode } from './claude-code.js';
import { codex } from './codex.js';
import { copilot } from './copilot.js';
import { cursor } from './cursor.js';
import type { HookProtocol } from './event.js';
import { gemini } from './gemini.js';
import { opencode } from './opencode.js';
import { vscode } from './vscode.js';

/** How each host speaks to its hooks. */
export const HOOK_PROTOCOLS = {
  'claude-code': claudeCode,
  codex,
  cursor,
  vscode,
  copilot,
  gemini,
  opencode,
} as const satisfies Record<HostId, HookProtocol>;
