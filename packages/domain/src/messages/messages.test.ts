import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  EMAIL_IMAGE_BYTES_MAX,
  EMAIL_TEMPLATES,
  type MailingInput,
  type ReservationConfirmation,
  SMS_TEMPLATES,
  addressesOf,
  checkMailing,
  checkOrderSms,
  checkSendRate,
  emailImageProblem,
  isEmailTemplate,
  isPushEndpoint,
  mailFormProblem,
  newOrderNotice,
  orderNotice,
  canSendSmsForOrder,
  orderTypeWord,
  fillPlaceholders,
  previewText,
  senderProblem,
  recipientsShown,
  reservationConfirmationProblem,
  smsForStatus,
} from './index.ts';

test.each([
  ['Hello {customerName}!', { customerName: 'Asha' }, 'Hello Asha!'],
  ['Hello {customerName}!', { customerName: '  ' }, 'Hello Valued Customer!'],
  ['Hello {customerName}!', {}, 'Hello Valued Customer!'],
  ['{orderType} in {estimatedTime}', { orderType: null }, 'Takeout in 30 minutes'],
  ['{a} {a} {b}', { a: 'x', b: 'y' }, 'x x y'],
  // unknown placeholders stay visible
  ['{coupon} {toString}', {}, '{coupon} {toString}'],
  // inserted values are not expanded again
  ['{customerName}', { customerName: '{secret}', secret: '1' }, '{secret}'],
  ['{customerName}', { customerName: '$& $1' }, '$& $1'],
])('%j with %j reads %j [A-MAIL-10] [A-MAIL-23] [A-MAIL-24] [A-MAIL-25]', (text, values, read) => {
  expect(fillPlaceholders(text, values)).toBe(read);
});

test.each([
  ['pickup', 'Takeout'],
  [null, 'Takeout'],
  ['delivery', 'Delivery'],
  ['dine-in', 'Dine-in'],
])('the order type %s reads %s', (type, word) => {
  expect(orderTypeWord(type)).toBe(word);
});

test('a text without placeholders does not change', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.dictionary(fc.string(), fc.string()), (text, values) => {
      const plain = text.replaceAll('{', '');
      expect(fillPlaceholders(plain, values)).toBe(plain);
    }),
  );
});

test('the mail templates [A-MAIL-01] [A-MAIL-02]', () => {
  expect(EMAIL_TEMPLATES.map((template) => template.id)).toEqual([
    'order_confirmation',
    'reservation_confirmation',
    'custom',
    'promotion',
  ]);
  for (const template of EMAIL_TEMPLATES) {
    expect(Object.keys(template)).toEqual(['id', 'name', 'subject', 'description', 'defaultMessage']);
    expect(fillPlaceholders(template.defaultMessage, {})).toContain('Hello Valued Customer');
  }
  expect([isEmailTemplate('custom'), isEmailTemplate('welcome')]).toEqual([true, false]);
});

test.each([
  [{ subject: ' ', message: '', recipients: 0 }, 'Subject is required'],
  [{ subject: 'Hi', message: ' ', recipients: 0 }, 'Message is required'],
  [{ subject: 'Hi', message: 'x'.repeat(2001), recipients: 0 }, 'Message too long. Maximum 2000 characters allowed'],
  [{ subject: 'Hi', message: 'x'.repeat(2000), recipients: 0 }, 'No users selected to email'],
  [{ subject: 'Hi', message: 'x', recipients: 1 }, null],
])('the mail form: case %# [A-MAIL-08]', (form, problem) => {
  expect(mailFormProblem(form)).toBe(problem);
});

const mailing: MailingInput = { subject: 'Hi', message: 'x', templateId: 'custom', to: ['asha@example.com'] };

