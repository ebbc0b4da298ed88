import type { Value } from '../../src/contract/row.js';
import { ALL_DETECTORS, DETECTORS } from '../../src/firewall/find/detectors.js';
import { createRedactor } from '../../src/firewall/find/redactor.js';
import type { Detector, DetectorPack } from '../../src/firewall/lex/detector.js';
import { createValueRedactor } from '../../src/firewall/rows/redact-value.js';
import { createCsvDecoder } from '../../src/streams/csv.js';
import type { Form } from './case.js';

/** A text before and after: the parts of a case that are redacted on their own. */
export interface Redacted {
  readonly raw: string;
  readonly shown: string;
}

/** Redacts a case as the program would: a text as a text, rows value by value. */
export function redact(form: Form, text: string, detectors: readonly Detector[]): readonly Redacted[] {
  if (form === 'text') {
    return [{ raw: text, shown: createRedactor({ detectors }).end(text).text }];
  }
  const redactValue = createValueRedactor({ detectors });
  return rowsOf(form, text).map((row) => ({
    raw: JSON.stringify(row),
    shown: JSON.stringify(redactValue(row).value),
  }));
}

const selections = new Map<DetectorPack | undefined, readonly Detector[]>([[undefined, DETECTORS]]);

/** What is on by default, and one more pack. */
export function detectorsWith(pack: DetectorPack | undefined): readonly Detector[] {
  const standard = new Set(DETECTORS);
  const detectors =
    selections.get(pack) ??
    ALL_DETECTORS.filter((each) => standard.has(each) || (each.pack === pack && each.isOptIn !== true));
  // The same table again is not compiled again.
  selections.set(pack, detectors);
  return detectors;
}

/** What is on by default, and all packs. */
export const WITH_ALL_PACKS: readonly Detector[] = ALL_DETECTORS.filter(({ isOptIn }) => isOptIn !== true);

function rowsOf(form: Form, text: string): readonly Value[] {
  if (form === 'rows') {
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line): Value => JSON.parse(line));
  }
  const decoder = createCsvDecoder();
  const chunks = [...decoder.transform(Buffer.from(text)), ...decoder.final()];
  return chunks.flatMap((chunk) => (chunk.type === 'records' ? [...chunk.rows] : []));
}
