import type { Frame } from '../../contract/frame.js';
import type { CommandContext } from '../context.js';
import type { OutputFormat } from '../settings.js';

/** Prints the frames of one result as they come. */
export interface FramePrinter {
  /** Resolves when the next frame may come. */
  readonly frame: (frame: Frame) => Promise<void>;
  /** Called once after the last frame, also when the stream failed. */
  readonly end: () => Promise<void>;
}

/** The printer of a format; the one for people is loaded only when it is needed. */
export async function createFramePrinter(format: OutputFormat, context: CommandContext): Promise<FramePrinter> {
  if (format === 'text') {
    const { createTextPrinter } = await import('./print-text.js');
    return createTextPrinter(context);
  }
  const { createNdjsonPrinter } = await import('./print-ndjson.js');
  return createNdjsonPrinter(context);
}
