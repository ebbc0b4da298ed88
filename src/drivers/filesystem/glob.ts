import { KernelError } from '../../contract/errors.js';
import { expandBraces } from './glob-braces.js';
import { isLiteral, matchesSegment, parseSegment, type Segment } from './glob-segment.js';

/** The places in the patterns that a folder's path has reached; nothing below an exhausted one can match. */
export type GlobState = readonly number[];

/** A compiled glob, walked one path segment at a time, so that hopeless folders are never opened. */
export interface Glob {
  readonly start: GlobState;
  /** Goes on by one segment: whether the path so far matches, and the state for what lies below. */
  readonly step: (state: GlobState, name: string) => { readonly matches: boolean; readonly below: GlobState };
  /** Whether the pattern itself has this segment, letter for letter. */
  readonly names: (segment: string) => boolean;
}

const MAX_PATTERN = 1000;

/**
 * `*` and `?` within a segment (a leading dot is nothing special), `**` for any number of segments, `[a-z]`, `[!a-z]`,
 * `{a,b}`, `\` before a character to take it as it is. Time is linear in names times pattern length.
 */
export function compileGlob(pattern: string): Glob {
  if (pattern === '' || pattern.length > MAX_PATTERN) {
    throw new KernelError('USAGE', `a glob has 1 to ${MAX_PATTERN} characters`);
  }
  const alternatives = expandBraces(pattern).map(toSegments);
  // One list for all alternatives: a place is an index into it, and `undefined` ends an alternative.
  const places: (Segment | undefined)[] = alternatives.flatMap((segments) => [...segments, undefined]);
  const starts: number[] = [];
  for (let index = 0, offset = 0; index < alternatives.length; index += 1) {
    starts.push(offset);
    offset += (alternatives[index]?.length ?? 0) + 1;
  }
  return {
    start: closure(places, starts),
    step(state, name) {
      const next: number[] = [];
      for (const place of state) {
        const segment = places[place];
        if (segment === ANY_DEPTH) {
          next.push(place);
        } else if (segment !== undefined && matchesSegment(segment, name)) {
          next.push(place + 1);
        }
      }
      const reached = closure(places, next);
      return {
        matches: reached.some((place) => places[place] === undefined),
        below: reached.filter((place) => places[place] !== undefined),
      };
    },
    names: (segment) => alternatives.some((segments) => segments.some((item) => isLiteral(item, segment))),
  };
}

const ANY_DEPTH: Segment = [];

/** `**` may stand for no segment at all, so its place reaches the next one too. */
function closure(places: readonly (Segment | undefined)[], from: readonly number[]): GlobState {
  const reached = new Set<number>();
  for (const start of from) {
    let place = start;
    reached.add(place);
    while (places[place] === ANY_DEPTH && !reached.has(place + 1)) {
      place += 1;
      reached.add(place);
    }
  }
  return [...reached];
}

function toSegments(pattern: string): readonly Segment[] {
  const names = pattern.split('/').filter((name) => name !== '' && name !== '.');
  if (pattern.startsWith('/') || names.includes('..') || names.length === 0) {
    throw new KernelError('USAGE', 'a glob is relative to the listed path and never leaves it');
  }
  return names.map((name) => (name === '**' ? ANY_DEPTH : parseSegment(name)));
}
