import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { importModule } from '#import-module';
import type { Chunk } from '../../contract/chunk.js';
import type { DriverCall } from '../../contract/driver.js';
import { isKernelError, KernelError } from '../../contract/errors.js';
import type { StateGuard } from '../../files/state-guard.js';
import { readText } from '../args.js';
import { cancellation, orCancelled, throwIfAborted, whenAborted } from '../cancellation.js';
import type { StreamingDriver } from '../streaming-driver.js';
import { batchValues } from './batch-values.js';
import { valuesOf } from './values-of.js';

export interface ModuleOptions {
  readonly cwd: string;
  /** Where relative module paths start; `cwd` when absent. */
  readonly configDir?: string;
  /** Keeps it out of akernel's own state. */
  readonly guard?: StateGuard;
}

/** What a capability's function is given besides its arguments. */
export interface FunctionContext {
  readonly signal: AbortSignal;
}

type CapabilityFunction = (args: Readonly<Record<string, unknown>>, context: FunctionContext) => unknown;

/**
 * Calls a function: `options.function` itself, or the export `options.export` (default `default`) of the module
 * `options.module`. It may return a value, a promise or anything that can be iterated; strings and bytes become text,
 * everything else rows; so do the strings of a list that is returned. Yields are passed on before the function ends, quick ones in batches.
 */
export function createModuleDriver(host: ModuleOptions): StreamingDriver {
  const imports = createImports(host.guard);
  // What Node would make anew for each call, with a stack that nobody reads.
  const left = new DOMException('This operation was aborted', 'AbortError');
  return { driver_id: 'module', executeStream: (call) => run(call, { ...host, imports, left }) };
}

/** Loads the module that a binding names. Throws where a call of it would for want of it. */
export async function loadModule(binding: DriverCall['binding'], host: ModuleOptions): Promise<void> {
  await loadFunction(binding, { ...host, imports: createImports(host.guard) });
}

interface OpenHost extends ModuleOptions {
  readonly imports: Imports;
  /** Why the work of a call ends that nobody waits for any more. */
  readonly left: DOMException;
}

async function* run(call: DriverCall, host: OpenHost): AsyncGenerator<Chunk> {
  const { signal } = call;
  throwIfAborted(signal);
  const callFunction = await loadFunction(call.binding, host);
  const left = new AbortController();
  const release = whenAborted(signal, () => left.abort(signal.reason));
  const context = { signal: left.signal };
  try {
    const result = await orCancelled(Promise.resolve(callFunction(call.args, context)), signal);
    yield* batchValues(valuesOf(result), { signal, onLeave: () => left.abort(host.left) });
  } catch (error) {
    throw signal.aborted ? cancellation(signal) : describeFailure(error);
  } finally {
    release();
  }
}

async function loadFunction(
  binding: DriverCall['binding'],
  host: Pick<OpenHost, 'cwd' | 'configDir' | 'imports'>,
): Promise<CapabilityFunction> {
  const options = binding.options ?? {};
  const given = options['function'];
  if (isFunction(given)) {
    return given;
  }
  const path = readText(options, 'module', '');
  if (path === '') {
    throw new KernelError('CONFIG_INVALID', 'the module driver needs the option module or function');
  }
  const name = readText(options, 'export', 'default');
  const file = resolve(host.configDir ?? host.cwd, path);
  const exported = (await host.imports(file))[name];
  if (!isFunction(exported)) {
    throw new KernelError('CONFIG_INVALID', `the module of this capability exports no function ${name}`);
  }
  return exported;
}

type Exports = Readonly<Record<string, unknown>>;
type Imports = (file: string) => Promise<Exports>;

/** A file is looked at before it is first loaded; what is loaded stays as it was, and is not read again. */
function createImports(guard: StateGuard | undefined): Imports {
  const loaded = new Map<string, Exports>();
  return async (file) => {
    const known = loaded.get(file);
    if (known !== undefined) {
      return known;
    }
    guard?.refuse(file);
    const exported = await importFile(file);
    loaded.set(file, exported);
    return exported;
  };
}

async function importFile(file: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    return await importModule(pathToFileURL(file).href);
  } catch (cause) {
    throw new KernelError('DRIVER_UNAVAILABLE', 'the module of this capability cannot be loaded', {
      hint: 'check the option module of its driver: the path is relative to the config file',
      cause,
    });
  }
}

function isFunction(value: unknown): value is CapabilityFunction {
  return typeof value === 'function';
}

/** Only the kind of the error is told: its text may hold data. */
function describeFailure(error: unknown): KernelError {
  if (isKernelError(error)) {
    return error;
  }
  const kind = error instanceof Error && /^[A-Za-z]{1,40}$/.test(error.name) ? error.name : 'an error';
  return new KernelError('DRIVER_FAILED', `the function of this capability failed with ${kind}`, { cause: error });
}
