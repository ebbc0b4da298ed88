import { terminalSafeLine } from '../../contract/terminal-safe.js';
import { displayWidth } from '../text/display-width.js';

/** A part of the status, which is there as a whole or not at all. */
export interface StatusPart {
  readonly text: string;
  /** Where there is not room for all, the parts that weigh least give way first. */
  readonly weight: number;
  /** The same in fewer words, taken at its own weight before the part gives way. */
  readonly shorter?: Pick<StatusPart, 'text' | 'weight' | 'shorter'>;
  /** It goes on right behind the part before it. */
  readonly isTail?: true;
}

/** Weighs so much that it never gives way: what stops something. */
export const NEVER = Number.POSITIVE_INFINITY;
/** A dot between blanks. */
const BETWEEN = 3;

/** The parts that there is room for, each with its tails, as they stand in the line. */
export function fittedParts(parts: readonly StatusPart[], width: number): readonly string[] {
  let kept: readonly StatusPart[] = parts
    .map((part) => ({ ...part, text: terminalSafeLine(part.text) }))
    .filter(({ text }) => text !== '');
  while (kept.length > 1 && widthOf(kept) > width) {
    const least = Math.min(...kept.map(nextWeight));
    if (least === NEVER) {
      break;
    }
    const at = kept.findLastIndex((part) => nextWeight(part) === least);
    kept = kept.toSpliced(at, 1, ...inFewerWords(kept[at]));
  }
  return joined(kept);
}

function inFewerWords({ shorter, ...rest }: StatusPart = { text: '', weight: 0 }): readonly StatusPart[] {
  if (shorter === undefined) {
    return [];
  }
  const next = shorter.shorter === undefined ? {} : { shorter: shorter.shorter };
  return [{ ...rest, text: terminalSafeLine(shorter.text), ...next }];
}

function nextWeight({ weight, shorter }: StatusPart): number {
  return shorter?.weight ?? weight;
}

function widthOf(parts: readonly StatusPart[]): number {
  const texts = joined(parts);
  return texts.reduce((sum, text) => sum + displayWidth(text), BETWEEN * Math.max(0, texts.length - 1));
}

function joined(parts: readonly StatusPart[]): readonly string[] {
  const texts: string[] = [];
  for (const { text, isTail } of parts) {
    const before = isTail === true ? texts.pop() : undefined;
    texts.push(`${before ?? ''}${text}`);
  }
  return texts;
}
