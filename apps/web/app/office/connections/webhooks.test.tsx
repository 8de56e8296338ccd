import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal } from '../../testing/network.ts';
import { openOffice, typeIn } from '../../testing/show.tsx';
import type { WebhookDelivery, Webhook } from './connections-data.ts';

const webhook: Webhook = {
  webhookId: 'w1',
  url: 'https://books.example.com/hook',
  events: ['order.paid', 'order.refunded'],
  isActive: true,
  setUpBy: 'Anjali Rao',
  setUpAt: '2026-11-01T12:00:00.000Z',
  isValid: true,
  failingSince: null,
  switchedOff: null,
  waiting: 0,
  hours: Array.from({ length: 24 }, (_, at) => ({ delivered: at, failed: at === 23 ? 2 : 0 })),
};
const delivery: WebhookDelivery = {
  deliveryId: 'msg_1',
  type: 'order.paid',
  subject: 'order:TRU-20261127-AAAAA',
  at: '2026-11-27T12:00:00.000Z',
  state: 'pending',
  attempts: 2,
  nextAttemptAt: '2026-11-27T12:02:00.000Z',
  lastAttemptAt: '2026-11-27T12:01:30.000Z',
  answer: '500 broken',
  body: null,
};

const open = (...webhooks: Webhook[]) =>
  openOffice('connections', { getWebhooks: { webhooks }, getApiKeys: { apiKeys: [] } });

test.each<[string, Partial<Webhook>]>([
  ['All delivered', {}],
  ['3 waiting', { waiting: 3 }],
  ['Paused', { isActive: false }],
  ['Switched off: 500 broken', { isActive: false, switchedOff: '500 broken' }],
  ['Stopped: Anjali Rao is no longer an admin. Save it to go on.', { isValid: false }],
  ['Stopped: its API key has ended. Save it to go on.', { isValid: false, setUpBy: null }],
])('the state of a webhook is read as “%s”', async (words, changes) => {
  open({ ...webhook, ...changes });
  await expect(screen).toShow(words);
  await expect(screen).toShow('Payments, Refunds');
  expect(screen.getByRole('img', { name: 'In the last 24 hours: 276 delivered, 2 not' })).toBeTruthy();
});

test('an admin adds a webhook after a refused address, and sees its secret once', async () => {
  const { press, sent, answer } = open();
  await press('New webhook');
  await press('Add');
  await expect(screen).toShow('Choose at least one event');
  await typeIn(/^Address/, 'https://10.0.0.1/');
  await press('New orders', 'checkbox');
  answer({ saveWebhook: refusal('invalid-argument', 'This address is inside a private network.') });
  await press('Add');
  await expect(screen).toShow(/inside a private network/);
  answer({ saveWebhook: { webhookId: 'w1', secret: 'whsec_new' } });
  await press('Add');
  await expect(screen).toShow('whsec_new');
  expect(sent('saveWebhook').at(-1)).toEqual({ url: 'https://10.0.0.1/', events: ['order.created'], isActive: true });
  await press('Done');
  expect(screen.queryByText('whsec_new')).toBeNull();
});

test('what waits is shown with its reason and content, and sent again alone or together', async () => {
  const { press, sent, answer } = open({ ...webhook, waiting: 1 });
  answer({ getWebhookDeliveries: { deliveries: [delivery] }, resendWebhook: { resent: 1 } });
  await press('Deliveries to books.example.com');
  const dialog = within(await screen.findByRole('dialog', { name: 'Deliveries' }));
  expect(await dialog.findByText('500 broken')).toBeTruthy();
  expect(dialog.getByText(/2 attempts, the next at/)).toBeTruthy();
  await press('Send again');
  await press('Send all 1 now');
  expect(sent('resendWebhook')).toEqual([{ deliveryId: 'msg_1' }, { webhookId: 'w1' }]);
  answer({ getWebhookDeliveries: { deliveries: [{ ...delivery, body: '{"type":"order.paid"}' }] } });
  await press('What was sent');
  expect(await dialog.findByText(/"type": "order.paid"/)).toBeTruthy();
  answer({ resendWebhook: refusal('failed-precondition', 'This webhook is switched off.') });
  await press('Send again');
  await expect(screen).toShow('It could not be sent again');
});

test('the secret is replaced, and the webhook removed after a question', async () => {
  const { press, sent, answer } = open(webhook);
  answer({
    rotateWebhookSecret: { secret: 'whsec_next', previousUntil: '2026-11-28T12:00:00.000Z' },
    removeWebhook: { webhookId: 'w1' },
  });
  await press('Change books.example.com');
  await press('Replace the secret');
  await expect(screen).toShow('whsec_next');
  await press('Done');
  await press('Change books.example.com');
  await press('Remove');
  const question = within((await screen.findByText('Remove this webhook?')).closest('dialog') ?? document.body);
  question.getByRole('button', { name: 'Remove' }).click();
  await expect(screen).toShow('Webhook removed');
  expect(sent('removeWebhook')).toEqual([{ webhookId: 'w1' }]);
});
