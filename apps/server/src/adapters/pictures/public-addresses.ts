import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

const PUBLIC_6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** False for what means this machine, its network, or nobody: a server must not be talked into asking them. */
export function isPublicAddress(text: string): boolean {
  // Only as a resolver writes them: the library also reads 0x7f.1.
  if (isIP(text) === 0) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv4 || address.match(PUBLIC_6);
}