test.each<[string, Partial<MailingInput>, string | null]>([
  ['all is well', {}, null],
  ['no subject', { subject: ' ' }, 'Subject is required'],
  ['200 characters', { subject: 'x'.repeat(200) }, null],
  ['201 characters', { subject: 'x'.repeat(201) }, 'Subject too long. Maximum 200 characters allowed'],
  ['no message', { message: '' }, 'Message is required'],
  ['2000 characters', { message: 'x'.repeat(2000) }, null],
  ['2001 characters', { message: 'x'.repeat(2001) }, 'Message too long. Maximum 2000 characters allowed'],
  ['an unknown template', { templateId: 'welcome' }, 'Invalid email template selected'],
  ['nobody', { to: [] }, 'At least one recipient is required'],
  ['a hundred', { to: Array.from({ length: 100 }, (_, i) => `g${i}@example.com`) }, null],
  [
    'a hundred and one',
    { to: Array.from({ length: 101 }, () => 'g@example.com') },
    'Maximum 100 recipients allowed per batch',
  ],
  ['two that are none', { to: ['asha', 'a@b.ca', 'b@'] }, 'Invalid email addresses: asha, b@'],
])('a mailing with %s', (_what, changes, reason) => {
  const answer = checkMailing({ ...mailing, ...changes });
  expect(answer.ok ? null : answer.error.message).toBe(reason);
});

test.each([
  [[], 'No users provided'],
  [[{ email: null }, { email: 'x' }, {}], 'No valid email addresses found'],
  [[{ email: ' Asha@Example.com ' }, { email: 'asha@example.com' }, {}], null],
])('mailing to %j gives %s', (users, reason) => {
  const answer = addressesOf(users);
  expect(answer.ok ? answer.value : answer.error.message).toEqual(reason ?? ['asha@example.com']);
});

test.each([
  [null, 5000, null],
  [4000, 5000, null],
  [4001, 5000, 'Rate limited. Please wait 1ms before sending again.'],
  [5000, 5000, 'Rate limited. Please wait 1000ms before sending again.'],
])('last sent at %s, now %i: %s [A-MAIL-19]', (lastSentAt, now, reason) => {
  const answer = checkSendRate(lastSentAt, now);
  expect(answer.ok ? null : answer.error.message).toBe(reason);
});

test('an image in a mail has at most 2 MB [A-MAIL-09]', () => {
  expect(EMAIL_IMAGE_BYTES_MAX).toBe(2 * 1024 * 1024);
  expect(emailImageProblem(EMAIL_IMAGE_BYTES_MAX)).toBeNull();
  expect(emailImageProblem(EMAIL_IMAGE_BYTES_MAX + 1)).toBe('Image too large for email. Maximum 2MB');
});

test('shows the first ten recipients and the first 200 characters [A-MAIL-11] [A-MAIL-12]', () => {
  const names = Array.from({ length: 13 }, (_, index) => `g${index}`);
  expect(recipientsShown(names)).toEqual({ shown: names.slice(0, 10), more: '+3 more' });
  expect(recipientsShown(names.slice(0, 10)).more).toBeNull();
  expect(previewText('x'.repeat(200))).toBe('x'.repeat(200));
  expect(previewText('x'.repeat(201))).toBe(`${'x'.repeat(200)}...`);
});

const confirmation: ReservationConfirmation = {
  customerEmail: 'asha@example.com',
  customerName: 'Asha',
  reservationDate: '2027-03-13',
  reservationTime: '18:00',
  partySize: 4,
};

test('a reservation confirmation needs all five fields [A-MAIL-20] [C-RES-05]', () => {
  expect(reservationConfirmationProblem(confirmation)).toBeNull();
  for (const field of Object.keys(confirmation)) {
    const without = Object.fromEntries(Object.entries(confirmation).filter(([name]) => name !== field));
    expect(reservationConfirmationProblem(without)).toBe('Missing required reservation data');
  }
  expect(reservationConfirmationProblem({ ...confirmation, customerName: ' ' })).not.toBeNull();
  expect(reservationConfirmationProblem({ ...confirmation, partySize: 0 })).not.toBeNull();
});

test.each([
  ['pending', null],
  ['preparing', 'order_preparing'],
  ['ready', 'order_ready'],
  ['completed', null],
  ['cancelled', null],
])('an order that becomes %s sends the text message %s automatically [A-SMS-01] [A-SMS-02]', (status, template) => {
  expect(smsForStatus(status, 'pickup')).toBe(template);
});

test('a delivery that is ready sends no text, because its guest waits for the arrival', () => {
  expect(smsForStatus('ready', 'delivery')).toBeNull();
  expect(smsForStatus('preparing', 'delivery')).toBe('order_preparing');
});

test('every text message greets by name', () => {
  for (const { message } of SMS_TEMPLATES) expect(message).toContain('{customerName}');
});

