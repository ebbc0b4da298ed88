import { createHash } from 'node:crypto';
import { ESTIMATED_BYTES_A_TOKEN } from '../../contract/budget.js';
import type { HostId } from '../../contract/host.js';
import type { Receipt } from '../../contract/receipt.js';
import { addReceipt } from '../../files/add-receipt.js';
import { hostLimit } from '../../hosts/hook/host-limits.js';
import type { CommandContext } from '../context.js';

/** What one handled call of a host cost and kept out. */
export interface HookAccount {
  readonly host: HostId;
  readonly tool: string;
  readonly session?: string | undefined;
  /** More of a result that was shown before. */
  readonly isExpand?: boolean;
  readonly bytesIn: number;
  readonly bytesOut: number;
  readonly redactions?: Readonly<Record<string, number>> | undefined;
  readonly handleId?: string | undefined;
  readonly digest?: string | undefined;
  readonly exit?: Receipt['exit'];
  /** By the clock that never goes back. */
  readonly startedMs: number;
}

/** What leaving one needs of a command. */
export interface ReceiptContext extends Pick<CommandContext, 'loadConfig' | 'now'> {
  readonly settings: Pick<CommandContext['settings'], 'quiet'>;
  readonly stderr: Pick<CommandContext['stderr'], 'write'>;
}

const DIGEST_CHARS = 16;

/** Adds its receipt. Model tokens are estimated: no tokenizer is loaded for it. A receipt that cannot be written is none. */
export async function leaveReceipt(context: ReceiptContext, account: HookAccount): Promise<void> {
  const { config } = await context.loadConfig();
  const { host, tool, session, bytesIn, bytesOut, redactions = {}, handleId, digest, exit, startedMs } = account;
  const limit = hostLimit(host, tool);
  try {
    addReceipt(config.store.directory, {
      at: new Date(context.now()).toISOString(),
      surface: 'hook',
      host,
      tool,
      ...(session === undefined ? {} : { session }),
      kind: account.isExpand === true ? 'expand' : 'call',
      bytes_in: bytesIn,
      tokens_in: Math.ceil(bytesIn / ESTIMATED_BYTES_A_TOKEN),
      bytes_out: bytesOut,
      tokens_out: Math.ceil(bytesOut / ESTIMATED_BYTES_A_TOKEN),
      counted: 'estimated',
      encoding: config.budget.encoding,
      ...(limit === undefined ? {} : { host_limit_bytes: limit }),
      redactions,
      ...(handleId === undefined ? {} : { handle_id: handleId }),
      ...(digest === undefined ? {} : { digest }),
      ...(exit === undefined ? {} : { exit }),
      duration_ms: Math.round(performance.now() - startedMs),
    });
  } catch (error) {
    if (context.settings.quiet) {
      return;
    }
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no reason';
    context.stderr.write(`akernel: no receipt could be written: ${code}\n`);
  }
}

export function digestOf(texts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const text of texts) {
    hash.update(text).update('\0');
  }
  return hash.digest('hex').slice(0, DIGEST_CHARS);
}
