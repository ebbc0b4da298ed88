import { refusal } from './problem.js';

const OWN_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Refuses a request that a page in a browser made: one whose Host is no name of this server (a name that was rebound to
 * this machine), or whose Origin is another place. A request for a whole address names a host there, too.
 */
export function refuseForeign({ headers, url }: Pick<Request, 'headers' | 'url'>, moreNames: readonly string[]): void {
  const host = headers.get('host') ?? '';
  const asked = /^https?:\/\/([^/?#]*)/i.exec(url)?.[1] ?? host;
  if (![host, asked].every((each) => [...OWN_NAMES, ...moreNames].includes(nameOf(each)))) {
    throw refusal(403, 'POLICY_DENIED', 'this server is not called that', {
      reason: 'address_not_allowed',
      hint: 'akernel serve --allow-host NAME takes another name',
    });
  }
  const origin = headers.get('origin');
  if (origin !== null && originHost(origin) !== host.toLowerCase()) {
    throw refusal(403, 'POLICY_DENIED', 'pages of other places may not ask this server', {
      reason: 'other_origin',
    });
  }
}

function nameOf(host: string): string {
  return host.replace(/:\d{1,5}$/, '').toLowerCase();
}

function originHost(origin: string): string | undefined {
  return /^https?:\/\/([^/]+)$/i.exec(origin)?.[1]?.toLowerCase();
}
