import { expect, test } from 'vitest';
import { actionsPrintedWith, auditSentence, groupKitchenSteps } from './audit-sentence.ts';

const message = (action: string, more: Partial<Parameters<typeof auditSentence>[0]> = {}) => {
  const entry = {
    action,
    subjectKind: 'order',
    subjectName: null,
    subjectId: 'TRU-20261120-7K3QX',
    before: null,
    after: null,
    ...more,
  };
  const { start, name, end } = auditSentence(entry);
  return `Leah ${[start, name, end].filter(Boolean).join(' ')}`;
};
const UUID = '8a92a383-5b5e-4f27-9a33-0d3f7e0c1f55';

test('a search finds the actions by what the log prints and by what people call them', () => {
  expect(actionsPrintedWith('Cancelled')).toEqual(expect.arrayContaining(['cancel-order', 'cancel-reservation']));
  expect(actionsPrintedWith('refunded')).toEqual(expect.arrayContaining(['refund-order', 'refund-lost-payment']));
  expect(actionsPrintedWith('void')).toEqual(expect.arrayContaining(['cancel-order', 'change-order', 'allow-void']));
  expect(actionsPrintedWith('refunded')).not.toContain('cancel-order');
  expect([actionsPrintedWith(''), actionsPrintedWith('re')]).toEqual([[], []]);
});

const dish = { subjectKind: 'menu-item', subjectName: 'Dal Tadka' };
const booked = { subjectKind: 'reservation', subjectId: 'RES-TRU-20261120-KQWX' };

test.each([
  [
    message('correct-hours', { subjectKind: 'work', subjectName: 'Arjun Patel' }),
    'Leah corrected the hours of work of Arjun Patel',
  ],
  [message('move-order', { after: { status: 'ready' } }), 'Leah moved order 7K3QX to Ready'],
  [message('strike-item', { after: { line: 1, done: true } }), 'Leah removed a line of order 7K3QX'],
  [message('text-guest'), 'Leah texted the guest of order 7K3QX'],
  [message('add-payment'), 'Leah took a payment of order 7K3QX'],
  [message('mail-guest'), 'Leah emailed the guest of order 7K3QX'],
  [message('change-order'), 'Leah changed order 7K3QX'],
  [message('give-pin', { subjectKind: 'user', subjectName: 'Arjun' }), 'Leah gave a PIN to Arjun'],
  [message('refund-order', { after: { amount: 7.92, reason: 'cold' } }), 'Leah refunded order 7K3QX ($7.92, cold)'],
  [
    message('refund-lost-payment', { subjectKind: 'payment', subjectId: 'pay_1', subjectName: '26.99' }),
    'Leah refunded a payment of $26.99 whose order was lost',
  ],
  [message('adjust-bill'), 'Leah changed the discounts of order 7K3QX'],
  [message('create-order'), 'Leah took order 7K3QX at the till'],
  [message('hide-menu-item', dish), 'Leah took Dal Tadka off the menu'],
  [message('mark-sold-out', dish), 'Leah marked Dal Tadka as sold out'],
  [message('put-back-on-sale', dish), 'Leah put Dal Tadka back on sale'],
  [message('update-menu-item', dish), 'Leah changed the menu item Dal Tadka'],
  [message('create-api-key', { subjectKind: 'api-key', subjectName: 'Website' }), 'Leah created the API key Website'],
  [message('update-settings', { subjectKind: 'settings', subjectId: 'house' }), 'Leah changed the settings'],
  [
    message('add-menu-item', { ...dish, subjectName: null, after: { name: 'Nimbu Pani' } }),
    'Leah added the menu item Nimbu Pani',
  ],
  [
    message('delete-daypart', { subjectKind: 'daypart', subjectId: 'd1', before: { name: 'Lunch' } }),
    'Leah deleted the daypart Lunch',
  ],
  [
    message('update-reservation-status', { ...booked, after: { status: 'seated', tableNumber: '7' } }),
    'Leah changed reservation RES-TRU-20261120-KQWX to Seated, table 7',
  ],
  [
    message('update-reservation-status', { ...booked, after: { status: 'no-show', tableNumber: null } }),
    'Leah changed reservation RES-TRU-20261120-KQWX to No-show',
  ],
  [message('add-reader', { subjectKind: 'reader', subjectName: 'Counter 1' }), 'Leah added the card reader Counter 1'],
  [message('cancel-reservation', booked), 'Leah cancelled reservation RES-TRU-20261120-KQWX'],
  [
    message('correct-hours', { subjectKind: 'work', subjectId: UUID, subjectName: 'Meera' }),
    'Leah corrected the hours of work of Meera',
  ],
  [
    message('close-drawer', { subjectKind: 'drawer', subjectName: 'Bar' }),
    'Leah counted and closed the cash drawer Bar',
  ],
  [
    message('sell-gift-card', {
      subjectKind: 'payment',
      subjectName: '500.00',
      after: { giftCard: '•••• 1234', tender: 'cash', amountCents: 50_000 },
    }),
    'Leah sold gift card •••• 1234 for $500.00',
  ],
  // Of a version that did not name the card.
  [message('sell-gift-card', { subjectKind: 'payment', subjectName: '500.00' }), 'Leah sold gift card $500.00'],
  [
    message('block-gift-card', {
      subjectKind: 'payment',
      subjectName: '500.00',
      after: { giftCard: '•••• 1234', reason: 'Lost' },
    }),
    'Leah blocked gift card •••• 1234',
  ],
  [message('update-webhook', { subjectKind: 'webhook', subjectId: UUID }), 'Leah changed the webhook (deleted)'],
  // An action of a newer server.
  [message('juggle-oranges'), 'Leah juggle oranges 7K3QX'],
])('%s', (sentence, expected) => {
  expect(sentence).toBe(expected);
});

test('folds consecutive kitchen steps and leaves other entries separate', () => {
  const actions = ['move-order', 'strike-item', 'text-guest', 'move-order', 'update-user', 'update-user'];
  const groups = groupKitchenSteps(actions.map((action) => ({ action })));
  expect(groups.map((group) => group.length)).toEqual([2, 1, 1, 1, 1]);
});
