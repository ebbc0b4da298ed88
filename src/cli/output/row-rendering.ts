import type { Frame, Rendered, Rendering } from '../../contract/frame.js';
import { terminalSafe } from '../../contract/terminal-safe.js';
import { NO_ROWS, type RowFormat, rowLines } from './row-lines.js';

export interface RowForm {
  readonly format: RowFormat;
  readonly isTty: boolean;
  readonly stderrIsTty: boolean;
}

/** The rows of frames and nothing else; what a command writes to its standard error stays apart from them. */
export function createRowRendering(form: RowForm): {
  readonly rendering: Rendering;
  readonly lateFields: () => readonly string[];
} {
  let before = NO_ROWS;

  function rendering(frame: Frame): Rendered {
    if (frame.channel === 'stderr' && !frame.is_final && frame.text !== undefined) {
      const text = form.stderrIsTty ? terminalSafe(frame.text) : frame.text;
      return { text, stream: 'stderr', printed: () => undefined };
    }
    const { text, next } = rowLines([...(frame.rows ?? []), ...rawRows(frame)], before, form);
    return {
      text,
      stream: 'stdout',
      printed() {
        before = next;
      },
    };
  }

  return {
    rendering: Object.assign(rendering, form.isTty ? {} : { form: form.format }),
    lateFields: () => [...before.late],
  };
}

function rawRows({ raw_data: raw }: Frame): readonly unknown[] {
  if (raw === undefined) {
    return [];
  }
  return Array.isArray(raw) ? raw : [raw];
}
