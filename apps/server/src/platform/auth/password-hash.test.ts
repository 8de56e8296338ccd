import { availableParallelism } from 'node:os';
import { expect, test } from 'vitest';
import { hashPassword, isPasswordCorrect, verifyPassword } from './password-hash.ts';

test('a PIN at a till is checked before waiting sign-ins', async () => {
  const hash = await hashPassword('Good-pass-1');
  const done: string[] = [];
  const signIns = Array.from({ length: 4 * availableParallelism() }, async () => {
    await verifyPassword({ hash, password: 'Good-pass-1' });
    done.push('sign-in');
  });
  const pin = isPasswordCorrect(hash, 'Good-pass-1', 'first').then((isRight) => done.push(`pin ${isRight}`));
  await Promise.all([...signIns, pin]);
  expect(done.indexOf('pin true')).toBeGreaterThan(-1);
  expect(done.indexOf('pin true')).toBeLessThan(done.length / 2);
});

test('beyond the queue limit, requests are refused with a time to retry', async () => {
  const hash = await hashPassword('Good-pass-1');
  // These take a while, so the others wait.
  const busy = Array.from({ length: availableParallelism() }, () => isPasswordCorrect(hash, 'x'));
  const answers = await Promise.allSettled([
    ...busy,
    ...Array.from({ length: 101 }, () => isPasswordCorrect('no hash', 'x')),
  ]);
  const reasons = answers.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
  expect(reasons).toContainEqual(
    expect.objectContaining({ failure: expect.objectContaining({ code: 'unavailable', details: { retryAfter: 5 } }) }),
  );
});
