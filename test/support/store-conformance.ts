import { describe } from 'vitest';

import type { Clock } from '../../src/contract/clock.js';
import type { StoreLimits, Stores } from '../../src/contract/stores.js';
import { testConversations } from './store-conversations-conformance.js';
import { testCounters } from './store-counters-conformance.js';
import { testHandles } from './store-handles-conformance.js';
import { testSessions } from './store-sessions-conformance.js';
import { testToolPins } from './store-tool-pins-conformance.js';
import { testTraces } from './store-traces-conformance.js';

/** Opens a new, empty store. */
export type OpenStores = (options?: { readonly limits?: StoreLimits; readonly clock?: Clock }) => Promise<Stores>;

/** What every backend must do, in one process. */
export function describeStores(name: string, open: OpenStores): void {
  describe(`${name} stores`, () => {
    describe('handles', () => testHandles(open));
    describe('traces', () => testTraces(open));
    describe('revocations, rates and call counts', () => testCounters(open));
    describe('sessions', () => testSessions(open));
    describe('conversations and memory', () => testConversations(open));
    describe('pins of tools', () => testToolPins(open));
  });
}
