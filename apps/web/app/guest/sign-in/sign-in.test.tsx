import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { FailureCode } from '@tiffin/domain/core';
import * as login from '../../routes/guest/login.tsx';
import * as signup from '../../routes/guest/signup.tsx';
import { refusal } from '../../testing/network.ts';
import { openPage, typeIn } from '../../testing/show.tsx';

const authAnswers = (call: string, answer: Response) => ({ [call]: answer }) as never;

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
