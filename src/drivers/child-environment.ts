import { OWN_KEY_VARIABLES } from '../contract/own-keys.js';
import { WITHIN } from '../contract/within.js';

type Environment = Readonly<Record<string, string | undefined>>;

const MINIMAL_ENVIRONMENT = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TERM', 'TMPDIR', 'TZ'];

/** What a subprocess is given of this process's environment: the little that every program needs, and what is allowed by name. */
export function childEnvironment(env: Environment, allowed: readonly string[]): Record<string, string> {
  return pickEnvironment(env, [...MINIMAL_ENVIRONMENT, ...allowed]);
}

/** The variables of these names that are set, and by whom it was started; never akernel's own keys, as what a command prints goes to a model. */
export function pickEnvironment(env: Environment, names: readonly string[]): Record<string, string> {
  const picked: Record<string, string> = {};
  for (const name of names) {
    const value = env[name];
    if (value !== undefined && !OWN_KEY_VARIABLES.includes(name)) {
      picked[name] = value;
    }
  }
  return { ...picked, [WITHIN]: '1' };
}
