const PLACEHOLDER = /\[REDACTED:([a-z0-9_-]+)/g;

/** Counts by type of the placeholders in sentences. */
export function countPlaceholders(sentences: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const sentence of sentences) {
    for (const [, type = ''] of sentence.matchAll(PLACEHOLDER)) {
      counts.set(type, (counts.get(type) ?? 0) + 1);
    }
  }
  return counts;
}
