import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RedactionOptions } from '../../src/firewall/find/redactor.js';
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

/** A case of a file begins with its name; its text ends before the newline in front of the next one. */
const CASE = /^## ((?:ok|ng)\.[\w-]+)\n/gm;
/** `⟦secret|type⟧` is what must be hidden, and as what. */
const MARK = /⟦([^⟦⟧]*)\|([a-z0-9_]+)⟧/g;

/** All fixtures of all detectors, in the order of their names. */
export function loadDetectorFixtures(): readonly DetectorFixture[] {
  return listDetectorFixtures().flatMap((detector) => {
    const text = readFileSync(join(FOLDER, `${detector}.txt`), 'utf8');
    const cases = [...text.matchAll(CASE)];
    return cases.map(({ 0: heading, 1: name = '', index }, at) => {
      const body = text.slice(index + heading.length, (cases[at + 1]?.index ?? text.length) - 1);
      return fixtureOf(detector, name, assemble(body));
    });
  });
}

/** The detectors that have a file of cases. */
export function listDetectorFixtures(): readonly string[] {
  return readdirSync(FOLDER)
    .map((file) => file.replace(/\.txt$/, ''))
    .sort();
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

function fixtureOf(detector: string, name: string, marked: string): DetectorFixture {
  return {
    name: `${detector}/${name}`,
    detector,
    kind: name.startsWith('ok.') ? 'ok' : 'ng',
    input: marked.replace(MARK, '$1'),
    expected: marked.replace(MARK, '[REDACTED:$2]'),
  };
}
