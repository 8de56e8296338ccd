import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { refusal, type Answers } from '../../testing/network.ts';
import { asha } from '../../testing/samples.ts';
import { breakLive, field, openOffice, sendLiveEvent, typeIn } from '../../testing/show.tsx';

const figures = {
  totalUsers: 12,
  activeUsers: 11,
  customers: 9,
  admins: 1,
  newThisMonth: 2,
  totalRevenue: 1234.4,
  totalOrders: 60,
  averageOrderValue: 20.57,
};
const someone = { ...asha, id: 'p2', uid: 'p2', displayName: 'Ravi Nair', email: 'ravi@example.test' };
const answers: Answers = {
  getUsers: { users: [asha, someone], total: 2, nextCursor: null },
  getUserAnalytics: { analytics: figures },
  getUser: { user: asha, consent: null, welcomeCode: null, hasCodes: false, hasPasskeys: false, points: [] },
  getEmailTemplates: { templates: [], emailEnabled: true },
};
const mailing = {
  id: 'm1',
  subject: 'Diwali',
  templateId: 'custom',
  total: 3,
  sent: 0,
  failed: 0,
  outbox: 0,
  skipped: 0,
  status: 'sending',
  isFinished: false,
  createdAt: '2026-11-20T12:00:00.000Z',
} as never;

const moreOf = (name: string) => `More for ${name}`;

async function edit(more: Answers) {
  const office = openOffice('users', { ...answers, ...more });
  await office.press('Edit Asha Menon');
  await typeIn('Display name', 'Asha M');
  await office.press('Save');
  return office;
}

async function compose(more: Answers) {
  const office = openOffice('users', { ...answers, ...more });
  await office.press(moreOf('Asha Menon'));
  await office.press('Send email', 'menuitem');
  return office;
}

test('users that cannot be loaded show an error [A-ERR-20]', async () => {
  openOffice('users', { ...answers, getUsers: refusal('conflict') });
  await expect(screen).toShow(/Failed to load users. Please try again./);
});

test('a failed list can be retried, and a failed reload keeps the loaded users [A-USER-13] [A-ERR-29]', async () => {
  const { press, answer } = openOffice('users', { ...answers, getUsers: refusal('conflict') });
  await expect(screen).toShow('Error Loading Users');
  answer(answers);
  await press('Try Again');
  await expect(screen).toShow('Asha Menon');
  expect(screen.queryByText('Error Loading Users')).toBeNull();
  answer({ getUsers: refusal('conflict') });
  await press('Refresh');
  await expect(screen).toShow('Failed to load users');
  expect(screen.getAllByText('Asha Menon')).not.toEqual([]);
});

test('figures that cannot be loaded show an error [A-ERR-26]', async () => {
  openOffice('users', { ...answers, getUserAnalytics: refusal('conflict') });
  await expect(screen).toShow('Failed to generate analytics');
});

test('the tiles show the API’s eight figures [A-USER-21]', async () => {
  openOffice('users', answers);
  const tiles = await screen.findByLabelText('People in figures');
  await expect(screen).toShow('$1,234');
  for (const words of [
    '12',
    '2 new this month',
    '11',
    '9',
    '1 admin',
    '$1,234',
    '$20.57 average. Completed orders of people with an account',
  ])
    expect(tiles.textContent).toContain(words);
});

test('the list shows the details of a user', async () => {
  openOffice('users', answers);
  await expect(screen).toShow('Asha Menon');
  const table = screen.getByRole('table', { name: 'Users' });
  for (const words of ['asha@example.test', '902', 'Customer', 'Active', '4', '$120.50', '105'])
    expect(table.textContent).toContain(words);
});

test('labels the number of orders as completed orders', async () => {
  openOffice('users', answers);
  await expect(screen).toShow(/4 completed orders, \$120\.50/);
});

test('reloading shows how many users were loaded [A-USER-09] [A-ERR-39]', async () => {
  const { press } = openOffice('users', answers);
  await expect(screen).toShow('Asha Menon');
  await press('Refresh');
  await expect(screen).toShow('Loaded 2 users');
});

test('a user without details is shown with a note [A-ERR-21]', async () => {
  const { press } = openOffice('users', { ...answers, getUser: refusal('conflict') });
  await press('Edit Asha Menon');
  await expect(screen).toShow('Failed to load user details');
  expect((await screen.findByLabelText<HTMLInputElement>(/Display name/)).value).toBe('Asha Menon');
});

