import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal, type Answers } from '../../testing/network.ts';
import { rootData } from '../../testing/samples.ts';
import { openOffice, typeIn } from '../../testing/show.tsx';
import type { Invitation } from './invitations.tsx';

const noor: Invitation = {
  id: 'i1',
  name: 'Noor Sample',
  email: 'noor@example.test',
  role: 'staff',
  locationIds: ['truro'],
  invitedBy: 'Robin',
  invitedAt: '2026-11-20T12:00:00.000Z',
  expiresAt: '2026-11-27T12:00:00.000Z',
  hasExpired: false,
};
const figures = {
  totalUsers: 1,
  activeUsers: 1,
  customers: 0,
  admins: 1,
  newThisMonth: 0,
  totalRevenue: 0,
  totalOrders: 0,
  averageOrderValue: 0,
};
const answers: Answers = {
  getUserAnalytics: { analytics: figures },
  getUsers: { users: [], total: 0, nextCursor: null },
  getEmailTemplates: { templates: [], emailEnabled: true },
};

test('an admin invites a person with a role and a location', async () => {
  const [first] = rootData.locations;
  const places = first ? [first, { ...first, id: 'new-glasgow', name: 'New Glasgow' }] : [];
  const sent = { invitation: noor, link: null };
  const office = openOffice('users', { ...answers, inviteStaff: sent }, undefined, undefined, places);
  await office.press('Invite to the team');
  await typeIn('Name', 'Noor Sample');
  await typeIn('Email', 'noor@example');
  await office.press('Send the invitation');
  await expect(screen).toShow('Choose at least one location.');
  expect(office.sent('inviteStaff')).toEqual([]);
  await typeIn('Email', 'noor@example.test');
  await office.user.click((await screen.findAllByRole('checkbox', { name: /Truro/ })).at(-1) as HTMLElement);
  await office.press('Send the invitation');
  await expect(screen).toShow('Invitation sent to noor@example.test');
  expect(office.sent('inviteStaff')).toEqual([
    { name: 'Noor Sample', email: 'noor@example.test', role: 'staff', locationIds: ['truro'] },
  ]);
});

test('a refused invitation keeps what was typed and says why', async () => {
  const office = openOffice('users', { ...answers, inviteStaff: refusal('already-exists') });
  await office.press('Invite to the team');
  await typeIn('Name', 'Noor');
  await typeIn('Email', 'noor@example.test');
  await office.press('Admin', 'radio');
  await office.press('Send the invitation');
  await expect(screen).toShow(/already exists/);
  expect(await screen.findByDisplayValue('noor@example.test')).toBeTruthy();
});

test('pending invitations are listed, sent again and withdrawn; a failure says so', async () => {
  const office = openOffice('users', {
    ...answers,
    getInvitations: { invitations: [noor] },
    resendInvitation: { invitation: noor, link: null },
    withdrawInvitation: refusal('not-found'),
  });
  await expect(screen).toShow('Invited, not here yet');
  await expect(screen).toShow(/Staff, Truro/);
  await office.press('Send again to Noor Sample');
  await expect(screen).toShow('Invitation sent to noor@example.test');
  await office.press('Withdraw the invitation of Noor Sample');
  await expect(screen).toShow('The invitation was not withdrawn');
});

test('without a mail server the invitation says so and shows its link, which can be copied without TLS', async () => {
  const copied: string[] = [];
  // Pages without TLS have no clipboard.
  Object.defineProperty(document, 'execCommand', {
    configurable: true,
    value: () => copied.push((document.activeElement as HTMLTextAreaElement | null)?.value ?? '') > 0,
  });
  const link = `${location.origin}/join?token=abc`;
  // The address that the server listens on, which is none for other devices.
  const written = { invitation: noor, link: 'http://0.0.0.0:3000/join?token=abc' };
  const office = openOffice('users', { ...answers, inviteStaff: written });
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: undefined });
  await office.press('Invite to the team');
  await typeIn('Name', 'Noor Sample');
  await typeIn('Email', 'noor@example.test');
  await office.press('Admin', 'radio');
  await office.press('Send the invitation');
  await expect(screen).toShow('The invitation is ready, but no email can be sent');
  await expect(screen).toShow(link);
  fireEvent.click(await screen.findByRole('button', { name: 'Copy the link' }));
  await waitFor(() => expect(copied).toEqual([link]));
});

test('with one location it is chosen already', async () => {
  const [only] = rootData.locations;
  const { sent, press } = openOffice(
    'users',
    { ...answers, inviteStaff: { invitation: noor, link: null } },
    undefined,
    undefined,
    only ? [only] : [],
  );
  await press('Invite to the team');
  await typeIn('Name', 'Noor Sample');
  await typeIn('Email', 'noor@example.test');
  await press('Send the invitation');
  await expect(screen).toShow('Invitation sent to noor@example.test');
  expect(sent('inviteStaff')).toMatchObject([{ locationIds: [only?.id] }]);
});
