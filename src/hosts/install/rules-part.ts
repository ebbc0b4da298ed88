import type { Part } from './part.js';

const BEGIN = '<!-- akernel:begin -->';
const END = '<!-- akernel:end -->';
const FRONT_MATTER = `---
description: what lines of akernel mean
alwaysApply: true
---
`;

/** What a model is told. */
export const RULES = `${BEGIN}
## Output that went through akernel

- A line that begins with \`[akernel]\` says what was hidden or left out of an output, and how to get more of it.
- \`[REDACTED:type]\` stands for a value that was there and is hidden. Do not guess it, and never write the placeholder into a
  file: edit around the line.
- \`h_…\` is a handle: the whole output is kept behind it. Read on with the tool \`expand\` of the server akernel, or with
  \`akernel expand h_… --offset N --limit N\`; \`--filter 'field = "value"'\` looks for rows.
- An output without such a line is complete and as the tool gave it.
${END}
`;

/** What a model is told of our lines, in a text that its host shows it. `asRule`: a rule file of Cursor. */
export function rulesPart(asRule: boolean): Part {
  return {
    async put(text) {
      const changed = put(text, asRule);
      return { text: changed, isThere: changed === text, notes: [] };
    },
    take: async ({ original, current }) => {
      const left = without(current);
      const isEmpty = left.replace(FRONT_MATTER, '').trim() === '';
      return original === undefined && isEmpty ? undefined : left;
    },
    isIn: async (text) => text.includes(BEGIN),
  };
}

function put(text: string | undefined, asRule: boolean): string {
  if (text === undefined || text.trim() === '') {
    return `${text ?? ''}${asRule ? FRONT_MATTER : ''}${RULES}`;
  }
  const eol = /\r\n/.test(text) ? '\r\n' : '\n';
  const rules = RULES.replaceAll('\n', eol);
  const range = rangeOf(text);
  if (range !== undefined) {
    return text.slice(0, range.from) + rules.trimEnd() + text.slice(range.to);
  }
  return `${text}${text.endsWith('\n') ? '' : eol}${eol}${rules}`;
}

function without(text: string): string {
  const range = rangeOf(text);
  if (range === undefined) {
    return text;
  }
  const below = text.slice(range.to).replace(/^\r?\n/, '');
  return below === ''
    ? text.slice(0, range.from).replace(/\r?\n\r?\n$/, (end) => end.slice(0, end.length / 2))
    : text.slice(0, range.from) + below;
}

function rangeOf(text: string): { readonly from: number; readonly to: number } | undefined {
  const from = text.indexOf(BEGIN);
  const end = text.indexOf(END, from);
  return from === -1 || end === -1 ? undefined : { from, to: end + END.length };
}