test('an edit sends the user’s id and the changed fields, and is confirmed [A-ERR-36] [A-USER-30]', async () => {
  const { sent } = await edit({ updateUser: { user: asha, message: 'done' } });
  await expect(screen).toShow('User updated successfully');
  expect(sent('updateUser')).toEqual([{ userId: 'p1', updates: { displayName: 'Asha M' }, version: 3 }]);
});

test('a refused edit shows an error with the reason [A-ERR-22] [A-ERR-23]', async () => {
  await edit({ updateUser: refusal('not-found', 'User not found') });
  await expect(screen).toShow('Failed to update user');
  await expect(screen).toShow('User not found');
});

test('making an unconfirmed account staff is refused in the dialog, which stays open and says what to do', async () => {
  const says = 'asha@example.test was never confirmed. Invite this address to the team instead.';
  const { press, sent } = openOffice('users', { ...answers, updateUser: refusal('failed-precondition', says) });
  await press('Edit Asha Menon');
  await press('Staff', 'radio');
  await press('Save');
  const dialog = await screen.findByRole('dialog', { name: 'Edit user' });
  await waitFor(() => expect(within(dialog).getByRole('alert').textContent).toContain(says));
  expect(sent('updateUser')).toMatchObject([{ updates: { role: 'staff' } }]);
});

const inactive = { users: [{ ...asha, isActive: false }], total: 1, nextCursor: null };

test('an admin activates an inactive user, who cannot be deactivated again meanwhile [A-ERR-37]', async () => {
  const updateUser = { user: { ...asha, isActive: true }, message: '' };
  const { press, sent } = openOffice('users', { ...answers, getUsers: inactive, updateUser });
  await press(moreOf('Asha Menon'));
  expect(screen.queryByRole('menuitem', { name: 'Deactivate' })).toBeNull();
  await press('Activate', 'menuitem');
  await expect(screen).toShow('User activated');
  expect(sent('updateUser')).toEqual([{ userId: 'p1', updates: { isActive: true } }]);
});

test('a failed activation leaves the user unchanged and shows an error [A-ERR-30]', async () => {
  const { press } = openOffice('users', { ...answers, getUsers: inactive, updateUser: refusal('conflict') });
  await press(moreOf('Asha Menon'));
  await press('Activate', 'menuitem');
  await expect(screen).toShow('Failed to update user status');
  await press(moreOf('Asha Menon'));
  expect(await screen.findByRole('menuitem', { name: 'Activate' })).toBeTruthy();
});

async function deactivate(more: Answers) {
  const office = openOffice('users', { ...answers, ...more });
  await office.press(moreOf('Asha Menon'));
  await office.press('Deactivate', 'menuitem');
  await expect(screen).toShow('This will disable their authentication.');
  await office.press('Deactivate');
  return office;
}

test('deleting a user deactivates them after a confirmation [A-ERR-38]', async () => {
  const { sent } = await deactivate({ deactivateUser: { user: { ...asha, isActive: false }, message: '' } });
  await expect(screen).toShow('User deactivated successfully');
  expect(sent('deactivateUser')).toEqual([{ userId: 'p1' }]);
});

test('a user who cannot be deactivated stays, with an error [A-ERR-24]', async () => {
  await deactivate({ deactivateUser: refusal('last-admin') });
  await expect(screen).toShow('Failed to deactivate user');
  await expect(screen).toShow('The last admin cannot be removed.');
});

async function changeTwo(more: Answers) {
  const office = openOffice('users', { ...answers, ...more });
  await office.press('Select everybody on this page', 'checkbox');
  await office.press('Change (2)');
  await office.press('Deactivate', 'menuitem');
  await expect(screen).toShow('Deactivate 2 users?');
  expect(office.sent('updateUsers')).toEqual([]);
  await office.press('Deactivate');
  return office;
}

test('edits several users with one call, by their ids [A-USER-31]', async () => {
  const { sent } = await changeTwo({ updateUsers: { users: [], updated: 2 } });
  await expect(screen).toShow('User deactivated');
  expect(sent('updateUsers')).toEqual([{ userIds: ['p1', 'p2'], updates: { isActive: false } }]);
});

test('a failed bulk edit shows an error [A-ERR-25]', async () => {
  await changeTwo({ updateUsers: refusal('conflict') });
  await expect(screen).toShow('Failed to update users');
});

