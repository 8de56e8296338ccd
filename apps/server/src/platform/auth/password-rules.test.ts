import { expect, test } from 'vitest';
import { checkPasswordFor } from './password-rules.ts';

test.each([
  ['staff', 'Demo-pass-1!', true],
  ['staff', 'Short-1!x', false],
  ['staff', 'correct horse', true],
  ['staff', 'qwertyuiop', false],
  ['admin', 'Password123', false],
  ['manager', '1Q2W3E4R5T6Y', false],
  ['staff', 'password12', false],
  ['staff', 'PASSWORD12', false],
  ['staff', 'PASSWORD1234', false],
  ['staff', 'Basketball2026', false],
  ['staff', 'password-1234', false],
  ['staff', 'Password!!!!', false],
  ['staff', 'aaaaaaaaaa', false],
  ['staff', 'ababababab', false],
  ['staff', 'passwordpassword', false],
  ['staff', 'DragonDragon7!', false],
  ['staff', '1234512345', false],
  ['staff', 'our password', true],
  ['staff', 'dragons like tea', true],
  ['staff', '98765x43210', true],
  ['customer', 'Short-1!x', true],
  ['customer', 'Password123', true],
  ['customer', 'abc', false],
  ['customer', 'correct horse', false],
] as const)('of %s the password %s is accepted: %s', (role, password, isAccepted) => {
  expect(checkPasswordFor(role, password).ok).toBe(isAccepted);
});

test('staff read what is wrong with a password', () => {
  expect(checkPasswordFor('staff', 'Short-1!x')).toMatchObject({
    error: { code: 'weak-password', message: 'Passwords of staff have at least 10 characters.' },
  });
  expect(checkPasswordFor('staff', 'Password123')).toMatchObject({
    error: { code: 'weak-password', message: 'Too many people use this password. Please choose another.' },
  });
});
