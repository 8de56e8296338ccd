import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { syncServerClock } from '../../shared/live/server-clock.ts';
import { refusal, type Answers } from '../../testing/network.ts';
import { dalForOne, staff } from '../../testing/samples.ts';
import { openOffice, sendLiveEvent, typeIn } from '../../testing/show.tsx';
import type { Trip } from './trips.ts';

const order: Trip['order'] = {
  ...dalForOne,
  status: 'ready',
  orderType: 'delivery',
  paymentStatus: 'unpaid',
  due: 11.4,
  deliveryInfo: { address: '22 Willow Street, Truro', instructions: 'Side door', postalCode: 'B2N 4Z1' },
};
const me = { driverId: staff.uid, name: staff.displayName ?? '' };
const at = (
  state: NonNullable<NonNullable<Trip['order']['deliveryInfo']>['courier']>['state'],
  more: Partial<Trip['order']> = {},
): Trip => ({
  order: {
    ...order,
    ...more,
    deliveryInfo: {
      address: '22 Willow Street, Truro',
      instructions: 'Side door',
      courier: { state, at: '2026-11-20T22:30:00.000Z' },
    },
  },
  driver: me,
});

function open(trips: readonly Trip[], more: Answers = {}, who = staff) {
  return openOffice(
    'deliveries',
    {
      getDeliveries: { deliveries: [...trips], cash: [] },
      stepDelivery: { orderId: order.orderId, order },
      ...more,
    },
    who,
  );
}

test('a card no longer promises a time that has passed', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T23:30:00Z') });
  open([{ order: { ...order, status: 'preparing' }, driver: null }]);
  await expect(screen).toShow(/, Was planned for \d/);
  expect(screen.queryByText(/Arriving about/)).toBeNull();
});

test('a driver takes an order and sees the address, the instructions and the amount to collect', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T22:00:00Z') });
  const cooking = { ...order, id: 'b', orderId: 'TRU-20261120-BBBBB', status: 'preparing' as const };
  const { user, sent } = open([
    { order, driver: null },
    { order: cooking, driver: null },
  ]);
  await expect(screen).toShow('22 Willow Street, Truro, B2N 4Z1');
  // The driver sees which one the kitchen has finished.
  expect(screen.getAllByText(/, Ready to leave$/)).toHaveLength(1);
  expect(screen.getAllByText(/, Arriving about \d/)).toHaveLength(1);
  await expect(screen).toShow('Side door');
  await expect(screen).toShow('Collect $11.40');
  const card = within(screen.getByRole('article', { name: 'AAAAA' }));
  await user.click(card.getByRole('button', { name: 'Take this delivery' }));
  await waitFor(() => expect(sent('stepDelivery')).toMatchObject([{ orderId: order.orderId, step: 'taken' }]));
});

test('a step uses the server’s clock, not the phone’s', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-19T09:00:00Z') });
  const { press, sent } = open([{ order, driver: null }]);
  await expect(screen).toShow('Side door');
  syncServerClock('2026-11-20T22:40:30.000Z');
  await press('Take this delivery');
  await waitFor(() =>
    expect(sent('stepDelivery')).toMatchObject([{ doneAt: expect.stringContaining('2026-11-20T22:40') }]),
  );
});

test('an order cannot leave before the kitchen has finished it, and the page says so', async () => {
  const { press, sent } = open([at('taken', { status: 'preparing' })]);
  await expect(screen).toShow(/Taken by you$/);
  await expect(screen).toShow('It leaves once the kitchen has finished.');
  await press('On my way');
  expect(sent('stepDelivery')).toEqual([]);
});

test('marking an order as delivered also records the collected cash', async () => {
  const { press, sent } = open([at('at-door', { status: 'completed' })]);
  await press('Delivered, collected $11.40');
  await waitFor(() =>
    expect(sent('stepDelivery')).toMatchObject([{ step: 'delivered', paidInCash: true, collected: 11.4 }]),
  );
});

test('an undelivered order is returned with a reason', async () => {
  const { press, sent } = open([at('on-the-way', { status: 'completed', due: 0 })]);
  await press('Could not deliver');
  await press('The address could not be found', 'radio');
  await press('Could not deliver');
  await waitFor(() =>
    expect(sent('stepDelivery')).toMatchObject([{ step: 'failed', note: 'The address could not be found' }]),
  );
});

test('a manager takes a delivery back from another driver', async () => {
  const kims = { ...at('at-door', { status: 'completed' }), driver: { driverId: 'kim', name: 'Kim' } };
  const { press, sent } = open([kims], {}, { ...staff, role: 'manager', locationIds: [kims.order.locationInfo.id] });
  await press('Back to the list');
  await waitFor(() => expect(sent('stepDelivery')).toMatchObject([{ step: 'waiting' }]));
});

test('other staff only see who the driver is', async () => {
  open([{ ...at('at-door', { status: 'completed' }), driver: { driverId: 'kim', name: 'Kim' } }]);
  await expect(screen).toShow('With other drivers');
  expect(screen.queryByRole('button', { name: 'Back to the list' })).toBeNull();
});

test('a refused step shows the reason', async () => {
  const { press } = open([{ order, driver: null }], {
    stepDelivery: refusal('conflict', 'Kim is delivering this order.'),
  });
  await press('Take this delivery');
  await expect(screen).toShow('Kim is delivering this order.');
});

