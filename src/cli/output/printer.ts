import type { Frame, Rendering } from '../../contract/frame.js';

/** Prints the frames of one result as they come. */
export interface FramePrinter {
  /** What it prints in place of lines; a budget is then charged for that. */
  readonly rendering?: Rendering;
  /** Resolves when the next frame may come. */
  readonly frame: (frame: Frame) => Promise<void>;
  /** Called now and then, so that a silent stream can be seen to go on. */
  readonly tick?: () => void;
  /** Called once after the last frame, also when the stream failed. */
  readonly end: () => Promise<void>;
}
