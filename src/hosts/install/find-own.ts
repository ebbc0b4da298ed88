import { hostParts, PART_NAMES, type PartsRequest } from './host-parts.js';
import { readHostFile } from './read-host-file.js';

/** The files of a host in which something of ours stands, whatever the state directory knows of it. */
export async function filesWithOurs(
  request: Pick<PartsRequest, 'host' | 'scope' | 'place' | 'own'>,
): Promise<readonly string[]> {
  const parts = hostParts({ ...request, copy: '', parts: PART_NAMES, wrap: false });
  const found = await Promise.all(
    parts.map(async ({ path, part }) => {
      try {
        const { text } = await readHostFile(path);
        return text !== undefined && (await part.isIn(text)) ? [path] : [];
      } catch {
        return [];
      }
    }),
  );
  return [...new Set(found.flat())];
}
