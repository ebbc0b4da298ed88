import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionFigures } from './measure-session.js';
import { detailText, shortText } from './table.js';

/** What was measured when, for programs. */
export interface Figures {
  readonly date: string;
  readonly node: string;
  /** The encoding of the tokenizer that counted. */
  readonly tokenizer: string;
  readonly sessions: readonly SessionFigures[];
}

const FILE = 'test/bench/sessions.json';
const BLOCK = /(<!-- sessions -->\n)([\s\S]*?)(<!-- \/sessions -->)/;
const PAGES = [
  ['README.md', shortText],
  ['test/bench/README.md', detailText],
] as const;

export function figuresOf(sessions: readonly SessionFigures[], tokenizer: string): Figures {
  return { date: new Date().toISOString().slice(0, 10), node: process.versions.node, tokenizer, sessions };
}

export function readFigures(root: string): Figures {
  return JSON.parse(readFileSync(join(root, FILE), 'utf8'));
}

export function writeFigures(root: string, figures: Figures): void {
  writeFileSync(join(root, FILE), `${JSON.stringify(figures, undefined, 2)}\n`);
}

export function writePages(root: string, figures: Figures): void {
  for (const [page, textOf] of PAGES) {
    const path = join(root, page);
    const text = readFileSync(path, 'utf8');
    writeFileSync(
      path,
      text.replace(BLOCK, (_, begin: string, _old: string, end: string) => `${begin}${textOf(figures)}\n${end}`),
    );
  }
}

/** What stands between the marks of each page, and what should. */
export function pagesBeside(
  root: string,
  figures: Figures,
): readonly { readonly page: string; readonly written?: string; readonly wanted: string }[] {
  return PAGES.map(([page, textOf]) => {
    const [, , written = ''] = BLOCK.exec(readFileSync(join(root, page), 'utf8')) ?? [];
    return { page, written, wanted: `${textOf(figures)}\n` };
  });
}
