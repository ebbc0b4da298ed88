import type { LoadedConfig, OriginSource } from '../../config/config.js';
import { UNREDACTED_ROLE } from '../../contract/in-clear.js';
import type { Principal } from '../../contract/principal.js';
import type { CommandContext } from '../context.js';
import { choosePrincipal } from '../principal.js';

/** Who wrote a project's config, or set the environment, may be anybody: a hook, a command, the author of a folder. */
const COUNTING: readonly OriginSource[] = ['user', 'file'];

/**
 * The principal that acts, with the roles that the person's own config gives it, or the one that `--config` names. What the
 * environment or a project's config says of it does not count.
 */
export async function withOwnRoles(
  { loadConfig, settings }: Pick<CommandContext, 'loadConfig' | 'settings'>,
  { principal, as }: { readonly principal: Principal; readonly as: string | undefined },
): Promise<Principal> {
  const own = settings.configFile === undefined ? await loadConfig({ only: 'user' }) : await loadConfig();
  const known = knownAs(own, as);
  const isOwn = known?.principal_id === principal.principal_id;
  return { ...principal, roles: isOwn ? known.roles : principal.roles.filter((role) => role !== UNREDACTED_ROLE) };
}

function knownAs({ config, origins }: LoadedConfig, as: string | undefined): Principal | undefined {
  const isDefault = as === undefined || as === config.principal.principal_id;
  if (!isDefault && !Object.hasOwn(config.principals, as)) {
    return undefined;
  }
  const prefix = isDefault ? 'principal' : `principals.${as}`;
  const said = Object.entries(origins).filter(([path]) => path.startsWith(`${prefix}.`));
  const isFromElsewhere = said.some(
    ([path, { source }]) =>
      isIdentity(path.slice(prefix.length + 1)) && source !== 'default' && !COUNTING.includes(source),
  );
  return isFromElsewhere ? undefined : choosePrincipal(config, as);
}

function isIdentity(member: string): boolean {
  return member === 'principal_id' || member === 'roles';
}
