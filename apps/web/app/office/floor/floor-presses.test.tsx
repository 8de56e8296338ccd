import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal, type Answers } from '../../testing/network.ts';
import { admin, dalDish, menuAtTill } from '../../testing/samples.ts';
import { openOffice, sendLiveEvent } from '../../testing/show.tsx';
import {
  barTab,
  billOfFive,
  firstRound,
  floorOf,
  seatedFive,
  tableFive,
  tabOfFive,
  type Tab,
} from '../../testing/tabs.ts';
import type { FloorTable, Sitting } from './floor-data.ts';

const vindaloo = { ...dalDish, id: 'vindaloo', menuItemId: 'vindaloo', name: 'Vindaloo', spiceLevel: 'hot' as const };
const inKitchen: Tab = { ...tabOfFive, heldCourses: [], rounds: tabOfFive.rounds.slice(0, 1) };
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
/** Table 5 whose party is in this state since some minutes. */
const five = (state: Sitting['state'], fields: Partial<Sitting> = {}, tableState: FloorTable['state'] = 'ordered') => ({
  ...seatedFive,
  state: tableState,
  sitting: { ...seatedFive.sitting!, seatedAt: minutesAgo(50), state, since: minutesAgo(6), due: 22.8, ...fields },
});
const sentRound = {
  orderId: firstRound.id,
  orderIds: [firstRound.id],
  billId: tabOfFive.billId,
  continues: null,
  order: firstRound,
  tab: inKitchen,
};

/** The floor, and how often a button of it was pressed. */
function floorWith(table: FloorTable, more: Answers = {}) {
  const office = openOffice(
    'floor',
    {
      ...menuAtTill(dalDish, vindaloo),
      getFloor: floorOf(table, { ...tableFive, tableId: 't6', name: '6', x: 400 }),
      getTabs: { tabs: [inKitchen] },
      getTab: { tab: inKitchen, bill: billOfFive, orders: [firstRound] },
      getBill: { bill: billOfFive },
      getReservationDay: refusal('hours-not-configured'),
      addRound: sentRound,
      ...more,
    },
    { ...admin, hasFloor: true },
  );
  let presses = 0;
  const press = (...button: Parameters<typeof office.press>) => {
    presses += 1;
    return office.press(...button);
  };
  return { ...office, press, presses: () => presses };
}
const tile = (name: string) => screen.findByRole('button', { name: new RegExp(`^Table ${name}\\b`) });
const isFloorShown = () => screen.findByRole('heading', { name: 'Floor' });

test('a waiter sends two dishes for a seated table with four presses, and the next two with four more', async () => {
  const { press, presses, sent } = floorWith(five('to-order', { due: 0 }), { getTabs: { tabs: [] } });
  await tile('5');
  await press(/^Table 5/);
  await press(/^Dal Tadka/);
  await press(/^Vindaloo/);
  await press('Send 2 to the kitchen');
  await isFloorShown();
  expect(presses()).toBe(4);
  expect(sent('addRound')).toMatchObject([
    { sittingId: 's1', items: [{ id: 'dal' }, { id: 'vindaloo', spiceLevelName: 'Medium' }] },
  ]);

  await expect(screen).toShow('Table 5: the round was sent');
  await press('Add more');
  await press(/^Dal Tadka/);
  await press(/^Vindaloo/);
  await press('Send 2 to the kitchen');
  await isFloorShown();
  expect(presses()).toBe(8);
  await waitFor(() => expect(sent('addRound')).toHaveLength(2));
  // The second round goes to the bill that the first one opened.
  expect(sent('addRound')[1]).toMatchObject({ billId: tabOfFive.billId });
});

test('what is said of the last table is gone at the till of the next one', async () => {
  const { press } = floorWith(five('fired'));
  await press(/^Table 5/);
  await press(/^Dal Tadka/);
  await press('Send 1 to the kitchen');
  await expect(screen).toShow('Table 5: the round was sent');
  // A toast under the mouse stays.
  const toasts = screen.getByText('Table 5: the round was sent').closest('ol');
  if (toasts) fireEvent.mouseEnter(toasts);
  await press(/^Table 5/);
  await expect(screen).toShow('Add to Table 5');
  await waitFor(() => expect(screen.queryByText('Table 5: the round was sent')).toBeNull());
});

test('a round that is refused stays in the till with its dishes', async () => {
  const { press } = floorWith(five('fired'), { addRound: refusal('tab-closed') });
  await press(/^Table 5/);
  await press(/^Dal Tadka/);
  await press('Send 1 to the kitchen');
  await expect(screen).toShow('This tab is closed. Open a new one.');
  expect(screen.getByRole('button', { name: '1 Dal Tadka' })).toBeTruthy();
  expect(screen.queryByRole('heading', { name: 'Floor' })).toBeNull();
});

