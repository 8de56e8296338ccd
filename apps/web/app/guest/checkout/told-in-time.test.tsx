import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { refusal, type Answers } from '../../testing/network.ts';
import { dalDish, dalForOne, guest, truro } from '../../testing/samples.ts';
import { openPage, sendLiveEvent, typeIn } from '../../testing/show.tsx';
import * as checkoutRoute from '../../routes/guest/checkout.tsx';

const line = { id: 'dal', name: 'Dal Tadka', price: 10, quantity: 1, maxQuantity: 10, cartKey: 'dal-default' };
const zone = 'America/Halifax';
/** Friday, 20 November, 6:06 p.m. at the restaurant. */
const EVENING = '2026-11-20T22:06:00Z';
const AFTER_PAUSE = '2026-11-20T23:45:00.000Z';
const window = (from: string, to: string) => ({ readyAt: to, from, to });
const usual = window('2026-11-20T22:25:00.000Z', '2026-11-20T22:35:00.000Z');
const laterWindow = window('2026-11-20T22:55:00.000Z', '2026-11-20T23:05:00.000Z');
const opensTomorrow = '2026-11-21T15:30:00.000Z';

interface Kitchen {
  soonest: object | null;
  lastOrders?: object;
}

/** A checkout whose kitchen the test changes. */
async function checkout(at: string, kitchen: Kitchen, more: Answers = {}) {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date(at) });
  localStorage.setItem('sizzle_spice_location_carts', JSON.stringify({ truro: [line] }));
  const tomorrow = window('2026-11-21T15:45:00.000Z', '2026-11-21T15:50:00.000Z');
  const page = openPage(
    checkoutRoute,
    '/checkout?location=truro',
    {
      getPaymentOptions: { cards: false } as never,
      getWelcomeOffer: { offer: null },
      getMyAddresses: { addresses: [] },
      getLocationMenu: { locationId: 'truro', items: [dalDish], categories: [], version: 1 },
      createCustomerOrderCash: { orderId: dalForOne.id, order: dalForOne },
      getReadyTimes: ({ agreesToWait }) =>
        ({
          timeZone: zone,
          days: [{ date: '2026-11-20', times: [AFTER_PAUSE] }],
          ...kitchen,
          ...(agreesToWait ? { soonest: tomorrow } : {}),
        }) as never,
      ...more,
    },
    guest,
  );
  await expect(screen).toShow('How would you like it?');
  await typeIn(/^(Full )?Name/, 'Asha Rao');
  await typeIn(/^Email/, 'asha@example.test');
  await typeIn(/^Phone( number)?/i, '9025550101');
  return page;
}
const button = async () => (await screen.findByRole('button', { name: /^(Agree & )?Place Order/ })).textContent;
const setPace = (...pace: object[]) => {
  Object.assign(truro, { pace });
  sendLiveEvent('location.changed', { locationId: 'truro', data: {} });
};
const pauseUntil = { kind: 'pause', service: null, plus: 0, until: '2026-11-20T23:30:00.000Z' };

test('a pause during the checkout is said above the button and its time on the button, and both end with the pause', async () => {
  const { press, sent } = await checkout(EVENING, { soonest: usual });
  expect(await button()).toBe('Place Order$11.40');
  setPace(pauseUntil);
  await expect(screen).toShow('Ordering is paused, so this order is for 7:45 p.m.');
  expect(await button()).toBe('Place Order for 7:45 p.m.$11.40');
  setPace();
  await waitFor(async () => expect(await button()).toBe('Place Order$11.40'));
  expect(screen.queryByText(/Ordering is paused/)).toBeNull();
  await vi.advanceTimersByTimeAsync(1_100);
  await press(/^Place Order/);
  await waitFor(() => expect(sent('createCustomerOrderCash')).toHaveLength(1));
  expect(sent('createCustomerOrderCash')[0]).not.toHaveProperty('wantedFor', AFTER_PAUSE);
});

test('a press in the second in which a pause moves the order places nothing, and the next one orders for the new time', async () => {
  const { press, sent } = await checkout(EVENING, { soonest: usual });
  setPace(pauseUntil);
  await waitFor(async () => expect(await button()).toContain('7:45 p.m.'));
  await press(/^Place Order for/);
  expect(sent('createCustomerOrderCash')).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_100);
  await press(/^Place Order for/);
  await waitFor(() => expect(sent('createCustomerOrderCash')).toMatchObject([{ wantedFor: AFTER_PAUSE }]));
  // The next cart starts afresh.
  expect(sessionStorage.getItem('tiffin_wanted_time')).toBeNull();
});

test('a kitchen that gets busy says the later time above the button and on it', async () => {
  const kitchen: Kitchen = { soonest: usual };
  await checkout(EVENING, kitchen);
  await waitFor(async () => expect(await button()).toBe('Place Order$11.40'));
  kitchen.soonest = laterWindow;
  setPace({ kind: 'busy', service: null, plus: 30, until: '2026-11-20T23:30:00.000Z' });
  await expect(screen).toShow('We are busy: ready about 6:55–7:05 p.m.');
  expect(await button()).toBe('Place Order for 6:55–7:05 p.m.$11.40');
});

