import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startServer } from '@tiffin/server/testing/server-process';
import { clientOf } from '../api-client.ts';
import { EVENING, expect, placeOrder, signIn, SIZES, test } from './fixtures.ts';

const STAFF = 'staff.glasgow@demo.test';
/** Guests of other journeys do not order here. */
const LOCATION = 'new-glasgow';

async function statusOf(url: string, orderId: string): Promise<string> {
  const api = await clientOf(url, STAFF);
  return (await api.call('getOrderDetails', { query: { orderId } })).order.status;
}

test('staff see a new order on the board, accept it and complete it', async ({ desktop, evening: { url } }) => {
  await signIn(desktop, STAFF);
  await desktop.open('/admin/dashboard#orders');
  await desktop.expectText('Live');
  const { orderId } = await placeOrder(url, LOCATION);
  await desktop.expectText('New order');
  await desktop.expectText(orderId.slice(-5));
  await desktop.clickUntilGone('button', 'Accept Order & Start Preparing');
  await desktop.clickUntilGone('button', 'Mark as Ready');
  await desktop.clickUntilGone('button', 'Mark as Completed');
  await desktop.click('button', 'Complete anyway');
  await expect.poll(() => statusOf(url, orderId)).toBe('completed');
});

test('a cook crosses off the dishes of an order on the kitchen screen', async ({ desktop, evening: { url } }) => {
  const { orderId } = await placeOrder(url, LOCATION);
  await signIn(desktop, STAFF);
  await desktop.open('/admin/dashboard#orders');
  await desktop.clickUntilGone('button', 'Accept Order & Start Preparing');
  await desktop.click('button', 'Kitchen');
  await desktop.click('button', 'Mark as Ready');
  await expect.poll(() => statusOf(url, orderId)).toBe('ready');
});

test('staff take an order at the till and give change', async ({ desktop }) => {
  await signIn(desktop, STAFF);
  await desktop.open('/admin/dashboard#create-order');
  await desktop.click('button', /^Mango Lassi/);
  await desktop.fill('Name', 'Wren Walker');
  await desktop.click('button', /^Take .* in cash/);
  await desktop.expectText(/Confirm cash payment of \$\d/);
  await desktop.click('button', 'Cash received, create order');
  await desktop.expectText(/Order \w{5} created/);
});

test('a waiter seats a party, sends a round and takes the bill in two parts', async ({ desktop, evening: { url } }) => {
  const admin = await clientOf(url, 'admin@demo.test');
  const query = { locationId: LOCATION };
  const { version } = await admin.call('getFloor', { query });
  const box = { x: 40, y: 40, width: 240, height: 160, shape: 'rectangle' as const };
  const tables = [{ name: '1', area: 'Room', seats: 4, ...box }];
  await admin.call('saveFloor', { body: { ...query, version, areas: [{ name: 'Room' }], tables } });
  // Orders of other journeys would ring over the floor.
  const { orders } = await admin.call('getLocationOrders', { query: { ...query, status: 'pending' } });
  for (const { orderId } of orders) await admin.call('updateOrderStatus', { body: { orderId, status: 'preparing' } });
  await signIn(desktop, STAFF);
  await desktop.open('/admin/dashboard#floor');
  await desktop.click('button', /^Table 1/);
  await desktop.click('button', 'Seat 2 guests at table 1');
  await desktop.click('link', 'Add dishes');
  await desktop.click('button', /^Mango Lassi/);
  await desktop.click('button', 'Send 1 to the kitchen');
  await desktop.expectText('Table 1: the round was sent');
  const { tables: seated } = await admin.call('getFloor', { query });
  await desktop.open(`/admin/dashboard#floor?table=${seated[0]?.tableId}`);
  await desktop.click('button', 'Split or pay');
  await desktop.click('button', 'In parts');
  await desktop.click('button', '2');
  await desktop.click('button', /^Part 2/);
  await desktop.click('button', /^Take \$3/);
  await desktop.expectText(/Part 2\s*Paid/);
  await desktop.click('button', /^Take \$3/);
  await desktop.expectText('All paid');
});

test('an owner reads the orders of the day in the report', async ({ desktop, evening: { url } }) => {
  await placeOrder(url, LOCATION);
  await signIn(desktop, 'admin@demo.test');
  await desktop.open('/admin/dashboard#report');
  await desktop.expectText(/Orders [1-9]/);
});

test('an owner changes the tagline in the settings', async ({ desktop }) => {
  await signIn(desktop, 'admin@demo.test');
  await desktop.open('/admin/dashboard#settings');
  await desktop.fill('Tagline', 'Open late on Fridays');
  await desktop.click('button', 'Save changes');
  await desktop.expectText('Settings saved');
});

test('a step made while the server is away is sent when it is back', async ({ openPage }) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'tiffin-away-'));
  let server = await startServer({ env: EVENING, dataDir: folder });
  const { url, port } = server;
  const desktop = await openPage(url, SIZES.desktop);
  try {
    const { orderId } = await placeOrder(url, LOCATION);
    await signIn(desktop, STAFF);
    await desktop.open('/admin/dashboard#orders');
    await desktop.clickUntilGone('button', 'Snooze for a minute');
    await server.stop();
    await desktop.click('button', 'Start Preparing');
    await desktop.expectText('1 change waits');
    server = await startServer({ env: EVENING, dataDir: folder, port });
    await desktop.expectText('1 change sent');
    await expect.poll(() => statusOf(url, orderId)).toBe('preparing');
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
