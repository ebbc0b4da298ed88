import type { SwitchedOff } from '../../contract/capability.js';
import { KernelError } from '../../contract/errors.js';
import type { Server } from './server.js';
import { serverSettings } from './server-settings.js';

/** A server of the config that cannot be started, because something it needs is missing here. */
export function offServer(name: string, { message, remedy }: SwitchedOff): Server {
  return {
    settings: serverSettings(name, {}, { env: {}, cwd: '.' }),
    config: {},
    open: () => Promise.reject(new KernelError('CONFIG_INVALID', message, { hint: remedy })),
    lastWords: () => '',
    forgetTools: () => undefined,
    close: () => Promise.resolve(),
  };
}
