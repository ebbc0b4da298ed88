/** The names of a table's fields by position, beyond the header too. */
export interface FieldNames {
  readonly count: number;
  at(index: number): string;
}

/**
 * Unique names from a header: an empty one becomes `column_N`, and a second `a` becomes `a_2`. Positions beyond the
 * header are named `column_N` in the same way, so that no field ever hides another.
 */
export function createFieldNames(header: readonly string[]): FieldNames {
  const used = new Set<string>();
  const nextSuffix = new Map<string, number>();

  const claim = (name: string): string => {
    let unique = name;
    let suffix = nextSuffix.get(name) ?? 2;
    while (used.has(unique)) {
      unique = `${name}_${suffix}`;
      suffix += 1;
    }
    nextSuffix.set(name, suffix);
    used.add(unique);
    return unique;
  };

  const names = header.map((cell, index) => claim(cell.trim() || `column_${index + 1}`));
  return {
    count: names.length,
    at(index) {
      while (names.length <= index) {
        names.push(claim(`column_${names.length + 1}`));
      }
      return names[index] ?? '';
    },
  };
}
