import type { PrintedForm, Rendering } from '../../contract/frame.js';
import { createRowRendering } from './row-rendering.js';
import { PLAIN } from './style.js';
import { createTextRendering } from './text-rendering.js';

/** What a command prints into a pipe in this form. */
export function renderingOf(form: PrintedForm): Rendering {
  const pipe = { isTty: false, stderrIsTty: false };
  return form === 'text' || form === 'json_lines'
    ? createTextRendering({ ...pipe, style: PLAIN, width: () => undefined, rows: form === 'text' ? 'table' : form })
    : createRowRendering({ ...pipe, format: form }).rendering;
}
