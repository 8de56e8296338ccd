import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { resolveAddresses, isPublicAddress } from './public-addresses.ts';

/** A DNS server that delays all responses until `answer` is called, and knows one IPv4 and one IPv6 address. */
async function slowServer() {
  const socket = createSocket('udp4');
  const sent = new Map<string, () => void>();
  socket.on('message', (question, { port, address }) => {
    const end = question.indexOf(0, 12) + 5;
    const kind = question.readUInt16BE(end - 4);
    const head = Buffer.from(question.subarray(0, 12));
    head.writeUInt16BE(0x8180, 2);
    head.writeUInt16BE(1, 6);
    head.writeUInt16BE(0, 10);
    const place = kind === 1 ? [203, 0, 113, 7] : [0x20, 1, 0xd, 0xb8, ...Array.from({ length: 11 }, () => 0), 7];
    const answer = Buffer.from([0xc0, 12, 0, kind, 0, 1, 0, 0, 0, 60, 0, place.length, ...place]);
    const packet = Buffer.concat([head, question.subarray(12, end), answer]);
    // A client that times out repeats its query.
    sent.set(question.toString('base64', 12, end), () => socket.send(packet, port, address));
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    at: `127.0.0.1:${socket.address().port}`,
    requestCount: () => sent.size,
    answer: () => sent.forEach((say) => say()),
    close: () => socket.close(),
  };
}

test('slow DNS servers of push services do not delay other lookups', async () => {
  const slow = await slowServer();
  const names = Array.from({ length: 8 }, (_, at) => `device-${at}.push.test`);
  const found = Promise.all(names.map((name) => resolveAddresses(name, [slow.at])));
  await expect.poll(slow.requestCount).toBe(16);
  expect((await lookup('localhost')).address).toMatch(/^(?:127\.|::1$)/);
  slow.answer();
  expect(await found).toEqual(names.map(() => ['203.0.113.7', '2001:db8::7']));
  slow.close();
});

test.each(['8.8.8.8', '93.184.215.14', '2606:4700:4700::1111'])('%s is a public address', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '127.0.0.1',
  '127.1',
  '0x7f.1',
  // The public address 8.8.8.8 in a form that resolvers never return.
  '0x08080808',
  '169.254.169.254',
  '172.16.5.4',
  '192.168.1.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  'fe80::1',
  'fd12:3456::1',
  'ff02::1',
  // Unassigned: a network may use these internally.
  '4000::1',
  'localhost',
  '',
])('%s is not a public address', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});
