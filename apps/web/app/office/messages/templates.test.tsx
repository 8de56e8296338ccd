import { screen, within } from '@testing-library/react';
import { EMAIL_TEMPLATES } from '@tiffin/domain/messages';
import { expect, test } from 'vitest';
import { refusal, type Answers } from '../../testing/network.ts';
import { openOffice } from '../../testing/show.tsx';

const answers: Answers = {
  getMessages: { messages: [], total: 0, nextCursor: null } as never,
  getMailings: { mailings: [] },
  getEmailStats: refusal('conflict'),
  getEmailTemplates: { templates: [...EMAIL_TEMPLATES], emailEnabled: true },
};
const panel = async () =>
  within((await screen.findByRole('heading', { name: 'Templates' })).closest('section') as HTMLElement);

test('the templates are order and reservation confirmations, custom mails and promotions [A-MAIL-02]', async () => {
  openOffice('messages', answers);
  const names = (await panel()).getAllByRole('button').map((row) => row.querySelector('b')?.textContent);
  expect(names).toEqual(['Order Confirmation', 'Reservation Confirmation', 'Custom Message', 'Promotion']);
});

test('a template shows its name and description, and can be previewed with custom text [A-MAIL-01]', async () => {
  const own = {
    id: 'custom',
    name: 'A letter',
    subject: 'Hello',
    description: 'In our own words',
    defaultMessage: 'Dear {customerName}',
  };
  const { user, sent } = openOffice('messages', {
    ...answers,
    getEmailTemplates: { templates: [own], emailEnabled: true },
    previewEmail: refusal('conflict'),
  });
  const row = await (await panel()).findByRole('button', { name: /A letter/ });
  expect(row.textContent).toContain('In our own words');
  await user.click(row);
  await expect(screen).toShow('Failed to preview email');
  expect(sent('previewEmail')).toEqual([
    { templateId: 'custom', templateData: { subject: 'A letter', message: 'Dear {customerName}' } },
  ]);
});

test.each([
  ['order_preparing', 'Order being prepared', '[A-SMS-01]'],
  ['order_ready', 'Order ready', '[A-SMS-02]'],
])('the automatic text message %s is listed among the messages: %s %s', async (template, title, _fact) => {
  const message = {
    id: 'm1',
    channel: 'sms',
    template,
    status: 'sent',
    to: '+19025550101',
    name: 'Asha Rao',
    subject: '',
    orderId: 'TRU-20261120-AAAAA',
    reservationId: null,
    error: null,
    tries: 1,
    createdAt: '2026-11-20T22:00:00.000Z',
    sentAt: '2026-11-20T22:00:10.000Z',
  };
  openOffice('messages', { ...answers, getMessages: { messages: [message], nextCursor: null } as never });
  const row = await screen.findByRole('button', { name: `Read: ${title} to (902) 555-0101` });
  expect(row.textContent).toContain('Asha Rao, (902) 555-0101, order AAAAA');
  expect(row.closest('li')?.textContent).toContain('Sent');
});
