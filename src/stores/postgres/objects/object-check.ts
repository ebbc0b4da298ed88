import { createObjectClient } from './object-client.js';
import { damagedObject } from './object-failure.js';
import type { ObjectPlace } from './object-place.js';

/** Looks into the bucket; changes nothing. */
export async function askBucket(place: ObjectPlace): Promise<void> {
  const client = createObjectClient(place);
  try {
    await client.list('check/');
  } finally {
    client.close();
  }
}

/** Writes, reads, finds and removes a small object: whatever a store does there. */
export async function tryBucket(place: ObjectPlace, id: string): Promise<void> {
  const client = createObjectClient(place);
  const key = `check/${id}`;
  const written = Buffer.from(`akernel ${id}`);
  try {
    await client.put(key, [written]);
    const read = await client.get(key, { start: 0, length: written.length });
    const { keys } = await client.list('check/');
    await client.remove(key);
    if (!read.equals(written) || !keys.includes(key)) {
      throw damagedObject('read a small object');
    }
  } finally {
    client.close();
  }
}
