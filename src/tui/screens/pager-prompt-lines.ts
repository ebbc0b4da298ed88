import { fieldBlock } from '../components/field-line.js';
import type { SpanLine } from '../components/span-lines.js';
import type { PromptState } from '../state/pager-state.js';

const PROMPT_NAMES = {
  filter: 'filter: ',
  search: '/',
  goto: ':',
  find: '/',
  formula: 'new column: ',
  sum: 'sum of column: ',
} as const;

/** A question of the pager and its answer so far; a long one is seen whole while it is edited. */
export function promptLines({ kind, field }: PromptState, width: number, most: number): readonly SpanLine[] {
  const name = PROMPT_NAMES[kind];
  const [first = [], ...others] = fieldBlock(field, Math.max(8, width - name.length), most);
  const head: SpanLine = [{ text: name, role: 'key' }, ...first];
  return [head, ...others.map((line): SpanLine => [{ text: ' '.repeat(name.length) }, ...line])];
}