test('the menu refuses a bulk edit of more than a hundred users [A-USER-32]', async () => {
  const { press } = openOffice('users', { ...answers, getUsers: { users: [asha], total: 101, nextCursor: 'x' } });
  await press('Select everybody on this page', 'checkbox');
  await press('Select all 101');
  await press('Change (101)');
  await expect(screen).toShow('At most 100 at once');
  // Both bulk edits are disabled.
  expect(screen.getAllByText('At most 100 at once')).toHaveLength(2);
});

test('exports the list under the server’s file name and shows the number of rows [A-ERR-40] [A-USER-34]', async () => {
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const { press } = openOffice('users', {
    ...answers,
    getUsersCsv: new Response('ID,Name\r\n', {
      headers: {
        'content-disposition': 'attachment; filename="users-export-2026-11-20.csv"',
        'x-row-count': '3',
      },
    }),
  });
  await press('Export');
  await expect(screen).toShow('Exported 3 users');
  expect(saved).toEqual(['users-export-2026-11-20.csv']);
  vi.restoreAllMocks();
});

test('a failed export shows an error [A-ERR-31]', async () => {
  const { press } = openOffice('users', { ...answers, getUsersCsv: refusal('conflict') });
  await press('Export');
  await expect(screen).toShow('Export failed');
});

test('an empty export shows a message [A-USER-33] [A-ERR-32]', async () => {
  const { press, sent } = openOffice('users', {
    ...answers,
    getUsersCsv: refusal('failed-precondition', 'No users to export'),
  });
  await press('Export');
  await expect(screen).toShow('No users to export');
  expect(sent('getUsersCsv')).toHaveLength(1);
});

const mailTo = (recipients: number) => ({ recipients, subject: '', html: '', text: '', preview: '' });

test('the mail dialog names the first ten recipients and counts the others [A-MAIL-11]', async () => {
  const users = Array.from({ length: 12 }, (_, at) => ({ ...asha, id: `p${at}`, displayName: `Guest ${at}` }));
  const { press } = openOffice('users', {
    ...answers,
    getUsers: { users, total: 12, nextCursor: null },
    previewEmail: mailTo(12),
  });
  await press('Select everybody on this page', 'checkbox');
  await press('Email (12)');
  await expect(screen).toShow(
    `${users
      .slice(0, 10)
      .map(({ displayName }) => displayName)
      .join(', ')}, +2 more`,
  );
});

test('the preview is the first 200 characters [A-MAIL-12]', async () => {
  await compose({});
  await typeIn('Subject', 'Diwali');
  await typeIn('Message', 'x'.repeat(300));
  const preview = await screen.findByLabelText('Preview');
  const shown = /x+/.exec(preview.textContent ?? '')?.[0] ?? '';
  expect(shown).toHaveLength(200);
});

test('a mail needs a subject and a message, and both fields show an error [A-MAIL-05] [A-MAIL-06]', async () => {
  const { press, sent } = await compose({});
  await typeIn('Message', ' ');
  await press('Send to 1 user');
  await expect(screen).toShow('Subject is required');
  await expect(screen).toShow('Message is required');
  expect(sent('startMailing')).toEqual([]);
});

test('a message beyond 2000 characters is not sent [A-MAIL-07]', async () => {
  const { press, sent } = await compose({});
  await typeIn('Subject', 'Diwali');
  await typeIn('Message', 'x'.repeat(2001));
  await press('Send to 1 user');
  await expect(screen).toShow('Message too long. Maximum 2000 characters allowed');
  expect(sent('startMailing')).toEqual([]);
});

test('a mail without a preview shows an error [A-ERR-79]', async () => {
  const { press } = await compose({ previewEmail: refusal('conflict') });
  await press('Show the whole email');
  await expect(screen).toShow('Failed to preview email');
});

test('a failed mail to several users shows an error, and the next attempt sends the same mail [A-ERR-35]', async () => {
  const { press, sent, answer } = openOffice('users', {
    ...answers,
    startMailing: refusal('conflict'),
    previewEmail: mailTo(2),
  });
  await press('Select everybody on this page', 'checkbox');
  await press('Email (2)');
  await typeIn('Subject', 'Diwali');
  await typeIn('Message', 'Come by');
  await press('Send to 2 users');
  await expect(screen).toShow('Failed to send emails');
  answer({ startMailing: { mailing }, getMailing: { mailing } });
  await press('Send to 2 users');
  await expect(screen).toShow('Sending');
  const [first, second] = sent('startMailing');
  expect(second).toEqual(first);
});

