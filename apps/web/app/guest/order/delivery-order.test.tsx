import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import * as route from '../../routes/guest/order-success.tsx';
import { refusal, type Answers } from '../../testing/network.ts';
import { dalForOne, guest } from '../../testing/samples.ts';
import { openPage, sendLiveEvent } from '../../testing/show.tsx';

// Before the promise of the orders.
beforeEach(() => void vi.setSystemTime('2026-11-18T22:00:00Z'));

const order = { ...dalForOne, customerInfo: { ...dalForOne.customerInfo, firebaseId: guest.uid } };
const shown = (change: Partial<typeof order>, more: Answers = {}) =>
  openPage(
    route,
    `/order-success?orderId=${order.orderId}`,
    { getCustomerOrderDetails: { orderId: order.orderId, order: { ...order, ...change } }, ...more },
    guest,
  );

test.each([
  ['on-the-way', 'On Its Way', 'Your driver is on the way.'],
  ['at-door', 'At Your Door', 'Your driver is at the door.'],
  ['delivered', 'Delivered', 'Thank you for ordering with us.'],
  ['failed', 'We Could Not Deliver It', 'Please call us.'],
] as const)('a delivery that is %s has the title %s and the next step: %s', async (state, title, next) => {
  shown({
    orderType: 'delivery',
    status: 'completed',
    deliveryInfo: { address: '22 Willow Street', instructions: '', courier: { state, at: '2026-11-20T22:40:00.000Z' } },
  });
  await expect(screen).toShow(next);
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(title);
});

const calls = () => screen.queryAllByRole('link', { name: /^Call us/ }).map((link) => link.getAttribute('href'));

test.each([
  ['on-the-way', 'tel:+19025550123'],
  ['delivered', undefined],
] as const)('a delivery that is %s has a link to call the restaurant: %s', async (state, number) => {
  const courier = { state, at: '2026-11-20T22:40:00.000Z' } as const;
  shown({ ...delivered, status: 'completed', deliveryInfo: { ...willow, courier } });
  await screen.findByRole('list', { name: 'Order status' });
  expect(calls()).toEqual(number === undefined ? [] : [number]);
});

test.each([
  ['paid', 0, true],
  ['to be paid there', 5, false],
] as const)('left at the door, %s: the guest reads that it will be: %s', async (_how, due, isShown) => {
  shown({ ...delivered, due, deliveryInfo: { ...willow, leaveAtDoor: true } });
  await screen.findByRole('list', { name: 'Order status' });
  expect(screen.queryByText('Leave at the door') !== null).toBe(isShown);
});

test.each([
  ['on-the-way', 'On its way', 2, 'Arriving about Nov 20', '6:30–6:40'],
  ['at-door', 'At the door', 2, 'At the door Nov 20', '6:40'],
  ['delivered', 'Delivered', 3, 'Delivered Nov 20', '6:40'],
  ['failed', 'Could not be delivered', 2, 'Could not be delivered Nov 20', '6:40'],
] as const)(
  'a delivery that is %s has reached the step “%s” (%i of Received, Prepared, On its way, Delivered); the large time reads %s %s',
  async (state, step, reached, label, time) => {
    const courier = { state, at: '2026-11-20T22:40:00.000Z' } as const;
    shown({ ...delivered, status: 'completed', deliveryInfo: { ...willow, wayMinutes: 10, courier } });
    const track = within(await screen.findByRole('list', { name: 'Order status' })).getAllByRole('listitem');
    expect(track).toHaveLength(4);
    expect(track.map((each) => each.getAttribute('aria-current')).indexOf('step')).toBe(reached === 3 ? -1 : reached);
    expect(track[reached]?.textContent).toBe(`${step}6:40 p.m.`);
    const element = screen.getByText(label);
    expect(element.nextElementSibling?.textContent).toBe(`${time}p.m. AST`);
  },
);

