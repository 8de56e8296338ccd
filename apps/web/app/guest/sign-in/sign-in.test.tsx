import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { FailureCode } from '@tiffin/domain/core';
import * as login from '../../routes/guest/login.tsx';
import * as forgot from '../../routes/guest/forgot-password.tsx';
import * as signup from '../../routes/guest/signup.tsx';
import { refusal, type Answers } from '../../testing/network.ts';
import { rootData } from '../../testing/samples.ts';
import { field, openPage, typeIn } from '../../testing/show.tsx';

const authAnswers = (call: string, answer: Response) => ({ [call]: answer }) as Answers;

test.each<[string, FailureCode, string]>([
  ['[C-ERR-10]', 'user-not-found', 'No account found with this email address.'],
  ['[C-ERR-11]', 'wrong-password', 'Incorrect password. Please try again.'],
  ['[C-ERR-14]', 'invalid-email', 'Please enter a valid email address.'],
  ['[C-ERR-15]', 'too-many-requests', 'Too many failed attempts. Please try again later.'],
])('%s signing in that fails with %s reads: %s', async (_fact, code, words) => {
  const { press } = openPage(login, '/login', authAnswers('auth/sign-in/email', refusal(code)));
  await typeIn(/^Email/, 'asha@example.test');
  await typeIn(/^Password/, 'Secret-1!');
  await press('Sign in');
  await expect(screen).toShow(new RegExp(words.replaceAll('.', '\\.')));
});

test.each<[string, FailureCode, string]>([
  ['[C-ERR-12]', 'email-already-in-use', 'An account with this email already exists.'],
  ['[C-ERR-13]', 'weak-password', 'Password should be at least 6 characters long.'],
])('%s signing up that fails with %s reads: %s', async (_fact, code, words) => {
  const { press } = openPage(signup, '/signup', authAnswers('auth/sign-up/email', refusal(code)));
  await typeIn(/^Full Name/, 'Asha Rao');
  await typeIn(/^Email/, 'asha@example.test');
  await typeIn(/^Password/, 'Secret-Pass-1!');
  await press('Create account');
  await expect(screen).toShow(new RegExp(words.replaceAll('.', '\\.')));
});

test('what is wrong with a new account is said of every field at once', async () => {
  const { press, sent } = openPage(signup, '/signup', {});
  await typeIn(/^Full Name/, 'Asha 🌶️');
  await typeIn(/^Email/, 'nowhere');
  await typeIn(/^Password/, 'abc');
  await press('Create account');
  await expect(screen).toShow('Name contains invalid characters');
  await expect(screen).toShow('Invalid email format');
  await expect(screen).toShow('Password should be at least 6 characters long.');
  expect(sent('auth/sign-up/email' as never)).toEqual([]);
});

test.each([
  ['letters, as they are written anywhere', 'Zoë O’Brien-Łukasz Jr.', null],
  ['one letter', 'A', 'Name must be at least 2 characters'],
  ['fifty letters', 'A'.repeat(50), 'Name must be less than 50 characters'],
  ['figures', 'Asha 2', 'Name contains invalid characters'],
])('a new account’s name may be what the checkout takes: %s', async (_what, name, words) => {
  const { press, sent } = openPage(
    signup,
    '/signup',
    authAnswers('auth/sign-up/email', refusal('email-already-in-use')),
  );
  await typeIn(/^Full Name/, name);
  await typeIn(/^Email/, 'asha@example.test');
  await typeIn(/^Password/, 'Secret-Pass-1!');
  await press('Create account');
  await expect(screen).toShow(words ?? 'An account with this email already exists.');
  expect(sent('auth/sign-up/email' as never)).toHaveLength(words === null ? 1 : 0);
});

afterEach(() => void vi.restoreAllMocks());

test.each([
  [['email', 'sms'], /we send you a link/, 'Look in your inbox.'],
  [['sms'], /call us at \(902\) 555-0100/, 'Ask us for the link.'],
  [[], /call us at \(902\) 555-0100/, 'Ask us for the link.'],
] as const)('where we send %o, who forgot the password is told what happens', async (sends, before, after) => {
  vi.spyOn(rootData.site, 'sends', 'get').mockReturnValue([...sends]);
  const { press } = openPage(forgot, '/forgot-password', authAnswers('auth/request-password-reset', Response.json({})));
  await expect(screen).toShow(before);
  await typeIn(/^Email/, 'asha@example.test');
  await press('Send the link');
  await expect(screen).toShow(after);
});

test('the address one typed to sign in stands there when the password is forgotten', async () => {
  openPage(login, '/login', {});
  await typeIn(/^Email/, 'asha@example.test');
  cleanup();
  openPage(forgot, '/forgot-password', {});
  expect((await field(/^Email/)).value).toBe('asha@example.test');
});

test('whoever has codes types one after the password; a wrong one is said beside it, one that comes too late leads back', async () => {
  const { press, answer, sent } = openPage(login, '/login', {
    ...authAnswers('auth/sign-in/email', Response.json({ twoFactorRedirect: true })),
    ...authAnswers('auth/two-factor/verify-totp', refusal('wrong-code')),
  });
  await typeIn(/^Email/, 'morgan@example.test');
  await typeIn(/^Password/, 'Secret-1!');
  await press('Sign in');
  await expect(screen).toShow('One more step.');
  await press('Go on');
  await expect(screen).toShow('Please type the code.');
  await typeIn(/^Code/, '123 456');
  await press('Go on');
  await expect(screen).toShow(/This code is not right/);
  expect(sent('auth/two-factor/verify-totp' as never)).toEqual([{ code: '123456' }]);
  answer(authAnswers('auth/two-factor/verify-backup-code', refusal('sign-in-over')));
  await typeIn(/^Code/, 'abcde-fghij');
  await press('Go on');
  await expect(screen).toShow(/Please sign in again/);
});

test.each<FailureCode>([
  'unavailable',
  'invalid-argument',
  'not-found',
  'already-exists',
  'internal',
  'failed-precondition',
])('signing in that fails with %s shows a short sentence [C-ERR-18]', async (code) => {
  const { press } = openPage(login, '/login', authAnswers('auth/sign-in/email', refusal(code)));
  await typeIn(/^Email/, 'asha@example.test');
  await typeIn(/^Password/, 'Secret-1!');
  await press('Sign in');
  expect((await screen.findByRole('alert')).textContent).toMatch(/^[A-Z][^\n_]{5,80}\.$/);
});
