import type { Fold } from './merge-templates.js';

/** `kernel:`, `WARN ipc.Client:`: who says it. */
const NAME = /^[^\s:]{2,40}(?: [^\s:]{2,40})?:(?= )/;

/** Templates as they are told, in the order in which they came first; what several of one program say stands below its name. */
export function foldWords(folds: readonly Fold[]): readonly string[] {
  const groups = new Map<string, Fold[]>();
  for (const fold of [...folds].sort((a, b) => a.first - b.first)) {
    const name = nameIn(fold) ?? `:${fold.key}`;
    const group = groups.get(name) ?? [];
    groups.set(name, group);
    group.push(fold);
  }
  return [...groups].flatMap(([name, group]) =>
    group.length === 1
      ? group.map((fold) => counted(fold, fold.sample))
      : [name, ...group.map((fold) => ` ${counted(fold, fold.sample.slice(name.length).trimStart())}`)],
  );
}

/** How many templates each name stands before. */
export function nameIn({ sample }: Fold): string | undefined {
  return NAME.exec(sample)?.[0];
}

function counted({ count }: Fold, text: string): string {
  return count === 1 ? text : `${count} × ${text}`;
}
