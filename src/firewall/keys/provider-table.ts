import type { ProviderRow } from './provider-row.js';
import { AI } from './provider-table-ai.js';
import { CLOUD } from './provider-table-cloud.js';
import { CODE } from './provider-table-code.js';
import { DATA } from './provider-table-data.js';
import { MESSAGING } from './provider-table-messaging.js';
import { PAYMENTS } from './provider-table-payments.js';
import { WORK } from './provider-table-work.js';

/** Every kind of key with a prefix. Public identifiers, such as publishable keys, are left out on purpose. */
export const PROVIDERS: readonly ProviderRow[] = [CLOUD, CODE, AI, PAYMENTS, MESSAGING, DATA, WORK].flat();
