import { type Collected, sizeOf, textsOf } from './gather.js';
import { packageFiles } from './packages.js';
import { paragraphs } from './prose.js';
import { diffs, documents, logs, manualPages } from './system.js';

/** Less is too little to measure. */
const LEAST_BYTES = 250_000;

/** Text that nobody here wrote, of one kind. */
export interface RealText extends Collected {
  readonly kind: string;
  /** How such a file is called. */
  readonly extension: string;
}

/** The kinds of which this machine has enough; `missing` of the others names what it has not. */
export function realTexts(): { readonly kinds: readonly RealText[]; readonly tooSmall: readonly RealText[] } {
  const markdown = allMarkdown();
  const manual = manualPages();
  const all: readonly RealText[] = [
    { kind: 'source code', extension: '.js', ...textsOf([packageFiles('.js')]) },
    { kind: 'type definitions', extension: '.ts', ...textsOf([packageFiles('.d.ts')]) },
    { kind: 'Markdown', extension: '.md', ...markdown },
    { kind: 'prose', extension: '.txt', ...paragraphs([manual, markdown]) },
    { kind: 'JSON', extension: '.json', ...textsOf([packageFiles('.json', false)]) },
    { kind: 'manual pages', extension: '.txt', ...manual },
    { kind: 'logs', extension: '.log', ...textsOf(logs()) },
    { kind: 'diffs', extension: '.diff', ...diffs() },
  ];
  const isEnough = ({ texts }: RealText): boolean => sizeOf(texts) >= LEAST_BYTES;
  return { kinds: all.filter(isEnough), tooSmall: all.filter((text) => !isEnough(text)) };
}

/** So much of the Markdown. */
export function markdownPage(bytes: number): Buffer {
  return Buffer.concat(allMarkdown().texts).subarray(0, bytes);
}

function allMarkdown(): Collected {
  return textsOf([packageFiles('.md'), documents()]);
}
