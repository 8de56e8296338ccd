import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

const PUBLIC_6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** False for local, private and unassigned addresses, which the server must not be tricked into calling. */
export function isPublicAddress(text: string): boolean {
  // Accept only the notation of resolvers; the library also parses 0x7f.1.
  if (isIP(text) === 0) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv4 || address.match(PUBLIC_6);
}

/**
 * Resolves all addresses of a name over its own sockets. Node's usual lookup has two threads: slow DNS servers of
 * user-supplied names would block lookups of the card provider and the mail server.
 */
export async function resolveAddresses(host: string, servers?: readonly string[]): Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  if (servers) resolver.setServers(servers);
  const request = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const addresses = request.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
  const [first] = request;
  if (addresses.length === 0 && first?.status === 'rejected') throw first.reason;
  return addresses;
}
