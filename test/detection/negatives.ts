import type { Negative } from './case.js';
import { files } from './negatives/files.js';
import { harmlessNames } from './negatives/harmless-names.js';
import { identifiers } from './negatives/identifiers.js';
import { logs } from './negatives/logs.js';
import { lookAlikes } from './negatives/look-alikes.js';
import { packages } from './negatives/packages.js';
import { plainForms } from './negatives/plain-forms.js';
import { prose } from './negatives/prose.js';
import { sources } from './negatives/source.js';

/** Every text in which nothing may be replaced; made anew in each run, always the same. */
export function negatives(): readonly Negative[] {
  return [
    ...identifiers(),
    ...sources(),
    ...prose(),
    ...logs(),
    ...files(),
    ...packages(),
    ...lookAlikes(),
    ...harmlessNames(),
    ...plainForms(),
  ];
}
