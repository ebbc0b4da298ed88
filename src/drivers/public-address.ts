import { isIP } from 'node:net';

/**
 * Whether an address is one of the public internet. Everything else is not: loopback, private, link-local (where clouds
 * keep their credentials), shared, multicast, reserved, and forms of IPv6 that lead to such an IPv4 address.
 */
export async function isPublicAddress(address: string): Promise<boolean> {
  const { parse } = await import('./ipaddr-library.js');
  const plain = address.split('%')[0] ?? '';
  if (isIP(plain) === 0) {
    return false;
  }
  const parsed = parse(plain);
  const range = parsed.range();
  if (parsed.kind() === 'ipv4') {
    return range === 'unicast' && !NEAR_CLOUD.has(plain);
  }
  const bytes = parsed.toByteArray();
  const [first = 0] = bytes;
  const ipv4 = bytes.slice(-4).join('.');
  if (range === 'ipv4Mapped' || isWellKnownNat64(bytes)) {
    return isPublicAddress(ipv4);
  }
  return range === 'unicast' && first >> 5 === GLOBAL_UNICAST;
}

/** Azure answers its own machines there, with their secrets, although the address is a public one. */
const NEAR_CLOUD: ReadonlySet<string> = new Set(['168.63.129.16']);
/** 2000::/3 is all that is given out. */
const GLOBAL_UNICAST = 1;
/** 64:ff9b::/96, by which networks without IPv4 reach all of it. */
const NAT64: readonly number[] = [0, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0];

function isWellKnownNat64(bytes: readonly number[]): boolean {
  return NAT64.every((byte, index) => bytes[index] === byte);
}
