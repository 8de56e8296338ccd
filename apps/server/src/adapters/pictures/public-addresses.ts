import { Resolver } from 'node:dns/promises';
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

/**
 * Every address of a name, asked for on sockets: Node's usual lookup has two threads, and while servers of names that
 * strangers chose keep silent on both, the card provider's and the mail server's wait behind them.
 */
export async function addressesOf(host: string, servers?: readonly string[]): Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  if (servers) resolver.setServers(servers);
  const request = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const addresses = request.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
  const [first] = request;
  if (addresses.length === 0 && first?.status === 'rejected') throw first.reason;
  return addresses;
}
