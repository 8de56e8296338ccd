import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import * as route from '../../routes/office/pickup-screen.tsx';
import { refusal, type Answers } from '../../testing/network.ts';
import { openPage, sendLiveEvent, typeIn } from '../../testing/show.tsx';
import type { ShownScreen } from './use-pickup-orders.ts';

const KEY = 'TV-93KD-7R2W-4HXN';
const unreachable = refusal('conflict');
const serverTime = '2026-11-20T22:42:00.000Z';
const shown: ShownScreen = {
  name: 'Counter TV',
  locationName: 'Truro Heights',
  timeZone: 'America/Halifax',
  preparing: [
    { code: 'V6C4N', initial: 'M', minutes: 5 },
    { code: 'R2J9K', initial: null, minutes: null },
  ],
  ready: [
    { code: 'W3Y6H', initial: 'L', readyAt: '2026-11-20T22:41:30.000Z' },
    { code: 'D7M3Q', initial: 'R', readyAt: '2026-11-20T22:36:00.000Z' },
  ],
  serverTime,
};
const many = (count: number): ShownScreen['preparing'] =>
  Array.from({ length: count }, (_, n) => ({ code: `AAA${10 + n}`, initial: null, minutes: 5 }));

function opened(answers: Answers = {}, at = `/pickup-screen#${KEY}`) {
  return openPage(route, at, { getPickupOrders: { screen: shown }, ...answers });
}
const column = async (name: string) => within(await screen.findByRole('region', { name }));

test('shows what is being prepared and what is ready, and announces the newest', async () => {
  opened();
  const preparing = await column('Being prepared');
  await expect(preparing).toShow('V6C4N');
  await expect(preparing).toShow('M.');
  await expect(preparing).toShow('about 5 min');
  await expect(preparing).toShow('any minute');
  const ready = await column('Ready');
  expect(ready.getAllByRole('listitem').map((row) => row.textContent)).toEqual(['W3Y6HL.Just ready', 'D7M3QR.']);
  await expect(ready).toShow('W3Y6H is ready');
});

test('the link stores the key and does not leave it in the address', async () => {
  const headers: (string | null)[] = [];
  const { fetch } = opened();
  vi.stubGlobal('fetch', (input: Request) => {
    headers.push(input.headers.get('x-api-key'));
    return fetch(input);
  });
  await expect(screen).toShow('V6C4N');
  expect(location.hash).toBe('');
  sendLiveEvent('order.updated', { locationId: 'truro' });
  await waitFor(() => expect(headers).toEqual([KEY]));
  expect(localStorage.getItem('tiffin_screen_key')).toBe(KEY);
});

test('without a key the television asks for one, and says what a key looks like', async () => {
  const { press } = opened({}, '/pickup-screen');
  await typeIn(/Key of this screen/, '1234');
  await press('Connect');
  await expect(screen).toShow('A key has the letters TV and 12 more characters.');
  await typeIn(/Key of this screen/, 'tv 93kd 7r2w 4hxn');
  await press('Connect');
  await expect(screen).toShow('V6C4N');
});

test('an ended key leads back to the question, with the next step', async () => {
  opened({ getPickupOrders: refusal('unauthenticated') });
  await expect(screen).toShow(/^This key does not work any more\. Set up the screen again in the office/);
  expect(localStorage.getItem('tiffin_screen_key')).toBeNull();
});

test('an event loads the orders again, and an order that went back to the kitchen moves back', async () => {
  const { answer } = opened();
  await expect(await column('Ready')).toShow('D7M3Q');
  answer({
    getPickupOrders: {
      screen: {
        ...shown,
        preparing: [...shown.preparing, { code: 'D7M3Q', initial: 'R', minutes: 5 }],
        ready: shown.ready.slice(0, 1),
        serverTime: '2026-11-20T22:42:05.000Z',
      },
    },
  });
  sendLiveEvent('order.updated', { locationId: 'truro' });
  await expect(await column('Being prepared')).toShow('D7M3Q');
  expect((await column('Ready')).queryByText('D7M3Q')).toBeNull();
});

test('without a connection it says so with the time it shows, keeps the orders, and recovers', async () => {
  const { answer } = opened();
  await expect(screen).toShow('V6C4N');
  answer({ getPickupOrders: unreachable });
  sendLiveEvent('order.updated', { locationId: 'truro' });
  await expect(screen).toShow('This screen has lost the connection.');
  await expect(screen).toShow(/It shows how it was at 6:42/);
  await expect(screen).toShow('V6C4N');
  answer({ getPickupOrders: { screen: { ...shown, serverTime: '2026-11-20T22:43:00.000Z' } } });
  dispatchEvent(new Event('online'));
  await waitFor(() => expect(screen.queryByText(/lost the connection/)).toBeNull());
});

test('a television that starts without a connection says that it connects as soon as it can', async () => {
  opened({ getPickupOrders: unreachable });
  await expect(screen).toShow(/It connects as soon as it can\./);
});

test('more orders than fit have pages', async () => {
  opened({ getPickupOrders: { screen: { ...shown, preparing: many(8) } } });
  const preparing = await column('Being prepared');
  await expect(preparing).toShow('1 of 2');
  expect(preparing.getAllByRole('listitem')).toHaveLength(6);
});

test('says when nothing is being prepared and nothing is ready', async () => {
  opened({ getPickupOrders: { screen: { ...shown, preparing: [], ready: [] } } });
  await expect(screen).toShow('Nothing on the stove.');
  await expect(screen).toShow('Order at the counter, or on your phone.');
});
