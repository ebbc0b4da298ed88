import type { Capability } from '../contract/capability.js';
import { didYouMean, nearestNames } from '../contract/did-you-mean.js';
import { isKernelError, KernelError } from '../contract/errors.js';
import { checkedCapability } from './capability-check.js';
import { createSearchIndex, type SearchIndex } from './search.js';

export type LoadCapabilities = () => Promise<readonly Capability[]>;

/** The capabilities of one kernel. Entries are frozen copies; ids are unique. */
export interface Registry {
  readonly register: (capability: Capability) => void;
  /** Promises the capabilities `<namespace>.*`. They are loaded when first asked for, once; a failure is not kept. */
  readonly registerLoader: (namespace: string, load: LoadCapabilities) => void;
  /** Runs the loaders that have not run yet, all at once; those that fail disturb no other and are tried again later. */
  readonly loadAll: () => Promise<readonly LoadFailure[]>;
  readonly get: (capabilityId: string) => Promise<Capability>;
  /** What is loaded, by id; of one namespace when it is given. */
  readonly list: (namespace?: string) => readonly Capability[];
  /** First parts of the ids, those not loaded yet included, sorted. */
  readonly namespaces: () => readonly string[];
  /** What is loaded and fits the words best; the same question always has the same answer. */
  readonly search: (query: string, limit?: number) => readonly Capability[];
}

export interface LoadFailure {
  readonly namespace: string;
  readonly error: KernelError;
}

interface Loader {
  readonly namespace: string;
  readonly load: LoadCapabilities;
  /** Shared by concurrent callers; cleared after a failure. */
  running: Promise<void> | undefined;
}

const DEFAULT_SEARCH_LIMIT = 10;

export function createRegistry(capabilities: readonly Capability[] = []): Registry {
  const entries = new Map<string, Capability>();
  const loaders: Loader[] = [];
  let index: SearchIndex | undefined;

  /** All or none, so that a loader with one bad entry can be tried again. */
  const add = (incoming: readonly Capability[], namespace?: string): void => {
    const checked = incoming.map((capability) => checkedCapability(capability, namespace));
    const ids = new Set<string>();
    for (const { capability_id: id } of checked) {
      if (entries.has(id) || ids.has(id)) {
        throw new KernelError('CONFIG_INVALID', `the capability ${id} is registered twice`, {
          hint: 'give each capability its own id',
        });
      }
      ids.add(id);
    }
    for (const capability of checked) {
      entries.set(capability.capability_id, capability);
    }
    index = undefined;
  };

  const sorted = (): readonly Capability[] =>
    [...entries.values()].sort((a, b) => (a.capability_id < b.capability_id ? -1 : 1));

  add(capabilities);

  return Object.freeze({
    register: (capability: Capability) => add([capability]),
    registerLoader: (namespace: string, load: LoadCapabilities) => {
      loaders.push({ namespace: checkedNamespace(namespace, loaders), load, running: undefined });
    },
    loadAll: async () => {
      const failures = await Promise.all(loaders.map((loader) => failureOf(loader, runLoader(loader, add))));
      return failures.filter((failure) => failure !== undefined);
    },
    get: async (capabilityId: string) => {
      if (!entries.has(capabilityId)) {
        const fitting = loaders.filter(({ namespace }) => isWithin(namespace, capabilityId));
        await Promise.all(fitting.map((loader) => runLoader(loader, add)));
      }
      const found = entries.get(capabilityId);
      if (found === undefined) {
        index ??= createSearchIndex(sorted());
        throw unknownCapability(capabilityId, [...entries.keys()], index);
      }
      return found;
    },
    list: (namespace?: string) =>
      namespace === undefined ? sorted() : sorted().filter((entry) => isWithin(namespace, entry.capability_id)),
    namespaces: () => {
      const loaded = [...entries.keys()].map((id) => id.slice(0, id.indexOf('.')));
      return [...new Set([...loaded, ...loaders.map(({ namespace }) => namespace)])].sort();
    },
    search: (query: string, limit = DEFAULT_SEARCH_LIMIT) => {
      index ??= createSearchIndex(sorted());
      return index.search(query, limit);
    },
  });
}

function isWithin(namespace: string, capabilityId: string): boolean {
  return capabilityId.startsWith(`${namespace}.`);
}

const NAMESPACE = /^[a-z][a-z0-9_-]{0,62}(?:\.[a-z0-9][a-z0-9_-]{0,62}){0,7}$/;

function checkedNamespace(namespace: string, loaders: readonly Loader[]): string {
  if (!NAMESPACE.test(namespace)) {
    throw new KernelError('CONFIG_INVALID', 'the namespace of a loader is not valid', {
      hint: 'use small letters, digits, - and _, beginning with a letter',
    });
  }
  if (loaders.some((loader) => loader.namespace === namespace)) {
    throw new KernelError('CONFIG_INVALID', `the namespace ${namespace} has two loaders`, {
      hint: 'give each source of capabilities its own namespace',
    });
  }
  return namespace;
}

type AddCapabilities = (incoming: readonly Capability[], namespace: string) => void;

function runLoader(loader: Loader, add: AddCapabilities): Promise<void> {
  loader.running ??= loadInto(loader, add).catch((error: unknown) => {
    loader.running = undefined;
    throw error;
  });
  return loader.running;
}

async function failureOf({ namespace }: Loader, running: Promise<void>): Promise<LoadFailure | undefined> {
  try {
    await running;
    return undefined;
  } catch (error) {
    return { namespace, error: isKernelError(error) ? error : loadError(namespace, error) };
  }
}

function loadError(namespace: string, cause: unknown): KernelError {
  return new KernelError('DRIVER_UNAVAILABLE', `the capabilities of ${namespace} could not be loaded`, {
    hint: 'check that their source is running and reachable',
    cause,
  });
}

async function loadInto({ load, namespace }: Loader, add: AddCapabilities): Promise<void> {
  try {
    add(await load(), namespace);
  } catch (error) {
    if (isKernelError(error)) {
      throw error;
    }
    throw loadError(namespace, error);
  }
}

const PRINTABLE_ID = /^[A-Za-z0-9._-]{1,128}$/;

function unknownCapability(capabilityId: string, ids: readonly string[], index: SearchIndex): KernelError {
  // An id that cannot be one is not repeated: it may be anything.
  const isPrintable = PRINTABLE_ID.test(capabilityId);
  const near = nearestNames(capabilityId, ids);
  const similar = near.length > 0 || !isPrintable ? near : index.search(capabilityId, 3).map((e) => e.capability_id);
  const message = isPrintable ? `there is no capability ${capabilityId}` : 'there is no capability with this id';
  return new KernelError('CAPABILITY_NOT_FOUND', message, {
    hint: didYouMean(similar) ?? 'akernel capabilities list shows them all',
    ...(similar.length > 0 && { details: { did_you_mean: similar } }),
  });
}