test('a driver’s own cash must be received by someone else, and the page says so', async () => {
  const own = {
    locationId: 'truro',
    driverId: staff.uid,
    name: 'Sam',
    carries: 11.4,
    collected: [{ orderId: 'TRU-20261120-AAAAA', amount: 11.4, at: '2026-11-20T22:30:00.000Z' }],
    toSomebodyElse: true as const,
  };
  open([], { getDeliveries: { deliveries: [], cash: [own] } });
  await expect(screen).toShow('Sam carries $11.40');
  await expect(screen).toShow(
    'Give the cash to a colleague. They count it with you and confirm it on the Deliveries page under their own name.',
  );
  expect(screen.queryByRole('button', { name: /^Hand in/ })).toBeNull();
});

test('lists a driver’s cash with its sum, and hands it in after a confirmation', async () => {
  const cash = [
    {
      locationId: 'truro',
      driverId: 'kim',
      name: 'Kim',
      carries: 60.3,
      collected: [
        { orderId: 'TRU-20261120-AAAAA', amount: 48.9, at: '2026-11-20T22:30:00.000Z' },
        { orderId: 'TRU-20261120-BBBBB', amount: 11.4, at: '2026-11-20T22:40:00.000Z' },
      ],
    },
  ];
  const { press, sent } = open([], { getDeliveries: { deliveries: [], cash }, handInCash: { handedIn: 60.3 } });
  await expect(screen).toShow('Kim carries $60.30');
  await press('Hand in $60.30');
  await expect(screen).toShow('Kim hands in $60.30?');
  expect(sent('handInCash')).toEqual([]);
  await press('Hand in');
  const handIn = { locationId: 'truro', driverId: 'kim', amount: 60.3 };
  await waitFor(() => expect(sent('handInCash')).toEqual([{ ...handIn, counted: 60.3, reason: '' }]));
  await waitFor(() => expect(screen.queryByText('Kim hands in $60.30?')).toBeNull());

  // What is short needs a reason.
  await press('Hand in $60.30');
  await typeIn(/^Counted/, '58.30');
  await expect(screen).toShow('$2.00 short');
  await press('Hand in');
  await expect(screen).toShow('Please say why the cash differs.');
  expect(sent('handInCash')).toHaveLength(1);
  await typeIn(/^Why does it differ/, 'Gave too much change');
  await press('Hand in');
  await waitFor(() =>
    expect(sent('handInCash').at(-1)).toEqual({ ...handIn, counted: 58.3, reason: 'Gave too much change' }),
  );
});

test('the driver sees that a paid order may be left at the door', async () => {
  const deliveryInfo = { address: '22 Willow Street, Truro', instructions: 'Side door', leaveAtDoor: true };
  open([{ order: { ...order, due: 0, paymentStatus: 'paid', deliveryInfo }, driver: null }]);
  await expect(screen).toShow('Leave at the door');
});

const colleagues = [
  { driverId: staff.uid, name: staff.displayName ?? '', locationIds: [order.locationInfo.id] },
  { driverId: 'kim', name: 'Kim Chen', locationIds: [order.locationInfo.id] },
  { driverId: 'lee', name: 'Lee Elsewhere', locationIds: ['another'] },
  { driverId: 'ann', name: 'Ann Everywhere', locationIds: null },
];

test('a driver hands a delivery over to a colleague of this location, and sees when that failed', async () => {
  const trips = [at('on-the-way', { status: 'completed' })];
  const { press, sent, answer } = open(trips, {
    getDeliveries: { deliveries: trips, cash: [], colleagues },
    handOverDelivery: refusal('conflict', 'Kim Chen is delivering this order.'),
  });
  await press('Give it to a colleague');
  expect((await screen.findAllByRole('radio')).map((radio) => radio.closest('label')?.textContent)).toEqual([
    'Kim Chen',
    'Ann Everywhere',
  ]);
  await press('Hand over');
  await expect(screen).toShow('Kim Chen is delivering this order.');
  answer({ handOverDelivery: { orderId: order.orderId, order } });
  await press('Give it to a colleague');
  await press('Hand over');
  await expect(screen).toShow('Kim Chen delivers it now');
  expect(sent('handOverDelivery').at(-1)).toEqual({ orderId: order.orderId, driverId: 'kim' });
});

test('nobody else at the location: the dialog says so', async () => {
  const { press, sent } = open([at('taken')]);
  await press('Give it to a colleague');
  await expect(screen).toShow('Nobody else works at this location.');
  await press('Hand over');
  expect(sent('handOverDelivery')).toEqual([]);
});

test('a failed delivery is brought back, and the page says what happens with the money', async () => {
  const { press, sent, answer } = open([at('failed', { status: 'completed', due: 0, paymentStatus: 'paid' })]);
  await press('Back at the restaurant');
  expect(sent('stepDelivery')).toMatchObject([{ step: 'returned' }]);
  answer({
    getDeliveries: {
      deliveries: [at('returned', { status: 'completed', due: 0, paymentStatus: 'paid' })],
      cash: [],
    },
  });
  sendLiveEvent('order.updated', {});
  await expect(screen).toShow(/^The guest paid \$.*Refund it, or deliver the order again\.$/);
  await press('Deliver it again');
  expect(sent('stepDelivery').at(-1)).toMatchObject({ step: 'waiting' });
});
