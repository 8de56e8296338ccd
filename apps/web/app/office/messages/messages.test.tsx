import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal, type Answers } from '../../testing/network.ts';
import { openOffice, typeIn } from '../../testing/show.tsx';

const answers: Answers = {
  getMessages: { messages: [], total: 0, nextCursor: null } as never,
  getMailings: { mailings: [] },
  getEmailStats: refusal('conflict'),
  getEmailTemplates: { templates: [], emailEnabled: true },
};

const mailTo = (recipients: number) => ({ recipients, subject: '', html: '', text: '', preview: '' });

async function write(more: Answers) {
  const office = openOffice('messages', { ...answers, ...more });
  await office.press('Write');
  await typeIn(/^Subject/, 'Diwali');
  await typeIn(/^Message/, 'Come by');
  return office;
}

test('a failed mail to one address shows an error [A-ERR-76]', async () => {
  const { press } = await write({ sendEmail: refusal('conflict') });
  await typeIn(/^Email address/, 'asha@example.test');
  await press('Send');
  await expect(screen).toShow('Failed to send email');
});

test('a failed mail to all customers shows an error [A-ERR-77]', async () => {
  const { press } = await write({ startMailing: refusal('conflict'), previewEmail: mailTo(12) });
  await press('Customers', 'radio');
  await press('Send to 12 customers');
  await expect(screen).toShow('Failed to send bulk email');
});

test('a mail to all addresses customers without a name as valued customers [A-MAIL-23]', async () => {
  const { press } = await write({ previewEmail: mailTo(2) });
  await press('Customers', 'radio');
  await typeIn(/^Message/, 'Hello {customerName}');
  expect((await screen.findByLabelText('Preview')).textContent).toContain('Hello Valued Customer');
});

test('a message to customers says who gets it, and is about their own orders only if its writer states so', async () => {
  const { press, sent } = await write({
    startMailing: refusal('conflict'),
    previewEmail: (mail) => mailTo(JSON.stringify(mail).includes('"isAboutOwnOrders":true') ? 352 : 12),
  });
  await press('Customers', 'radio');
  await expect(screen).toShow(/^Only people who agreed to receive offers get this email/);
  await press('Send to 12 customers');
  await press(/^It is about their own orders or bookings/, 'checkbox');
  await press('Send to 352 customers');
  await waitFor(() => expect(sent('startMailing')).toHaveLength(2));
  expect(sent('startMailing')).toMatchObject([
    { templateData: { isAboutOwnOrders: false } },
    { templateData: { isAboutOwnOrders: true } },
  ]);
});

test('the section works without templates and figures, and shows an error [A-ERR-78] [A-ERR-80]', async () => {
  openOffice('messages', { ...answers, getEmailTemplates: refusal('conflict') });
  await expect(screen).toShow('Failed to get email templates');
  for (const name of ['Order Confirmation', 'Reservation Confirmation', 'Custom Message', 'Promotion'])
    expect(await screen.findByRole('button', { name: new RegExp(name) })).toBeTruthy();
  await expect(screen).toShow('Failed to get email stats');
  await expect(screen).toShow('0%');
});

test('the button for queued messages shows their number', async () => {
  const counts = { total: 169, sent: 0, failed: 0, outbox: 169 };
  openOffice('messages', { ...answers, getMessages: { messages: [], counts, nextCursor: null } as never });
  expect(await screen.findByRole('radio', { name: 'Waiting (169)' })).toBeTruthy();
});

test('reading a message with a link to an account asks who it is first, and then shows the link', async () => {
  const message = {
    id: 'm1',
    channel: 'mail',
    to: 'asha@example.test',
    name: 'Asha Menon',
    template: 'password_reset',
    subject: 'Choose a new password',
    status: 'outbox',
    attempts: 0,
    error: null,
    orderId: null,
    reservationId: null,
    mailingId: null,
    createdAt: '2026-11-20T12:00:00.000Z',
    sentAt: null,
    nextTryAt: null,
  } as const;
  const text = 'Open https://tiffin.test/reset-password/abc';
  let isProven = false;
  const { press, sent } = openOffice('messages', {
    ...answers,
    getMessages: { messages: [message], counts: { waiting: 0, outbox: 1, failed: 0 }, nextCursor: null },
    getMessage: () =>
      isProven ? { message, text, html: null } : refusal('fresh-sign-in-needed', undefined, { ways: ['password'] }),
    confirmIdentity: () => {
      isProven = true;
      return { confirmedAt: '2026-11-20T12:00:00.000Z' };
    },
  });
  await press(/^Read: /);
  await expect(screen).toShow('Is it you?');
  expect(screen.queryByText(text)).toBeNull();
  await typeIn(/^Password/, 'right');
  await press('Confirm');
  const dialog = await screen.findByRole('dialog', { name: 'Choose a new password' });
  expect(await within(dialog).findByText(text)).toBeTruthy();
  expect(sent('confirmIdentity')).toEqual([{ password: 'right' }]);
  expect(sent('getMessage')).toHaveLength(2);
});

test('a message with a link to an account stays closed when the person does not confirm', async () => {
  const words = 'Please confirm that it is you.';
  const { press, sent } = openOffice('messages', {
    ...answers,
    getMessages: {
      messages: [{ id: 'm1', channel: 'mail', to: 'asha@example.test', template: 'password_reset', status: 'outbox' }],
      counts: { waiting: 0, outbox: 1, failed: 0 },
      nextCursor: null,
    } as never,
    getMessage: refusal('fresh-sign-in-needed', words, { ways: ['password'] }),
  });
  await press(/^Read: /);
  await press('Not now');
  await expect(screen).toShow(words);
  expect(sent('confirmIdentity')).toEqual([]);
});

test('the search leads to a message to tonight’s guests, which is no offer and names whom no email reaches', async () => {
  const { press, sent } = openOffice('messages/day', {
    ...answers,
    previewEmail: { ...mailTo(9), withoutEmail: [{ name: 'Vera Voice', phone: '+19025550188' }] },
    startMailing: refusal('conflict'),
  });
  await expect(screen).toShow(/^They get it also without having agreed to offers/);
  await expect(screen).toShow('No email address, please call: Vera Voice (902) 555-0188');
  expect(screen.queryByRole('combobox', { name: /^Template/ })).toBeNull();
  expect(screen.queryByText(/^Only people who agreed to receive offers/)).toBeNull();
  await typeIn(/^Subject/, 'Snow');
  await typeIn(/^Message/, 'We close at eight.');
  await typeIn(/^Day/, '2026-12-24');
  await press('Send to 9');
  await waitFor(() =>
    expect(sent('startMailing')).toMatchObject([
      { templateId: 'custom', to: { day: { locationId: 'truro', date: '2026-12-24' } } },
    ]),
  );
});

test('an offer that was begun becomes a plain message when it goes to the guests of a day', async () => {
  const { press, sent } = await write({ previewEmail: mailTo(1), startMailing: refusal('conflict') });
  const template = screen.getByRole('combobox', { name: /^Template/ });
  fireEvent.change(template, { target: { value: 'promotion' } });
  await press('Guests of one day', 'radio');
  await press('Send to 1');
  await waitFor(() => expect(sent('startMailing')).toMatchObject([{ templateId: 'custom' }]));
  expect(sent('startMailing')[0]).not.toHaveProperty('templateData.offerTitle');
});
