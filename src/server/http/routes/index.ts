import type { Route } from '../route.js';
import { AGENT_ROUTES } from './agents.js';
import { CAPABILITY_ROUTES } from './capabilities.js';
import { COLLECTION_ROUTES } from './collections.js';
import { GRANT_ROUTES } from './grants.js';
import { HANDLE_ROUTES } from './handles.js';
import { INVOCATION_ROUTES } from './invocations.js';
import { MEMORY_ROUTES } from './memory.js';
import { PAGE_ROUTES } from './page.js';
import { READING_ROUTES } from './readings.js';
import { RUN_ROUTES } from './runs.js';
import { SERVER_ROUTES } from './server.js';
import { SESSION_ROUTES } from './sessions.js';
import { TRACE_ROUTES } from './traces.js';

/** Everything that is served. */
export const ROUTES: readonly Route[] = [
  ...PAGE_ROUTES,
  ...SERVER_ROUTES,
  ...CAPABILITY_ROUTES,
  ...GRANT_ROUTES,
  ...INVOCATION_ROUTES,
  ...RUN_ROUTES,
  ...HANDLE_ROUTES,
  ...READING_ROUTES,
  ...COLLECTION_ROUTES,
  ...TRACE_ROUTES,
  ...AGENT_ROUTES,
  ...SESSION_ROUTES,
  ...MEMORY_ROUTES,
];
