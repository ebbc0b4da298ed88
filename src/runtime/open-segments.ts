import { randomBytes } from 'node:crypto';
import type { StoreConfig } from '../config/config.js';
import { KernelError } from '../contract/errors.js';
import type { ObjectPlace } from '../stores/postgres/objects/object-place.js';

/** The bucket of a shared store; nothing where the config names none. Throws CONFIG_INVALID. */
export async function openSegments(
  { segments, url }: StoreConfig,
  env: NodeJS.ProcessEnv,
): Promise<{ readonly segments?: ObjectPlace }> {
  if (segments === undefined) {
    return {};
  }
  if (url === undefined) {
    throw new KernelError('CONFIG_INVALID', 'store.segments has no meaning without store.url', {
      hint: 'write store.url: postgres://user@host/name beside it, or take it out',
    });
  }
  const { openObjectPlace } = await import('../stores/postgres/objects/object-place.js');
  return { segments: openObjectPlace(segments, env) };
}

/** Nothing of them is ever shown. */
export function segmentKeys({ segments }: StoreConfig, env: NodeJS.ProcessEnv): readonly string[] {
  const names = segments === undefined ? [] : ['AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN'];
  return names.map((name) => env[name] ?? '').filter((value) => value !== '');
}

/** Does in the bucket what a store does; gives its name. */
export async function trySegments(store: StoreConfig, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const { segments } = await openSegments(store, env);
  if (segments === undefined) {
    return undefined;
  }
  const { tryBucket } = await import('../stores/postgres/objects/object-check.js');
  await tryBucket(segments, randomBytes(6).toString('hex'));
  return segments.name;
}
