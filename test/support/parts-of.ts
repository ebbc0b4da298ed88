/** All parts of a run, and the error its loop ended with. */
export async function partsOf<Part>(run: AsyncIterable<Part>): Promise<{ parts: Part[]; error: unknown }> {
  const parts: Part[] = [];
  try {
    for await (const part of run) {
      parts.push(part);
    }
  } catch (error) {
    return { parts, error };
  }
  return { parts, error: undefined };
}
