import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { WITH_ALL_PACKS } from '../detection/redact.js';
import { alteredBy, LEAST_HIDDEN, MOST_ALTERED, measure, shareOf } from '../detection/report.js';
import { misses, precision, recall, share } from './detection-table.js';
import { worstTimes } from './detection-time.js';

const { values: flags } = parseArgs({
  options: { misses: { type: 'string' }, 'no-time': { type: 'boolean' } },
});

const report = measure();
const { judged, altered } = report;
const hidden = shareOf(judged, ({ outcome }) => outcome === 'hidden');
const half = judged.filter(({ outcome }) => outcome === 'half').length;
const changed = shareOf(altered, ({ isAltered }) => isAltered);

process.stdout.write(recall('kind', report, ({ kind }) => kind));
process.stdout.write(recall('context', report, ({ context }) => context));
process.stdout.write(precision(report));
process.stdout.write(
  [
    `secrets     ${judged.length}: ${share(hidden)} hidden (at least ${share(LEAST_HIDDEN)}), ${half} by half (none)`,
    `other texts ${altered.length}: ${share(changed)} altered (at most ${share(MOST_ALTERED)})`,
    `            with all packs on: ${share(shareOf(alteredBy(WITH_ALL_PACKS), ({ isAltered }) => isAltered))} altered`,
    '',
  ].join('\n'),
);
if (flags.misses !== undefined) {
  writeFileSync(flags.misses, misses(report));
}
const isFast = flags['no-time'] === true || worstTimes((line) => process.stdout.write(line));
process.exitCode = hidden >= LEAST_HIDDEN && half === 0 && changed <= MOST_ALTERED && isFast ? 0 : 1;
