import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import * as join from '../../routes/guest/join.tsx';
import Frame from '../../routes/guest/sign-in-frame.tsx';
import type { Answer } from '../../shared/api/api.ts';
import { refusal, type Answers } from '../../testing/network.ts';
import { openPages, typeIn } from '../../testing/show.tsx';

const invitation: Answer<'getInvitation'> = {
  name: 'Noor',
  email: 'noor@example.test',
  role: 'staff',
  locations: ['Truro Heights'],
  invitedBy: 'Robin Example',
  restaurant: 'Tiffin',
  expiresAt: '2026-11-27T12:00:00.000Z',
  hasAccount: false,
  isSignedIn: false,
};
const open = (answers: Answers) => openPages(Frame, { '/join': join }, '/join?token=abc', answers);

test('an invited person sees the role and chooses a password; opening the link accepts nothing', async () => {
  const page = open({
    getInvitation: invitation,
    acceptInvitation: { email: invitation.email, isNewAccount: true, pin: '123456' },
  });
  await expect(screen).toShow('Noor, welcome to Tiffin');
  await expect(screen).toShow(/Robin Example invited you as Staff. At Truro Heights./);
  expect(page.sent('acceptInvitation')).toEqual([]);
  await typeIn('Password', 'Kitchen-door-42!');
  await page.press('Join the team');
  await expect(screen).toShow('You are on the team');
  await expect(screen).toShow('123456');
  expect(page.sent('acceptInvitation')).toEqual([{ token: 'abc', password: 'Kitchen-door-42!' }]);
});

test('a weak password says so at the field', async () => {
  const page = open({ getInvitation: invitation, acceptInvitation: refusal('weak-password') });
  await typeIn('Password', 'short');
  await page.press('Join the team');
  await expect(screen).toShow(/Password should be/);
});

test('the owner of an existing account signs in first and comes back', async () => {
  open({ getInvitation: { ...invitation, hasAccount: true } });
  await expect(screen).toShow(/There is an account with noor@example.test already/);
  const link = await screen.findByRole('link', { name: 'Sign in' });
  expect(link.getAttribute('href')).toBe(`/login?${new URLSearchParams({ from: '/join?token=abc' })}`);
  expect(screen.queryByRole('button', { name: 'Join the team' })).toBeNull();
});

test('a signed-in owner accepts without a password; an old sign-in is asked again', async () => {
  const page = open({
    getInvitation: { ...invitation, hasAccount: true, isSignedIn: true },
    acceptInvitation: refusal('fresh-sign-in-needed'),
  });
  await page.press('Accept the invitation');
  await expect(screen).toShow('Your sign-in is too old for this. Please sign in again, then accept.');
  expect(page.sent('acceptInvitation')).toEqual([{ token: 'abc' }]);
});

test('a link that was used says so', async () => {
  open({ getInvitation: refusal('not-found') });
  await expect(screen).toShow('This link no longer works');
});
