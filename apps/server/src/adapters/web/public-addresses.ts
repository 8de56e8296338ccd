import { Resolver } from 'node:dns/promises';
import { request as requestHttp, type ClientRequest, type OutgoingHttpHeaders, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
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

const LOCAL_RANGES: ReadonlySet<string> = new Set(['loopback', 'private', 'uniqueLocal']);

/** True for the addresses of this machine and of private networks. Link-local ones, such as metadata services, are not. */
export function isLocalAddress(text: string): boolean {
  return isIP(text) !== 0 && LOCAL_RANGES.has(ipaddr.parse(text).range());
}

/**
 * Resolves all addresses of a name over its own sockets. Node's usual lookup has two threads: slow DNS servers of
 * user-supplied names would block lookups of the card provider and the mail server.
 */
export async function resolveAddresses(host: string, servers?: readonly string[]): Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  if (servers) resolver.setServers(servers);
  const lookups = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const addresses = lookups.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
  const [first] = lookups;
  if (addresses.length === 0 && first?.status === 'rejected') throw first.reason;
  return addresses;
}

/** Decides which addresses of the web a request may reach. */
export interface AddressRules {
  /** All addresses of a name. */
  readonly resolve: (host: string) => Promise<readonly string[]>;
  readonly isAllowed: (address: string, port: number) => boolean;
}

/**
 * The address to connect to; null if the host has one that must not be reached. A name is resolved once and all its
 * addresses are checked, so it cannot change between check and connection.
 */
export async function checkedAddress(url: URL, { resolve, isAllowed }: AddressRules): Promise<string | null> {
  const host = hostOf(url);
  const addresses = isIP(host) ? [host] : await resolve(host);
  return addresses.every((each) => isAllowed(each, portOf(url))) ? (addresses[0] ?? null) : null;
}

/** A request to a checked address, which the caller ends. */
export function requestAt(
  address: string,
  url: URL,
  options: Omit<RequestOptions, 'host' | 'port' | 'path' | 'headers'> & { readonly headers: OutgoingHttpHeaders },
): ClientRequest {
  const host = hostOf(url);
  const requestOptions = {
    ...options,
    port: portOf(url),
    host: address,
    path: `${url.pathname}${url.search}`,
    headers: { host: url.host, 'user-agent': 'Tiffin', ...options.headers },
  };
  if (url.protocol !== 'https:') return requestHttp(requestOptions);
  return requestHttps({ ...requestOptions, servername: isIP(host) ? undefined : host });
}

const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');
const portOf = ({ port, protocol }: URL): number => Number(port || (protocol === 'https:' ? 443 : 80));
