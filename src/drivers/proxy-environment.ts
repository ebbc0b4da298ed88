import { KernelError } from '../contract/errors.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** The proxy by which the environment says this URL is reached; undefined for none. */
export function proxyFor(url: URL, env: Environment): string | undefined {
  const named =
    url.protocol === 'https:' ? (read(env, 'HTTPS_PROXY') ?? read(env, 'HTTP_PROXY')) : read(env, 'HTTP_PROXY');
  if (named === undefined || isExempt(url, read(env, 'NO_PROXY') ?? '')) {
    return undefined;
  }
  const address = /^https?:\/\//.test(named) ? named : `http://${named}`;
  if (!URL.canParse(address)) {
    throw new KernelError('CONFIG_INVALID', 'the proxy that the environment names is not an address', {
      hint: 'check HTTP_PROXY and HTTPS_PROXY',
    });
  }
  return address;
}

/** Lower case first: some servers put a header of the client into HTTP_PROXY. */
function read(env: Environment, name: string): string | undefined {
  return env[name.toLowerCase()] || env[name] || undefined;
}

/** Entries are `*`, host names, `.suffix`, `*.suffix`, each with a port or not. A host name covers those below it. */
function isExempt(url: URL, list: string): boolean {
  const host = url.hostname.toLowerCase().replace(/\.$/, '');
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      const [, name = '', wanted] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? [];
      const suffix = name.replace(/^\*?\.?/, '');
      const isHost = entry === '*' || host === suffix || (suffix !== '' && host.endsWith(`.${suffix}`));
      return isHost && (wanted === undefined || wanted === port);
    });
}
