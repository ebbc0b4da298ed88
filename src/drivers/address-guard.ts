import { isIP, type LookupFunction } from 'node:net';
import { KernelError } from '../contract/errors.js';
import { isPublicAddress } from './public-address.js';

export interface Address {
  readonly address: string;
  readonly family: number;
}

/** Every address of a host name. */
export type ResolveHost = (hostname: string) => Promise<readonly Address[]>;

/** Which hosts may have private addresses. */
export interface Reach {
  readonly allowPrivate: boolean;
  readonly allowHosts: readonly string[];
}

export interface AddressGuard {
  /** For `net.connect`: resolves once, checks every address, and only these are connected to. */
  readonly lookup: LookupFunction;
  /** An address in place of a host name is never looked up. */
  readonly checkLiteral: (hostname: string) => Promise<void>;
  /** For a host that a proxy will look up: refuses it if it is known here to be private. */
  readonly checkIfKnown: (hostname: string) => Promise<void>;
}

/** Keeps capabilities from reaching what only this machine or its network can reach. */
export function createAddressGuard(resolve: ResolveHost, reach: Reach): AddressGuard {
  const allowed = new Set(reach.allowHosts.map(hostKey));
  const isLifted = (hostname: string): boolean => reach.allowPrivate || allowed.has(hostKey(hostname));

  const check = async (hostname: string, addresses: readonly Address[]): Promise<void> => {
    if (isLifted(hostname)) {
      return;
    }
    const verdicts = await Promise.all(addresses.map(({ address }) => isPublicAddress(address)));
    if (!verdicts.every(Boolean)) {
      throw refusal();
    }
  };

  const resolveChecked = async (hostname: string): Promise<readonly Address[]> => {
    const addresses = await resolve(hostname);
    await check(hostname, addresses);
    return addresses;
  };

  const checkLiteral = async (hostname: string): Promise<void> => {
    const address = bare(hostname);
    const family = isIP(address);
    if (family !== 0) {
      await check(hostname, [{ address, family }]);
    }
  };

  return {
    lookup: (hostname, options, callback) => {
      const give = (addresses: readonly Address[]): void => {
        const [first] = addresses;
        if (first === undefined) {
          callback(unknownHost(), '', 4);
        } else if (options.all === true) {
          callback(null, [...addresses]);
        } else {
          callback(null, first.address, first.family);
        }
      };
      resolveChecked(hostname).then(give, (error: Error) => callback(error, '', 4));
    },
    checkLiteral,
    async checkIfKnown(hostname) {
      await checkLiteral(hostname);
      if (isIP(bare(hostname)) === 0) {
        await check(hostname, await resolve(hostname).catch(() => []));
      }
    },
  };
}

function refusal(): KernelError {
  return new KernelError('POLICY_DENIED', 'the host of the URL has a private or local address', {
    hint: 'an operator can allow it beside the URL in the config: allow_hosts, or allow_private: true',
    details: { reason: 'address_not_allowed' },
  });
}

function unknownHost(): Error {
  return Object.assign(new Error('the host has no address'), { code: 'ENOTFOUND' });
}

function bare(hostname: string): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
}

/** A trailing dot and capitals make no other host. */
function hostKey(hostname: string): string {
  return bare(hostname.toLowerCase()).replace(/\.$/, '');
}
