import type { FileWrite } from './event.js';
import { countOf, placeholdersIn } from './placeholders.js';
import { linesOf, realPart, type ShownLine, type ShownText } from './shown-lines.js';

/** A write with the true values, and which these are. */
export interface RestoredWrite {
  readonly write: FileWrite;
  readonly values: readonly string[];
}

/** The same write with the true values of the file in the place of placeholders; undefined where one could stand for several. */
export function restoreWrite(write: FileWrite, file: ShownText): RestoredWrite | undefined {
  const { before, after } = write;
  if (before === undefined || placeholdersIn(before).length === 0) {
    return restoreAfter(write, linesOf(file), before);
  }
  const at = file.shown.indexOf(before);
  if (at < 0 || file.shown.includes(before, at + 1)) {
    return undefined;
  }
  const real = realPart(file, at, at + before.length);
  const own = ownPart(file, at, before);
  return real === undefined || own === undefined ? undefined : restoreAfter({ ...write, after }, linesOf(own), real);
}

function ownPart(file: ShownText, at: number, shown: string): ShownText | undefined {
  const end = at + shown.length;
  const real = realPart(file, at, end);
  return real === undefined
    ? undefined
    : {
        real,
        shown,
        replacements: file.replacements
          .filter((each) => each.at >= at && each.at + each.length <= end)
          .map((each) => ({ ...each, at: each.at - at })),
      };
}

function restoreAfter(
  write: FileWrite,
  source: readonly ShownLine[],
  before: string | undefined,
): RestoredWrite | undefined {
  const lines = write.after.split('\n');
  const restored = lines.map((line, index) => {
    const ending = line.endsWith('\r') ? '\r' : '';
    const text = line.slice(0, line.length - ending.length);
    const real = realLine(text, source, (away) => trimmed(lines[index + away]));
    return real === undefined ? undefined : real + ending;
  });
  if (restored.includes(undefined)) {
    return undefined;
  }
  const after = restored.join('\n');
  const values = source
    .flatMap((line) => line.values)
    .filter(({ placeholder, real }) => real !== placeholder && countOf(real, after) > 0);
  return {
    write: { ...write, after, ...(before === undefined ? {} : { before }) },
    values: [...new Set(values.map(({ real }) => real))],
  };
}

function trimmed(line: string | undefined): string | undefined {
  return line?.replace(/\r$/, '');
}

/** A line that stands in the file is that line; of another one each placeholder has to stand for one value only. */
function realLine(
  line: string,
  source: readonly ShownLine[],
  neighbour: (away: number) => string | undefined,
): string | undefined {
  const found = placeholdersIn(line);
  if (found.length === 0) {
    return line;
  }
  const same = source.flatMap((each, index) => (each.shown === line ? [{ real: each.real, index }] : []));
  const besides = same.filter(({ index }) => [-1, 1].every((away) => source[index + away]?.shown === neighbour(away)));
  const whole = only(same.map(({ real }) => real)) ?? only(besides.map(({ real }) => real));
  if (whole !== undefined || same.length > 0) {
    return whole;
  }
  const all = source.flatMap(({ values }) => values);
  let restored = '';
  let from = 0;
  for (const { placeholder, at } of found) {
    const possible = all.filter((value) => value.placeholder === placeholder);
    const lead = possible.filter((value) => value.lead === line.slice(0, at));
    const real = only(lead.map((value) => value.real)) ?? only(possible.map((value) => value.real));
    if (real === undefined) {
      return undefined;
    }
    restored += line.slice(from, at) + real;
    from = at + placeholder.length;
  }
  return restored + line.slice(from);
}

/** The one value that all of them are. */
function only(values: readonly string[]): string | undefined {
  const distinct = new Set(values);
  return distinct.size === 1 ? values[0] : undefined;
}
