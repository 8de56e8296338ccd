import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal, type Answers } from '../../testing/network.ts';
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
  const office = openOffice('users', { ...answers, inviteStaff: { invitation: noor } });
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
    resendInvitation: { invitation: noor },
    withdrawInvitation: refusal('not-found'),
  });
  await expect(screen).toShow('Invited, not here yet');
  await expect(screen).toShow(/Staff, Truro/);
  await office.press('Send again to Noor Sample');
  await expect(screen).toShow('Invitation sent to noor@example.test');
  await office.press('Withdraw the invitation of Noor Sample');
  await expect(screen).toShow('The invitation was not withdrawn');
});