test('the result of a mail counts sent and failed messages [A-ERR-41] [A-ERR-42]', async () => {
  const done = { ...(mailing as object), sent: 2, failed: 1, status: 'done', isFinished: true } as never;
  const { press } = await compose({ startMailing: { mailing: done }, getMailing: { mailing: done } });
  await typeIn('Subject', 'Diwali');
  await typeIn('Message', 'Come by');
  await press('Send to 1 user');
  await expect(screen).toShow('Email sent to 2 users successfully');
  await expect(screen).toShow('1 emails failed to send');
});

test('shows another admin’s changes at once', async () => {
  openOffice('users', answers);
  await expect(screen).toShow('Asha Menon');
  sendLiveEvent('user.changed', { user: { ...asha, displayName: 'Asha Rao' } });
  await expect(screen).toShow('Asha Rao');
});

test('warns when live updates never connected or were lost [A-ERR-27] [A-ERR-28]', async () => {
  openOffice('users', answers);
  await expect(screen).toShow('Asha Menon');
  breakLive();
  await expect(screen).toShow('Failed to setup real-time updates');
  await waitFor(() => expect(screen.queryByText('Failed to setup real-time updates')).toBeNull(), { timeout: 5_000 });
  sendLiveEvent('hello', { at: '2026-11-20T12:00:00.000Z' });
  breakLive();
  await expect(screen).toShow('Real-time updates failed');
});

test('a user is a customer, staff, a manager, an accountant or an admin [A-ROLE-01]', async () => {
  const { press } = openOffice('users', answers);
  await press('Edit Asha Menon');
  const roles = within(await screen.findByRole('dialog', { name: 'Edit user' })).getAllByRole('radio');
  expect(roles.map((role) => (role as HTMLInputElement).value)).toEqual([
    'customer',
    'staff',
    'manager',
    'accountant',
    'admin',
  ]);
});

const expectMailRefused = async (words: string) => {
  const { press } = await compose({ startMailing: refusal('invalid-argument', words) });
  await typeIn('Subject', 'Diwali');
  await typeIn('Message', 'Come by');
  await press('Send to 1 user');
  await expect(screen).toShow('Failed to send emails');
  await expect(screen).toShow(words);
  expect((await field('Subject')).value).toBe('Diwali');
};

test('a mail refused with “Subject too long. Maximum 200 characters allowed” stays editable [A-MAIL-13]', () =>
  expectMailRefused('Subject too long. Maximum 200 characters allowed'));
test('a mail refused with “Maximum 100 recipients allowed per batch” stays editable [A-MAIL-17]', () =>
  expectMailRefused('Maximum 100 recipients allowed per batch'));
test('a mail refused with “No users provided” stays editable [A-MAIL-21]', () =>
  expectMailRefused('No users provided'));
test('a mail refused with “No valid email addresses found” stays editable [A-MAIL-22]', () =>
  expectMailRefused('No valid email addresses found'));

test('a welcome code is shown with the percentage that was promised with it', async () => {
  const details = { user: { ...asha, totalOrders: 0 }, consent: null, hasCodes: false, hasPasskeys: false, points: [] };
  const { press } = openOffice('users', {
    ...answers,
    getUsers: { users: [details.user], total: 1, nextCursor: null },
    getUser: { ...details, welcomeCode: 'WELCOME15-7KQ4M' },
  });
  await press('Edit Asha Menon');
  await expect(screen).toShow('Welcome code for 15% off the first order: WELCOME15-7KQ4M');
});

test('an admin turns off two-factor codes of a colleague who lost their phone; without codes there is no button', async () => {
  const details = { user: asha, consent: null, welcomeCode: null, points: [] };
  const { press, sent, answer } = openOffice('users', {
    ...answers,
    getUser: { ...details, hasCodes: true, hasPasskeys: false },
    resetSecondStep: refusal('conflict'),
  });
  await press('Edit Asha Menon');
  await press('Switch codes and passkeys off');
  await expect(screen).toShow('Switch off the codes and passkeys of Asha Menon?');
  await press('Switch codes and passkeys off');
  await expect(screen).toShow('The codes could not be switched off');
  answer({
    resetSecondStep: { message: 'Codes switched off; they are signed out everywhere' },
    getUser: { ...details, hasCodes: false, hasPasskeys: false },
  });
  await press('Switch codes and passkeys off');
  await press('Switch codes and passkeys off');
  await expect(screen).toShow('Codes switched off; they are signed out everywhere');
  expect(sent('resetSecondStep').at(-1)).toEqual({ userId: asha.id });
  await waitFor(() => expect(screen.queryByText('Signs in with codes from their phone.')).toBeNull());
});