test.each([
  [null, 'Order not found'],
  [{ phone: null }, 'No phone number found for this order'],
  [{ phone: ' ' }, 'No phone number found for this order'],
  [{ phone: ' +19025550123 ' }, null],
])('a text message about the order %j gives %s [A-SMS-03] [A-SMS-04]', (order, reason) => {
  const answer = checkOrderSms(order);
  expect(answer.ok ? answer.value : answer.error.message).toBe(reason ?? '+19025550123');
});

test('a promotion needs a sender, a postal address and an unsubscribe link', () => {
  const sender = { name: 'Sizzle & Spice', postalAddress: '395 Truro Heights Road', unsubscribeUrl: '/unsubscribe/x' };
  expect(senderProblem(sender)).toBeNull();
  expect(senderProblem({ ...sender, name: ' ' })).toBe("The sender's name is missing");
  expect(senderProblem({ ...sender, postalAddress: '' })).toBe("The sender's postal address is missing");
  expect(senderProblem({ ...sender, unsubscribeUrl: '' })).toBe('The unsubscribe link is missing');
});

test.each([
  ['https://fcm.googleapis.com/fcm/send/abc:def', true],
  ['https://updates.push.services.mozilla.com/wpush/v2/gAAA', true],
  ['https://web.push.apple.com/QOX', true],
  ['http://fcm.googleapis.com/fcm/send/abc', false],
  ['https://127.0.0.1/x', false],
  ['https://2130706433/x', false],
  ['https://0x7f.1/x', false],
  ['https://[::1]/x', false],
  ['https://localhost/x', false],
  ['https://printer.local/x', false],
  ['https://metadata.google.internal/x', false],
  ['https://db.lan/x', false],
  ['https://fcm.googleapis.com:8443/x', false],
  ['https://user:secret@fcm.googleapis.com/x', false],
  ['ftp://fcm.googleapis.com/x', false],
  ['//fcm.googleapis.com/x', false],
  [`https://fcm.googleapis.com/${'a'.repeat(1000)}`, false],
  ['', false],
])('%s is accepted as a push endpoint: %s', (address, expected) => {
  expect(isPushEndpoint(address)).toBe(expected);
});

const order = { id: 'TRU-20261120-ABCDE', orderType: 'pickup' } as const;

test.each([
  ['pending', null],
  ['preparing', 'The kitchen has started.'],
  ['ready', 'It is ready to be picked up.'],
  ['completed', null],
  ['cancelled', 'It was cancelled.'],
] as const)('the notification of an order that is %s reads: %s', (status, body) => {
  expect(orderNotice({ ...order, status })?.body ?? null).toBe(body);
});

test('a notification contains a changed ready time', () => {
  expect(orderNotice({ ...order, status: 'preparing', nowAbout: '7:06 p.m.' })?.body).toBe(
    'The kitchen has started. Ready now about 7:06 p.m.',
  );
});

test('a notification links to its order, and a newer one replaces the older', () => {
  expect(orderNotice({ ...order, status: 'ready' })).toMatchObject({
    title: 'Order ABCDE',
    url: '/order-success?orderId=TRU-20261120-ABCDE',
    tag: 'order-TRU-20261120-ABCDE',
  });
  expect(newOrderNotice({ id: order.id, itemCount: 3, orderType: 'pickup', locationName: 'Truro Heights' })).toEqual({
    title: 'New order ABCDE',
    body: '3 items, pickup, Truro Heights',
    url: '/admin/dashboard#orders',
    tag: 'new-order-TRU-20261120-ABCDE',
  });
});

test.each([
  ['pending', 'pickup', ['late-10', 'order_delayed']],
  ['preparing', 'delivery', ['late-10', 'order_preparing', 'order_delayed']],
  ['ready', 'pickup', ['order_ready']],
  ['ready', 'delivery', ['late-10', 'on_its_way', 'order_delayed']],
  ['completed', 'pickup', []],
  ['cancelled', 'delivery', []],
])('an order that is %s, for %s, fits the messages %j', (status, orderType, expected) => {
  const starts = ['late-10', 'on_its_way', 'order_preparing', 'order_ready', 'order_delayed', 'payment_link'];
  expect(starts.filter((start) => canSendSmsForOrder(start, { status, orderType, due: 0 }))).toEqual(expected);
  const due = { status, orderType, due: 5 };
  expect(canSendSmsForOrder('payment_link', due)).toBe(status !== 'cancelled');
});