test('a dish with a usual heat asks first if its seat is allergic to it', async () => {
  const { press } = floorWith(five('fired'), {
    ...menuAtTill({ ...vindaloo, allergens: ['milk'] }),
    getTabs: { tabs: [{ ...inKitchen, allergies: [{ code: 'milk', seat: 1 }] }] },
  });
  await press(/^Table 5/);
  await press('2', 'radio');
  await press(/^Vindaloo/);
  expect(await screen.findByRole('button', { name: '1 Vindaloo, Medium' })).toBeTruthy();
  await press('1', 'radio');
  await press(/^Vindaloo/);
  const dialog = within(await screen.findByRole('dialog', { name: 'Vindaloo' }));
  expect(dialog.getByText('Vindaloo contains milk.')).toBeTruthy();
});

test('a dish that is held opens its options and is not added; the line of one that was added changes them', async () => {
  const { press } = floorWith(five('fired'));
  await press(/^Table 5/);
  const vindalooButton = await screen.findByRole('button', { name: /^Vindaloo/ });
  fireEvent.pointerDown(vindalooButton, { button: 0 });
  const dialog = within(await screen.findByRole('dialog', { name: 'Vindaloo' }));
  fireEvent.pointerUp(vindalooButton);
  fireEvent.click(vindalooButton);
  expect(screen.queryByRole('button', { name: /^1 Vindaloo/ })).toBeNull();
  fireEvent.click(dialog.getByRole('radio', { name: /Hot/ }));
  await press(/^Add to Order/);
  expect(await screen.findByRole('button', { name: '1 Vindaloo, Hot' })).toBeTruthy();
  await press(/^Change Vindaloo, Hot/);
  fireEvent.click(within(await screen.findByRole('dialog', { name: 'Vindaloo' })).getByRole('radio', { name: /Mild/ }));
  await press(/^Save/);
  expect(await screen.findByRole('button', { name: '1 Vindaloo, Mild' })).toBeTruthy();
});

test.each<[string, FloorTable, string]>([
  [
    'to order',
    five('to-order', { due: 0, since: minutesAgo(50), seatedAt: minutesAgo(50) }),
    'To order, 50 min4 guests',
  ],
  ['for a held course', five('to-order'), 'To fire, 6 min$22.80'],
  ['for the kitchen', five('fired'), 'Kitchen, 6 min$22.80'],
  ['for the kitchen after it paid', five('fired', { due: 0 }), 'Kitchen, 6 minpaid'],
  ['for food on the pass', five('on-the-pass'), '6 min$22.80 On the pass'],
  ['for nothing while it eats', five('to-pay', {}, 'served'), 'Eating, 6 min$22.80'],
  ['to pay', five('to-pay', {}, 'paying'), '6 min$22.80 Bill'],
  ['for nothing after it paid', five('paid', { due: 0 }, 'served'), 'Paid, 6 min4 guests'],
])('the tile of a party that waits %s says so, since when, and what it owes', async (_what, table, words) => {
  floorWith(table, { getTabs: { tabs: [] } });
  await waitFor(async () => expect((await tile('5')).textContent?.replaceAll(/\s+/g, ' ')).toBe(`Table 5${words}`));
});

test('a server of the version before says nothing about the party, so its tabs do', async () => {
  floorWith(seatedFive);
  await waitFor(async () => expect((await tile('5')).textContent).toMatch(/^Table 5Kitchen, \d+ min\$22\.80$/));
});

test('food on the pass is served with one press on the panel of its table; a refusal says why', async () => {
  const ready: Tab = { ...inKitchen, rounds: inKitchen.rounds.map((round) => ({ ...round, status: 'ready' })) };
  const { press, sent, answer } = floorWith(five('on-the-pass'), {
    getTabs: { tabs: [ready] },
    updateOrderStatus: refusal('invalid-transition'),
  });
  await press(/^Table 5/);
  await press('Served');
  await expect(screen).toShow('The food was not marked as served');
  answer({
    updateOrderStatus: { orderId: firstRound.id, newStatus: 'completed', order: firstRound } as never,
    getTabs: { tabs: [{ ...ready, rounds: ready.rounds.map((round) => ({ ...round, status: 'completed' })) }] },
  });
  await press('Served');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Served' })).toBeNull());
  expect(sent('updateOrderStatus').at(-1)).toEqual({ orderId: firstRound.id, status: 'completed' });
});

