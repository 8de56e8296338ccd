import { expect, test } from 'vitest';
import { reservePasswordCheck } from './concurrent-sign-ins.ts';

const take = (many: number, one: (n: number) => Parameters<typeof reservePasswordCheck>[0]) =>
  Array.from({ length: many }, (_, n) => reservePasswordCheck(one(n)));
const busy = (code: string) => expect.objectContaining({ failure: expect.objectContaining({ code }) });
const at = (email: string, address: string, exists = false) => ({ email, address, isKnownDevice: exists });

test('accounts and addresses have a limit of simultaneous sign-ins, and known devices have a separate one', () => {
  const own = take(5, (n) => at('a@b.ca', `203.0.113.${n}`));
  expect(() => reservePasswordCheck(at('a@b.ca', '203.0.113.9'))).toThrow(busy('rate-limited'));
  own.push(reservePasswordCheck(at('a@b.ca', '203.0.113.9', true)));
  own.pop()?.();
  own.pop()?.();
  own.push(reservePasswordCheck(at('a@b.ca', '203.0.113.9')));
  for (const leave of own) leave();
  const restaurant = take(20, (n) => at(`${n}@b.ca`, '203.0.113.1'));
  expect(() => reservePasswordCheck(at('x@b.ca', '203.0.113.1'))).toThrow(busy('rate-limited'));
  for (const leave of restaurant) leave();
});

test('the number of simultaneous sign-ins of all people is limited', () => {
  const all = take(60, (n) => at(`${n}@b.ca`, `203.0.113.${n}`));
  expect(() => reservePasswordCheck(at('x@b.ca', '198.51.100.1'))).toThrow(busy('unavailable'));
  for (const leave of all) leave();
  reservePasswordCheck(at('x@b.ca', '198.51.100.1'))();
});
