import type { Config } from '../config/config.js';
import { nearestName } from '../contract/did-you-mean.js';
import { KernelError } from '../contract/errors.js';
import type { Principal } from '../contract/principal.js';
import { quote } from './flags/values.js';

/** The principal that `--as` names: one of `principals` in the config, or the default one by its id. */
export function choosePrincipal(config: Config, name: string | undefined): Principal {
  if (name === undefined || name === config.principal.principal_id) {
    return config.principal;
  }
  const chosen = Object.hasOwn(config.principals, name) ? config.principals[name] : undefined;
  if (chosen !== undefined) {
    return chosen;
  }
  const near = nearestName(name, [...Object.keys(config.principals), config.principal.principal_id]);
  throw new KernelError('USAGE', `no principal is named ${quote(name)}`, {
    hint: near === undefined ? 'define it under principals in the config' : `did you mean ${near}?`,
  });
}
