import type { InClear } from '../../contract/in-clear.js';
import type { KernelPorts } from '../ports.js';
import { keepMap } from './keep-map.js';
import { openMap } from './restore.js';
import { expandUnredacted } from './unredacted.js';

/** Over the ports of a kernel, and no part of it: whoever is handed a kernel cannot reach this. */
export function createInClear(ports: KernelPorts): InClear {
  return Object.freeze({
    keepMap: (principal, options) => keepMap(ports, principal, options),
    openMap: (request) => openMap(ports, request),
    expandUnredacted: (request) => expandUnredacted(ports, request),
  } satisfies InClear);
}