test('a table with its bill opens the panel with the payment, and one that paid can be freed there', async () => {
  const { press, sent } = floorWith(five('to-pay', {}, 'paying'), { endSitting: { sittingId: 's1' } });
  await tile('5');
  await press(/^Table 5/);
  const panel = within(await screen.findByRole('complementary', { name: 'Table' }));
  expect(await panel.findByRole('button', { name: 'Split or pay' })).toBeTruthy();
  await press('Free the table');
  await expect(screen).toShow(/is left to pay at table 5\. Free it anyway\?/);
  await press('Free it unpaid');
  expect(sent('endSitting')).toEqual([{ sittingId: 's1', evenIfUnpaid: true }]);
});

test('“Move or free” at the till of a table leads to its panel on the floor', async () => {
  const { press } = floorWith(five('fired'));
  await press(/^Table 5/);
  const link = await screen.findByRole('link', { name: 'Move or free' });
  act(() => void (location.hash = link.getAttribute('href')?.split('#')[1] ?? ''));
  const panel = within(await screen.findByRole('complementary', { name: 'Table' }));
  expect(panel.getByRole('button', { name: 'Move' })).toBeTruthy();
  expect(location.hash).toBe('#floor');
});

test('the till of a table whose party paid and left leads back to the floor', async () => {
  const { press, answer } = floorWith(five('fired'));
  await press(/^Table 5/);
  await expect(screen).toShow('Add to Table 5');
  const left = {
    tab: { ...inKitchen, tableId: null, state: 'settled' as const },
    bill: billOfFive,
    orders: [firstRound],
  };
  answer({ getTabs: { tabs: [] }, getTab: left });
  act(() => sendLiveEvent('floor.changed', { locationId: 'truro' }));
  await isFloorShown();
});

test('the waiter of the bar is back at the bar after a round', async () => {
  const bar = { ...five('fired'), area: 'Bar' };
  const plan = { ...floorOf(bar, { ...tableFive, tableId: 't6', name: '6' }) };
  const areas = [
    { areaId: 'a1', name: 'Room' },
    { areaId: 'a2', name: 'Bar' },
  ];
  const { press } = floorWith(bar, { getFloor: { ...plan, areas } });
  await press('Bar', 'radio');
  await press(/^Table 5/);
  await press(/^Dal Tadka/);
  await press('Send 1 to the kitchen');
  await isFloorShown();
  expect(await tile('5')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Table 6/ })).toBeNull();
});

test('tables that want somebody and people with a tab stand beside the plan, also those of another area', async () => {
  const areas = [
    { areaId: 'a1', name: 'Room' },
    { areaId: 'a2', name: 'Bar' },
  ];
  const atBar = { ...five('on-the-pass'), area: 'Bar' };
  const tabs = Array.from({ length: 15 }, (_, number) => ({
    ...barTab,
    billId: `b${number}`,
    label: `Guest ${number}`,
  }));
  const { press } = floorWith(atBar, {
    getFloor: { ...floorOf(atBar, { ...tableFive, tableId: 't6', name: '6' }), areas },
    getTabs: { tabs: [inKitchen, ...tabs] },
  });
  const evening = within(await screen.findByRole('region', { name: 'This evening' }));
  const list = within(await evening.findByRole('list', { name: 'Open tabs' }));
  expect(list.getAllByRole('button')).toHaveLength(15);
  await press(/Food is on the pass/);
  expect(await screen.findByRole('complementary', { name: 'Table' })).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Table 5' })).toBeTruthy();
});

test('the tables at the till are in the order of their numbers, and one that paid has not “nothing ordered”', async () => {
  const paid = five('paid', { due: 0 }, 'served');
  const at = (name: string) => ({ ...tableFive, tableId: `t${name}`, name });
  const { press } = floorWith(paid, {
    getFloor: floorOf(at('B1'), at('12'), at('2'), paid, at('1')),
    getTabs: { tabs: [{ ...inKitchen, state: 'settled', paid: 22.8, due: 0 }] },
  });
  await tile('5');
  act(() => void (location.hash = 'create-order'));
  await press('Table or tab');
  const list = await screen.findAllByRole('button', { name: /^Table (\d|B)/ });
  expect(list.map(({ textContent }) => textContent)).toEqual([
    'Table 14 seatsfree',
    'Table 24 seatsfree',
    'Table 54 guestsPaid',
    'Table 124 seatsfree',
    'Table B14 seatsfree',
  ]);
});
