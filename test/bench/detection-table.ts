import type { Positive } from '../detection/case.js';
import { type Report, shareOf } from '../detection/report.js';
import type { Altered, Judged } from '../detection/score.js';

const NAME_CHARS = 26;
const SHOWN_CHARS = 200;
const EXAMPLES = 3;

/** How many secrets are hidden, by kind or by context. */
export function recall(what: string, { judged }: Report, key: (positive: Positive) => string): string {
  const head = line(`recall by ${what}`, 'cases', 'hidden', 'half', 'trace', 'missed');
  const groups = grouped(judged, ({ positive }) => key(positive));
  return table(
    head,
    [...groups].map(([name, cases]) => {
      const count = (outcome: Judged['outcome']): number => cases.filter((one) => one.outcome === outcome).length;
      const hidden = share(count('hidden') / cases.length);
      return line(name, cases.length, hidden, count('half'), count('trace'), count('missed'));
    }),
  );
}

/**
 * By the type of the placeholder: how many stand for something secret, how many for what stood beside a secret, and
 * how many were put into texts without secrets. By kind and context of those texts: how many were altered.
 */
export function precision({ judged, altered }: Report): string {
  const findings = [
    ...judged.flatMap((one) => one.findings.map((finding) => ({ ...finding, isBeside: true }))),
    ...altered.flatMap((one) => one.findings.map((finding) => ({ ...finding, isBeside: false }))),
  ];
  const byType = [...grouped(findings, ({ type }) => type)];
  const isRight = ([, all]: (typeof byType)[number]): boolean => all.every(({ isTrue }) => isTrue);
  const types = byType
    .filter((group) => !isRight(group))
    .map(([type, all]) => {
      const beside = all.filter(({ isTrue, isBeside }) => !isTrue && isBeside).length;
      const elsewhere = all.filter(({ isBeside }) => !isBeside).length;
      const right = shareOf(all, ({ isTrue }) => isTrue);
      return line(type, all.length, share(right), beside, elsewhere);
    });
  const rest = byType.filter(isRight);
  const restCount = rest.reduce((sum, [, all]) => sum + all.length, 0);
  types.push(line(`${rest.length} other types`, restCount, share(1), 0, 0));
  const changes = (what: string, key: (one: Altered) => string): string =>
    table(
      line(`altered by ${what}`, 'cases', 'as it was', 'altered'),
      withRest(
        [...grouped(altered, key)].map(([name, cases]) => ({
          name,
          cases: cases.length,
          count: cases.filter(({ isAltered }) => isAltered).length,
        })),
      ),
    );
  return [
    table(line('precision by type', 'found', 'right', 'beside', 'elsewhere'), types),
    changes('kind', ({ negative }) => negative.kind),
    changes('context', ({ negative }) => negative.context),
  ].join('');
}

interface Changed {
  readonly name: string;
  readonly cases: number;
  readonly count: number;
}

/** A line for each group in which something was altered, and one for the rest. */
function withRest(groups: readonly Changed[]): readonly string[] {
  const untouched = groups.filter(({ count }) => count === 0);
  const cases = untouched.reduce((sum, group) => sum + group.cases, 0);
  return [
    ...groups
      .filter(({ count }) => count > 0)
      .map((group) => line(group.name, group.cases, share(1 - group.count / group.cases), group.count)),
    line(`${untouched.length} others`, cases, share(1), 0),
  ];
}

/** Every secret that is not hidden and every other text that was altered, for people. */
export function misses({ judged, altered }: Report): string {
  const missed = judged.filter(({ outcome }) => outcome !== 'hidden');
  const groups = grouped(missed, ({ positive, outcome }) => `${outcome}: ${positive.kind}, ${positive.variant}`);
  const changed = altered.filter(({ isAltered }) => isAltered);
  return [
    `# ${missed.length} of ${judged.length} secrets are not hidden\n`,
    ...[...groups].map(([name, cases]) => {
      const contexts = [...new Set(cases.map(({ positive }) => positive.context))].join(', ');
      return `## ${name} (${cases.length}; ${contexts})\n${cases.slice(0, EXAMPLES).map(example).join('')}`;
    }),
    `# ${changed.length} of ${altered.length} other texts are altered\n`,
    ...[...grouped(changed, ({ negative }) => `${negative.kind}, ${negative.context}`)].map(
      ([name, cases]) => `## ${name} (${cases.length})\n${cases.slice(0, EXAMPLES).map(alteredExample).join('')}`,
    ),
  ].join('\n');
}

export function share(part: number): string {
  return `${(100 * part).toFixed(2)} %`;
}

function example({ positive, shown }: Judged): string {
  return `  marked: ${shortened(positive.marked)}\n  shown:  ${shortened(shown)}\n`;
}

function alteredExample({ negative, shown }: Altered): string {
  return `  raw:    ${shortened(negative.text)}\n  shown:  ${shortened(shown)}\n`;
}

function shortened(text: string): string {
  return JSON.stringify(text.replaceAll('\u{e000}', '⟦').replaceAll('\u{e001}', '⟧')).slice(0, SHOWN_CHARS);
}

function grouped<T>(items: readonly T[], key: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(key(item)) ?? [];
    group.push(item);
    groups.set(key(item), group);
  }
  return groups;
}

function table(head: string, lines: readonly string[]): string {
  return `${[head, ...lines].join('\n')}\n\n`;
}

function line(name: string, ...cells: readonly (string | number)[]): string {
  return `${name.padEnd(NAME_CHARS)}${cells.map((cell) => String(cell).padStart(10)).join('')}`.trimEnd();
}
