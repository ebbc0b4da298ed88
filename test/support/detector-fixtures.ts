import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ALL_DETECTORS, DETECTORS } from '../../src/firewall/detectors/index.js';
import type { RedactionOptions } from '../../src/firewall/redactor.js';

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

const selections = new Map(
  ALL_DETECTORS.map(({ name }) => [
    name,
    { detectors: ALL_DETECTORS.filter((each) => each.name === name || DETECTORS.includes(each)) },
  ]),
);

/** What is on by default, and the detector itself if it is not: with these its fixtures hold. */
export function detectorsFor(name: string): RedactionOptions {
  return selections.get(name) ?? {};
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
