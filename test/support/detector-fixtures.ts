import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RedactionOptions } from '../../src/firewall/redactor.js';
import type { ProofSubject } from './redactor-proof.js';

/** A text and what is to become of it: `ok` is left alone, `ng` holds something to be redacted. */
export interface DetectorFixture {
  /** `<detector>/<ok|ng>.<case>` */
  readonly name: string;
  readonly detector: string;
  readonly kind: 'ok' | 'ng';
  readonly input: string;
  readonly expected: string;
}

const FOLDER = join(import.meta.dirname, '../../fixtures/detectors');

/** All fixtures of all detectors, in the order of their names. */
export function loadDetectorFixtures(): readonly DetectorFixture[] {
  return listDetectorFolders().flatMap((detector) =>
    readdirSync(join(FOLDER, detector))
      .sort()
      .map((name) => loadFixture(detector, name)),
  );
}

export function listDetectorFolders(): readonly string[] {
  return readdirSync(FOLDER).sort();
}

/**
 * What is on by default, and the detector itself if it is not: with these its fixtures hold. Those that need no more than
 * what is on by default share one list, because the first use of a list compiles it.
 */
export function chooseDetectors({
  ALL_DETECTORS: all,
  DETECTORS: usual,
}: Pick<ProofSubject, 'ALL_DETECTORS' | 'DETECTORS'>): (name: string) => RedactionOptions {
  const byDefault: RedactionOptions = { detectors: usual };
  const others = all.filter((detector) => !usual.includes(detector));
  const selections = new Map<string, RedactionOptions>(
    others.map((other) => [other.name, { detectors: all.filter((each) => each === other || usual.includes(each)) }]),
  );
  return (name) => selections.get(name) ?? byDefault;
}

/** `{{gh|p_abc}}` stands for the text without the bars: no secret-shaped literal is in a file. */
export function assemble(text: string): string {
  return text.replace(/\{\{([^{}]*\|[^{}]*)\}\}/g, (_, pieces: string) => pieces.replaceAll('|', ''));
}

function loadFixture(detector: string, name: string): DetectorFixture {
  const read = (file: string): string => assemble(readFileSync(join(FOLDER, detector, name, file), 'utf8'));
  const kind = name.startsWith('ok.') ? 'ok' : 'ng';
  const input = read('input.txt');
  return { name: `${detector}/${name}`, detector, kind, input, expected: kind === 'ok' ? input : read('expected.txt') };
}