test('an order that takes longer than the page said is refused once, and the next press orders for the time it was told', async () => {
  let isTold = false;
  const { press, sent } = await checkout(
    EVENING,
    { soonest: usual },
    {
      createCustomerOrderCash: () => {
        if (isTold) return { orderId: dalForOne.id, order: dalForOne };
        isTold = true;
        return refusal('time-later', 'It takes longer now: ready about 6:55–7:05 p.m.', laterWindow);
      },
    },
  );
  await waitFor(async () => expect(await button()).toBe('Place Order$11.40'));
  await press(/^Place Order/);
  await expect(screen).toShow('It takes longer now: ready about 6:55–7:05 p.m.');
  expect(await button()).toBe('Place Order for 6:55–7:05 p.m.$11.40');
  // The second press of a double click was meant for the time before.
  await press(/^Place Order for/);
  expect(sent('createCustomerOrderCash')).toMatchObject([{ shownReadyBy: usual.to }]);
  await vi.advanceTimersByTimeAsync(1_100);
  await press(/^Place Order for/);
  await waitFor(() => expect(sent('createCustomerOrderCash')[1]).toMatchObject({ shownReadyBy: laterWindow.to }));
});

const closesAtTen = { closesAt: '2026-11-21T02:00:00.000Z' };
const untilTwentyToTen = { at: '2026-11-21T01:40:00.000Z', nextOpening: opensTomorrow };

test('20 minutes before the last orders the checkout says until when, and at that minute asks for tomorrow', async () => {
  Object.assign(truro, closesAtTen);
  const { press, sent } = await checkout('2026-11-21T01:19:00.000Z', { soonest: usual, lastOrders: untilTwentyToTen });
  expect(screen.queryByText(/^Last orders/)).toBeNull();
  await vi.advanceTimersByTimeAsync(61_000);
  await expect(screen).toShow('Last orders 9:40 p.m.');
  await vi.advanceTimersByTimeAsync(21 * 60_000);
  await expect(screen).toShow('It is too late to cook this today.');
  await expect(screen).toShow(/^It is too late to cook this today\. This order is for Saturday, 11:45–11:50 a\.m\.$/);
  await press(/^Place Order for Saturday/);
  expect(sent('createCustomerOrderCash')).toEqual([]);
  expect(document.activeElement?.getAttribute('name')).toBe('agree');
});

test('a phone whose clock is days ahead is not told that the open location has closed', async () => {
  Object.assign(truro, closesAtTen);
  localStorage.removeItem('tiffin_clock_error');
  const closed = vi.fn<() => void>();
  const watcher = new MutationObserver(() => document.body.textContent.includes('We are closed now.') && closed());
  watcher.observe(document.body, { childList: true, subtree: true });
  await checkout('2026-11-24T12:00:00.000Z', { soonest: usual });
  sendLiveEvent('hello', { at: EVENING });
  await expect(screen).toShow(/ready about/);
  await vi.advanceTimersByTimeAsync(3_000);
  watcher.disconnect();
  expect(closed).not.toHaveBeenCalled();
});

test('an open checkout notices that the location closes', async () => {
  Object.assign(truro, closesAtTen);
  await checkout('2026-11-21T01:59:30.000Z', { soonest: usual });
  Object.assign(truro, { isOpen: false, closesAt: undefined, nextOpening: opensTomorrow });
  await vi.advanceTimersByTimeAsync(61_000);
  await expect(screen).toShow('We are closed now.');
  await expect(screen).toShow(/We open Saturday,? 11:30 a\.m\./);
});

test('a refusal because of closing says that nothing was ordered, and the box to agree has the focus', async () => {
  const message =
    'It is too late to cook this before we close, so nothing was ordered. We open tomorrow at 11:30 a.m., and you can order for then.';
  let isTold = false;
  const { press, sent } = await checkout(
    EVENING,
    { soonest: usual },
    {
      createCustomerOrderCash: () => {
        if (isTold) return { orderId: dalForOne.id, order: dalForOne };
        isTold = true;
        return refusal('location-closed', message, { nextOpening: opensTomorrow });
      },
    },
  );
  await press(/^Place Order/);
  await expect(screen).toShow(message);
  const box = screen.getByRole('checkbox', { name: 'Yes, please prepare it when you open' });
  await waitFor(() => expect(document.activeElement).toBe(box));
  await press('Yes, please prepare it when you open', 'checkbox');
  await press(/^Place Order for Saturday/);
  await waitFor(() => expect(sent('createCustomerOrderCash')).toHaveLength(2));
  expect(sent('createCustomerOrderCash')[1]).toMatchObject({ agreesToWait: true });
});