const promised = { from: '2026-11-20T22:30:00.000Z', to: '2026-11-20T22:40:00.000Z' };
const delivered = { orderType: 'delivery', estimatedReady: promised.to, promised } as const;
const willow = { address: '22 Willow Street', instructions: '', zone: 'Truro' };

test.each([
  ['that was received', { status: 'pending' }],
  ['in the kitchen', { status: 'preparing' }],
  ['that is ready to leave', { status: 'ready', readyTime: '2026-11-20T22:25:00.000Z' }],
] as const)('a delivery %s shows when it arrives', async (_which, change) => {
  shown({ ...delivered, ...change, deliveryInfo: { ...willow, wayMinutes: 10 } });
  const element = await screen.findByText(/^Arriving about/);
  expect(element.textContent).toBe('Arriving about Nov 20');
  expect(element.nextElementSibling?.textContent).toBe('6:30–6:40p.m. AST');
});

test('a delivery is followed live: prepared, taken by a driver, on its way, delivered', async () => {
  shown({ ...delivered, status: 'ready', readyTime: '2026-11-20T22:25:00.000Z', deliveryInfo: willow });
  const texts = async () =>
    within(await screen.findByRole('list', { name: 'Order status' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  expect(await texts()).toEqual(['Received6:00 p.m.', 'Prepared6:25 p.m.', 'On its way', 'Delivered']);
  const step = (version: number, status: 'ready' | 'completed', state: string, minute: string) => {
    const at = `2026-11-20T22:${minute}:00.000Z`;
    const left = { state: 'on-the-way', at: '2026-11-20T22:30:00.000Z' };
    const courier = {
      state,
      at,
      steps: state === 'delivered' ? [left, { state, at }] : status === 'ready' ? [] : [left],
    };
    const deliveryInfo = { ...willow, courier };
    const live = { ...order, ...delivered, status, readyTime: '2026-11-20T22:25:00.000Z', deliveryInfo, version };
    act(() => sendLiveEvent('order.updated', { order: live }));
  };
  step(2, 'ready', 'taken', '27');
  await waitFor(async () => expect((await texts())[2]).toBe('On its wayTaken by a driver'));
  step(3, 'completed', 'on-the-way', '30');
  await waitFor(async () => expect((await texts())[2]).toBe('On its way6:30 p.m.'));
  step(4, 'completed', 'delivered', '41');
  await waitFor(async () => expect((await texts()).slice(2)).toEqual(['On its way6:30 p.m.', 'Delivered6:41 p.m.']));
});

const outside = { curbside: { vehicle: 'Blue Honda', hereAt: null } };

test('curbside: one press reports the guest’s arrival; an order that is not ready is not announced as coming out', async () => {
  const here = { ...order, curbside: { vehicle: 'Blue Honda', hereAt: '2026-11-20T22:20:00.000Z' } };
  const { press, sent } = shown(outside, { reportArrival: { orderId: order.orderId, order: here } });
  await press('I’m here');
  await expect(screen).toShow('We know that you are here.');
  await expect(screen).toShow(
    'We bring it out as soon as it is ready. You told us at 6:20 p.m., and we are looking for: Blue Honda',
  );
  expect(screen.queryByText('We are coming out.')).toBeNull();
  await waitFor(() => expect(sent('reportArrival')).toHaveLength(1));
});

test('curbside: a ready order is announced as coming out, with the car to look for', async () => {
  shown({ status: 'ready', curbside: { vehicle: 'Blue Honda', hereAt: '2026-11-20T22:20:00.000Z' } });
  await expect(screen).toShow('We are coming out.');
  await expect(screen).toShow('You told us at 6:20 p.m., and we are looking for: Blue Honda');
});

test('shows the phone number when the arrival cannot be reported', async () => {
  const { press } = shown(outside, { reportArrival: refusal('conflict') });
  await press('I’m here');
  await expect(screen).toShow(/^Please call us instead:/);
  expect(screen.getByRole('button', { name: 'I’m here' })).toBeTruthy();
});
