import { ESTIMATED_BYTES_A_TOKEN } from '../../contract/budget.js';
import type { Frame } from '../../contract/frame.js';
import { isAllShown } from '../../contract/frame-account.js';
import type { InvokeUsage } from '../../contract/kernel.js';
import type { Receipt } from '../../contract/receipt.js';
import { answerText } from './answer.js';

interface CallAccount {
  readonly host: string;
  readonly tool: string;
  readonly frame: Frame;
  readonly usage: InvokeUsage;
  /** Unix milliseconds. */
  readonly startedAt: number;
  readonly endedAt: number;
}

interface OwnAccount {
  readonly host: string;
  readonly tool: string;
  /** `expand` for more of a result, `overhead` for what a host is given besides. */
  readonly kind: 'expand' | 'overhead';
  readonly text: string;
  readonly encoding: string;
  /** Unix milliseconds. */
  readonly endedAt: number;
}

/** What the host was given that is no result of a tool. */
export function ownReceipt({ host, tool, kind, text, encoding, endedAt }: OwnAccount): Receipt {
  const bytes = Buffer.byteLength(text);
  const tokens = Math.ceil(bytes / ESTIMATED_BYTES_A_TOKEN);
  return {
    at: new Date(endedAt).toISOString(),
    surface: 'gateway',
    host,
    tool,
    kind,
    bytes_in: bytes,
    tokens_in: tokens,
    bytes_out: bytes,
    tokens_out: tokens,
    counted: 'estimated',
    encoding,
    redactions: {},
  };
}

/**
 * What one call cost and kept out. Model tokens are those of the tokenizer where it had to count; of a result that was shown
 * in part nobody counted the rest, so those are estimated.
 */
export function callReceipt({ host, tool, frame, usage, startedAt, endedAt }: CallAccount): Receipt {
  const { budget, handle, handle_id: handleId = handle?.handle_id } = frame;
  const bytesOut = Buffer.byteLength(answerText(frame));
  const isMeasured = budget.exact === true && bytesOut > 0;
  const rate = isMeasured ? bytesOut / Math.max(1, budget.used) : ESTIMATED_BYTES_A_TOKEN;
  return {
    at: new Date(endedAt).toISOString(),
    surface: 'gateway',
    host,
    tool,
    kind: 'call',
    bytes_in: usage.bytes,
    tokens_in: Math.ceil(usage.bytes / rate),
    bytes_out: bytesOut,
    tokens_out: isMeasured ? budget.used : Math.ceil(bytesOut / ESTIMATED_BYTES_A_TOKEN),
    counted: isMeasured && isAllShown(frame) ? 'measured' : 'estimated',
    encoding: budget.encoding ?? 'o200k_base',
    redactions: { ...frame.redactions },
    ...(handleId === undefined ? {} : { handle_id: handleId }),
    duration_ms: endedAt - startedAt,
  };
}
