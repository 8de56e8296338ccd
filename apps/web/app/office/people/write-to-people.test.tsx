import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { refusal, type Answers } from '../../testing/network.ts';
import { asha } from '../../testing/samples.ts';
import { field, openOffice, openPage, typeIn } from '../../testing/show.tsx';
import { uploadsAsFetched } from '../../testing/uploads.ts';
import { createQueryClient } from '../shell/query-client.ts';
import { ComposeDialog } from './compose-dialog.tsx';
import { EMPTY_SELECTION } from './selection.ts';

const answers: Answers = {
  getUsers: { users: [asha], total: 1, nextCursor: null },
  getUserAnalytics: refusal('conflict'),
  getEmailTemplates: { templates: [], emailEnabled: true },
};

async function compose(more: Answers = {}) {
  const office = openOffice('users', { ...answers, ...more });
  await office.press('More for Asha Menon');
  await office.press('Send email', 'menuitem');
  return office;
}

test('writing to an empty selection shows an error and opens no dialog [A-ERR-33]', async () => {
  const { press } = openOffice('users', answers);
  await expect(screen).toShow('Asha Menon');
  await press('Email');
  await expect(screen).toShow('No users selected for email');
  expect(screen.queryByRole('button', { name: /^Send to/ })).toBeNull();
});

test('the dialog sends nothing without recipients, and says why [A-MAIL-08]', async () => {
  const page = {
    default: () => (
      <QueryClientProvider client={createQueryClient()}>
        <ComposeDialog to={EMPTY_SELECTION} onClose={() => {}} />
      </QueryClientProvider>
    ),
  };
  const { press, sent } = openPage(page, '/admin/dashboard', answers);
  await typeIn('Subject', 'Diwali');
  await typeIn('Message', 'Come by');
  await press('Send to 0 users');
  await expect(screen).toShow('No users selected to email');
  expect(sent('startMailing')).toEqual([]);
});

async function send(more: Answers) {
  const office = await compose(more);
  await typeIn('Subject', 'Diwali');
  await typeIn('Message', 'Come by');
  await office.press('Send to 1 user');
  return office;
}

test.each([
  ['Message is required', '[A-MAIL-14]'],
  ['Invalid email template selected', '[A-MAIL-15]'],
  ['At least one recipient is required', '[A-MAIL-16]'],
  ['Invalid email addresses: asha@menon', '[A-MAIL-18]'],
])('shows the mail service’s refusal unchanged: %s %s', async (words, _fact) => {
  const { sent } = await send({ startMailing: refusal('invalid-argument', words) });
  await expect(screen).toShow('Failed to send emails');
  await expect(screen).toShow(words);
  expect(sent('startMailing')).toHaveLength(1);
});

test('a mail sent too soon after another says how long to wait [A-MAIL-19]', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const words = 'Rate limited. Please wait 600ms before sending again.';
  await send({ startMailing: refusal('rate-limited', words) });
  await vi.advanceTimersByTimeAsync(8_000);
  await expect(screen).toShow(words);
});

test('the mail template defaults to a Takeout order, ready in 30 minutes [A-MAIL-24] [A-MAIL-25]', async () => {
  await compose();
  await typeIn('Message', '{orderType}, ready in {estimatedTime}.');
  const preview = (await screen.findByLabelText('Preview')).textContent;
  expect(preview).toContain('Takeout, ready in');
  expect(preview).toContain('ready in 30 minutes.');
});

async function choosePicture(file: File) {
  const office = await compose({
    uploadBrandImage: { url: '/images/thali.webp', width: 1, height: 1 } as never,
    startMailing: refusal('conflict'),
  });
  uploadsAsFetched();
  fireEvent.change(await field('Picture'), { target: { files: [file] } });
  return office;
}

test('a picture over 2 MB cannot be added to a mail [A-MAIL-09]', async () => {
  const { sent } = await choosePicture(
    new File([new Uint8Array(2 * 1024 * 1024 + 1)], 'x.jpg', { type: 'image/jpeg' }),
  );
  await expect(screen).toShow('Image too large for email. Maximum 2MB');
  expect(sent('uploadBrandImage')).toEqual([]);
});

test('sends a promotion with its offer, end, terms, heading and picture [A-MAIL-03]', async () => {
  const { press, sent } = await choosePicture(new File(['x'], 'thali.jpg', { type: 'image/jpeg' }));
  await screen.findByRole('button', { name: 'Remove the picture' });
  await typeIn('Template', 'promotion');
  await typeIn('Offer', 'Two thalis for one');
  await typeIn(/^Valid until/, 'Sunday');
  await typeIn(/^Terms/, 'Dine-in only');
  await typeIn(/^Heading/, 'Bring a friend');
  await press('Send to 1 user');
  await expect(screen).toShow('Failed to send emails');
  expect(sent('startMailing')).toMatchObject([
    {
      templateId: 'promotion',
      templateData: {
        offerTitle: 'Two thalis for one',
        validUntil: 'Sunday',
        terms: 'Dine-in only',
        title: 'Bring a friend',
        imageUrl: '/images/thali.webp',
      },
      to: { userIds: ['p1'] },
    },
  ]);
});
