import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { addressesOf } from './public-addresses.ts';

/** A server of names that keeps everybody waiting until it is told to answer; it knows one address. */
async function slowServer() {
  const socket = createSocket('udp4');
  const asked: (() => void)[] = [];
  socket.on('message', (question, { port, address }) => {
    const end = question.indexOf(0, 12) + 5;
    const isOfFour = question.readUInt16BE(end - 4) === 1;
    const head = Buffer.from(question.subarray(0, 12));
    head.writeUInt16BE(0x8180, 2);
    head.writeUInt16BE(isOfFour ? 1 : 0, 6);
    head.writeUInt16BE(0, 10);
    const answer = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 203, 0, 113, 7]);
    const said = Buffer.concat([head, question.subarray(12, end), ...(isOfFour ? [answer] : [])]);
    asked.push(() => socket.send(said, port, address));
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    at: `127.0.0.1:${socket.address().port}`,
    asked: () => asked.length,
    answer: () => asked.splice(0).forEach((say) => say()),
    close: () => socket.close(),
  };
}

test('while the servers of some names keep silent, others are found: the card provider’s waits behind nobody’s device', async () => {
  const slow = await slowServer();
  const names = Array.from({ length: 8 }, (_, at) => `device-${at}.push.test`);
  const found = Promise.all(names.map((name) => addressesOf(name, [slow.at])));
  await expect.poll(slow.asked).toBe(16);
  expect((await lookup('localhost')).address).toMatch(/^(?:127\.|::1$)/);
  slow.answer();
  expect(await found).toEqual(names.map(() => ['203.0.113.7']));
  slow.close();
});
