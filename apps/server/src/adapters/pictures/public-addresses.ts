import { BlockList, isIP } from 'node:net';

/** Addresses that mean this machine, this house, or nobody: a server must not be talked into asking them. */
const PRIVATE_4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
];
/** Only 2000::/3 is the public web, and of that not what carries an IPv4 address inside or is documentation. */
const PRIVATE_6 = ['::/3', '4000::/2', '8000::/1', '2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

// One list for each: in a common one an IPv4 address would count as its twin inside ::/3.
const blocked = { ipv4: listOf(PRIVATE_4, 'ipv4'), ipv6: listOf(PRIVATE_6, 'ipv6') };

function listOf(networks: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const each of networks) {
    const [network = '', bits] = each.split('/');
    list.addSubnet(network, Number(bits), family);
  }
  return list;
}

export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 0) return false;
  return family === 4 ? !blocked.ipv4.check(address, 'ipv4') : !blocked.ipv6.check(address, 'ipv6');
}
