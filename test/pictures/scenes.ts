import type { Pty } from '../support/pty.js';

/** One picture: what to run, at what size, and what a person would do until the moment is there. */
export interface Scene {
  readonly name: string;
  readonly title: string;
  readonly columns: number;
  readonly rows: number;
  readonly args: readonly string[];
  readonly act: (terminal: Pty) => Promise<void>;
}
