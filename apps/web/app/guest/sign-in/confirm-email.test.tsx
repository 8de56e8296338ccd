import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import Frame from '../../routes/guest/sign-in-frame.tsx';
import * as confirmEmail from '../../routes/guest/confirm-email.tsx';
import { refusal, type Answers } from '../../testing/network.ts';
import { guest } from '../../testing/samples.ts';
import { field, openPages, typeIn } from '../../testing/show.tsx';

const me = { ...guest, email: 'asha@example.test', emailVerified: false };

function open(search: string, answers: Answers = {}, account: typeof me | null = me) {
  return openPages(Frame, { '/confirm-email': confirmEmail }, `/confirm-email${search}`, {
    getMe: () => ({ me: account }),
    ...answers,
  });
}

test('the link in the mail fills in the code, and only the button confirms', async () => {
  let isConfirmed = false;
  const { press, sent } = open('?code=123456&next=/reservations', {
    getMe: () => ({ me: { ...me, emailVerified: isConfirmed } }),
    confirmEmail: () => {
      isConfirmed = true;
      return { email: me.email };
    },
  });
  expect((await field(/^Code/)).value).toBe('123456');
  expect(sent('confirmEmail')).toEqual([]);
  await press('Confirm');
  await expect(screen).toShow('asha@example.test is confirmed.');
  expect(sent('confirmEmail')).toEqual([{ code: '123456' }]);
  expect(screen.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe('/reservations');
});

test('after signing up the page says that the account exists and a code was mailed, and leads on without it', async () => {
  open('?new=1');
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Your account is ready.');
  await expect(screen).toShow(/with the code we mailed you/);
  expect(screen.getByRole('link', { name: 'Later' }).getAttribute('href')).toBe('/');
});

test('without a session the page asks to sign in and leads back, or to type the code where the account is', async () => {
  const { sent } = open('?code=123456', {}, null);
  await expect(screen).toShow(/type the code from the email on the device where you are signed in/);
  const link = screen.getByRole('link', { name: 'Sign in' });
  expect(link.getAttribute('href')).toBe(`/login?${new URLSearchParams({ from: '/confirm-email?code=123456' })}`);
  expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull();
  expect(sent('confirmEmail')).toEqual([]);
});

test('a wrong or expired code says so at the field, and a new code can be requested', async () => {
  const { press, sent } = open('', {
    confirmEmail: refusal('code-refused'),
    sendEmailConfirmation: { isSent: true },
  });
  await press('Confirm');
  await expect(screen).toShow('Please type the six digits.');
  await typeIn(/^Code/, '123 456');
  await press('Confirm');
  await expect(screen).toShow(/This code is wrong or has expired/);
  expect(sent('confirmEmail')).toEqual([{ code: '123456' }]);
  await press('Send a new code');
  await expect(screen).toShow(/A new code is on its way to asha@example\.test/);
});

test('the link of an earlier version asks for a new code', async () => {
  open('?old=1');
  await expect(screen).toShow('The link in that email no longer works. Ask for a new code here.');
});
