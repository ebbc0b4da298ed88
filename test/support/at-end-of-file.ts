const left = new Set<() => unknown>();

/** Does this after the tests of the file, whichever part of it asks: a module that files share cannot say `afterAll` itself. */
export function atEndOfFile(end: () => unknown): void {
  left.add(end);
}

export async function endFile(): Promise<void> {
  const ends = [...left];
  left.clear();
  await Promise.all(ends.map((end) => end()));
}
