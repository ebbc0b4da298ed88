type Part =
  | { readonly type: 'literal'; readonly character: string }
  | { readonly type: 'one' }
  | { readonly type: 'many' }
  | { readonly type: 'set'; readonly negated: boolean; readonly ranges: readonly (readonly [string, string])[] };
export type Segment = readonly Part[];

/** Reads one segment of a glob, without braces. */
export function parseSegment(name: string): Segment {
  const characters = [...name];
  const parts: Part[] = [];
  for (let index = 0; index < characters.length; ) {
    const { part, end } = readPart(characters, index);
    parts.push(part);
    index = end;
  }
  return parts;
}

/** Goes back only to the last `*`, never further: at most name times segment length steps. */
export function matchesSegment(segment: Segment, name: string): boolean {
  const characters = [...name];
  let part = 0;
  let at = 0;
  let star = -1;
  let resume = 0;
  while (at < characters.length) {
    const current = segment[part];
    if (current?.type === 'many') {
      star = part;
      resume = at;
      part += 1;
    } else if (current !== undefined && matchesPart(current, characters[at] ?? '')) {
      part += 1;
      at += 1;
    } else if (star !== -1) {
      part = star + 1;
      resume += 1;
      at = resume;
    } else {
      return false;
    }
  }
  return segment.slice(part).every((rest) => rest.type === 'many');
}

/** Whether the segment is this very name, without any wildcard. */
export function isLiteral(segment: Segment, name: string): boolean {
  const literals = segment.map((part) => (part.type === 'literal' ? part.character : '\0'));
  return segment.length > 0 && literals.join('') === name;
}

interface ReadPart {
  readonly part: Part;
  readonly end: number;
}

function readPart(characters: readonly string[], index: number): ReadPart {
  const character = characters[index] ?? '';
  const next = characters[index + 1];
  switch (character) {
    case '*':
      return { part: { type: 'many' }, end: index + 1 };
    case '?':
      return { part: { type: 'one' }, end: index + 1 };
    case '\\':
      return { part: { type: 'literal', character: next ?? character }, end: index + 2 };
    case '[':
      return readSet(characters, index) ?? { part: { type: 'literal', character }, end: index + 1 };
    default:
      return { part: { type: 'literal', character }, end: index + 1 };
  }
}

/** Reads `[…]` from its bracket on; without a closing bracket there is no set. */
function readSet(characters: readonly string[], open: number): ReadPart | undefined {
  const negated = characters[open + 1] === '!' || characters[open + 1] === '^';
  const first = open + (negated ? 2 : 1);
  // A bracket that comes first is a member of the set.
  const last = characters.indexOf(']', first + 1);
  if (last === -1) {
    return undefined;
  }
  const ranges: (readonly [string, string])[] = [];
  for (let index = first; index < last; index += 1) {
    const from = characters[index] ?? '';
    if (characters[index + 1] === '-' && index + 2 < last) {
      ranges.push([from, characters[index + 2] ?? '']);
      index += 2;
    } else {
      ranges.push([from, from]);
    }
  }
  return { part: { type: 'set', negated, ranges }, end: last + 1 };
}

function matchesPart(part: Part, character: string): boolean {
  switch (part.type) {
    case 'literal':
      return part.character === character;
    case 'set':
      return part.ranges.some(([from, to]) => from <= character && character <= to) !== part.negated;
    default:
      return true;
  }
}
