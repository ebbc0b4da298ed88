import type { Frame } from '../../contract/frame.js';
import { cutPoint } from './cut-text.js';
import { mostThatFits } from './most-that-fits.js';
import type { Outlet } from './outlet.js';
import { withheldWarning } from './page-info.js';

/** Characters `from` (inclusive) to `to` (exclusive) of one value. */
export interface ValueStretch {
  readonly row: number;
  readonly field: string;
  readonly from: number;
  readonly to: number;
  /** Characters behind its end that are not shown. */
  readonly withheld: number;
}

/** More bytes than this for each model token that is left are not even priced. */
export const BYTES_A_TOKEN = 16;
const NEXT_CHARS = 8000;

/** One final frame with a stretch of one redacted value, as much of it as fits, and the command for the rest. */
export async function sendStretch(
  outlet: Outlet,
  handleId: string,
  { text, at }: { readonly text: string; readonly at: ValueStretch },
): Promise<Frame> {
  const start = cutPoint(text, Math.min(at.from, text.length));
  const end = Math.min(at.to, text.length);
  const most = Math.min(end - start, Math.floor(outlet.meter.remaining() * BYTES_A_TOKEN));
  const fit = await mostThatFits(0, most, async (count) => {
    const stop = start + count === text.length ? text.length : cutPoint(text, start + count);
    const shown = Math.max(0, stop - start);
    const range = `${stop}:${stop + NEXT_CHARS}`;
    const next = `akernel expand value ${handleId} --row ${at.row} --field ${at.field} --chars ${range}`;
    const priced = await outlet.price(
      {
        ...outlet.draftEnvelope(true),
        seq: 0,
        phase: 1,
        is_final: true,
        status: 'completed',
        text: text.slice(start, stop),
        seen: { chars: text.length + at.withheld },
        shown: { chars: shown },
        omitted: { chars: text.length - shown + at.withheld },
        ...(at.withheld > 0 ? { warnings: [withheldWarning(at.withheld)] } : {}),
        ...(Math.max(start, stop) < text.length ? { next } : {}),
      },
      'full',
    );
    return priced.cost <= outlet.meter.remaining() ? priced : undefined;
  });
  if (fit === undefined) {
    throw new Error('an empty stretch always fits');
  }
  return outlet.send(fit.found);
}
