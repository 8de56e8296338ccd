import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal, type Answers } from '../../testing/network.ts';
import { admin, dalDish, menuAtTill, thaliDish, truro } from '../../testing/samples.ts';
import {
  barTab,
  billOfFive,
  firstRound,
  floorOf,
  heldMains,
  tableFive,
  tabOfFive,
  tabsAnswers,
} from '../../testing/tabs.ts';
import { openOffice, sendLiveEvent } from '../../testing/show.tsx';
import { roundHash, targetOf } from '../../shared/tabs/tabs.ts';

const sentRound = {
  orderId: firstRound.id,
  orderIds: [firstRound.id],
  billId: tabOfFive.billId,
  continues: null,
  order: firstRound,
  tab: tabOfFive,
};

async function till(more: Answers = {}) {
  const answers = { ...menuAtTill(dalDish), ...tabsAnswers, addRound: sentRound, ...more };
  return openOffice('create-order', answers, { ...admin, hasFloor: true });
}

const NUTS = { code: 'tree-nuts' as const };
const withAllergies = (allergies: typeof tabOfFive.allergies) => ({ tabs: [{ ...tabOfFive, allergies }, barTab] });

/** The till with a round for table 5. */
async function roundForFive(more: Answers = {}) {
  const office = await till(more);
  await office.press('Table or tab');
  await office.press(/^Table 5/);
  await expect(screen).toShow('Already sent, 2 dishes');
  return office;
}

test('a waiter voids a dish that was sent without leaving the till', async () => {
  const { press, sent } = await roundForFive({ cancelOrder: { order: firstRound, message: '' } as never });
  await press('Dal');
  await press('Void', 'menuitem');
  await press('Wrong dish');
  await press('Void 1 × Dal');
  await waitFor(() => expect(sent('cancelOrder')).toEqual([{ orderId: firstRound.id, cancelReason: 'Wrong dish' }]));
});

test('a waiter seats three at a free table and sends a round with seats and a held course', async () => {
  const ofSix = { ...tabOfFive, billId: 'b6', sittingId: 's6', tableId: 't6', tableName: '6' };
  const { press, sent } = await till({ addRound: { ...sentRound, billId: 'b6', tab: ofSix } });
  await press('Table or tab');
  await press(/^Table 6/);
  await press('3');
  await press('2', 'radio');
  await press(/^Dal Tadka/);
  await press('All', 'radio');
  await press('Mains', 'radio');
  await press(/^Dal Tadka/);
  await press('Send 1 now, 1 held');
  await expect(screen).toShow('Table 6: the round was sent');
  await expect(screen).toShow('The kitchen has what is served now. Held until you press “Fire”: Mains.');
  expect(screen.queryByText('Sell a gift card')).toBeNull();
  // A phone shows one step at a time: what happened, then the menu again.
  const shownStep = () => document.querySelector('[data-step]')?.getAttribute('data-step');
  expect(shownStep()).toBe('ticket');
  expect(sent('addRound')).toMatchObject([
    {
      tableId: 't6',
      partySize: 3,
      items: [
        { id: 'dal', quantity: 1, seat: 2 },
        { id: 'dal', quantity: 1, course: 2 },
      ],
    },
  ]);
  await press('More for Table 6');
  expect(screen.getByRole('heading', { name: 'Add to Table 6' })).toBeTruthy();
  expect(shownStep()).toBe('menu');
});

test('one press states an allergy of the seat that the next dish is for, and the round has it', async () => {
  const { press, sent, user } = await roundForFive({
    ...menuAtTill({ ...dalDish, allergens: ['milk', 'peanuts'] }),
    getTabs: withAllergies([{ text: 'Kiwi', seat: 2 }]),
  });
  await press('2', 'radio');
  await press('Allergy of seat 2');
  const sheet = within(await screen.findByRole('dialog', { name: 'Allergies' }));
  // What this seat stated with an earlier round is not asked again.
  expect(sheet.getByText('Seat 2: Kiwi')).toBeTruthy();
  await press('Peanuts', 'checkbox');
  await user.selectOptions(sheet.getByLabelText('Whose allergies'), 'Seat 3');
  expect(sheet.getByRole('checkbox', { name: 'Peanuts' })).toHaveProperty('checked', false);
  await press('Milk', 'checkbox');
  await user.selectOptions(sheet.getByLabelText('Whose allergies'), 'Everybody');
  await press('Sesame seeds', 'checkbox');
  await press('Close');
  await expect(screen).toShow('Sesame seeds: whole order, Seat 2: Peanuts, Seat 3: Milk');
  // The dish is warned about for its seat, and not for another one.
  await press('1', 'radio');
  await press(/^Dal Tadka/);
  expect(screen.queryByRole('dialog', { name: 'Dal Tadka' })).toBeNull();
  await press('2', 'radio');
  await press(/^Dal Tadka/);
  const dish = within(await screen.findByRole('dialog', { name: 'Dal Tadka' }));
  expect(dish.getByText('Dal Tadka contains peanuts.')).toBeTruthy();
  await press(/^Add to Order/);
  await press('Send 2 to the kitchen');
  await waitFor(() =>
    expect(sent('addRound')).toMatchObject([
      { allergies: [{ code: 'sesame' }, { code: 'peanuts', seat: 2 }, { code: 'milk', seat: 3 }] },
    ]),
  );
});

test('a refused round keeps the allergies of its seats', async () => {
  const { press, sent, answer } = await roundForFive({ addRound: refusal('tab-closed') });
  await press('Allergy of the table');
  const whose = within(await screen.findByRole('dialog', { name: 'Allergies' })).getByLabelText('Whose allergies');
  fireEvent.change(whose, { target: { value: '1' } });
  await press('Eggs', 'checkbox');
  await press('Close');
  await press(/^Dal Tadka/);
  await press('Send 1 to the kitchen');
  await expect(screen).toShow('This tab is closed. Open a new one.');
  expect(screen.getByText('Seat 1: Eggs')).toBeTruthy();
  answer({ addRound: sentRound });
  await press('Send 1 to the kitchen');
  await waitFor(() => expect(sent('addRound')).toHaveLength(2));
  expect(sent('addRound')[1]).toMatchObject({ allergies: [{ code: 'eggs', seat: 1 }] });
});

test('what a guest says after the dishes were sent reaches the kitchen at once, and a refusal keeps it', async () => {
  const { press, sent, answer } = await roundForFive({
    stateAllergies: refusal('tab-closed'),
  });
  await press('3', 'radio');
  await press('Allergy of seat 3');
  const sheet = within(await screen.findByRole('dialog', { name: 'Allergies' }));
  await press('Tell the kitchen now');
  await expect(screen).toShow('Press an allergy first.');
  await press('Eggs', 'checkbox');
  await press('Tell the kitchen now');
  await expect(screen).toShow('This tab is closed. Open a new one.');
  expect(sheet.getByRole('checkbox', { name: 'Eggs' })).toHaveProperty('checked', true);
  answer({ stateAllergies: { tab: tabOfFive } });
  await press('Tell the kitchen now');
  await expect(screen).toShow('Table 5: the kitchen knows the allergies');
  const body = { billId: tabOfFive.billId, allergies: [{ code: 'eggs', seat: 3 }] };
  expect(sent('stateAllergies')).toEqual([body, body]);
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Allergies' })).toBeNull());
  expect(screen.queryByText('Seat 3: Eggs')).toBeNull();
});

test('once the held course is fired, nothing says any more that it is held', async () => {
  let tab = tabOfFive;
  const { press } = await roundForFive({
    getTab: () => ({ tab, bill: billOfFive, orders: [firstRound, heldMains] }),
    fireCourse: () => {
      tab = { ...tabOfFive, heldCourses: [] };
      return { tab, orders: [] };
    },
  });
  await press(/^Dal Tadka/);
  await press('Send 1 to the kitchen');
  await expect(screen).toShow('The kitchen has what is served now. Held until you press “Fire”: Mains.');
  await press('Fire the mains');
  await expect(screen).toShow('The kitchen has it.');
  expect(screen.queryByText(/^Held until|Held until you press/)).toBeNull();
});

test('the choices of a dish name the seat and the course that it is for', async () => {
  const { press } = await roundForFive(menuAtTill(thaliDish));
  await press('2', 'radio');
  await press('Mains', 'radio');
  await press(/^Thali/);
  expect((await screen.findByRole('dialog', { name: 'Thali' })).textContent).toContain('Seat 2, Mains');
});

test('after a round the till stays with the table: its bill, more, paying, and the way back to the floor', async () => {
  const { press, sent } = await roundForFive({ fireCourse: { tab: tabOfFive, orders: [] } });
  await press(/^Dal Tadka/);
  expect(screen.queryByText(/when you press “Fire”/)).toBeTruthy();
  await press('Send 1 to the kitchen');
  const order = within(await screen.findByRole('region', { name: 'Table 5' }));
  await expect(order).toShow('Table 5: the round was sent');
  await press('Fire the mains');
  expect(sent('fireCourse')).toEqual([{ billId: tabOfFive.billId, course: 2 }]);
  expect(order.getByText('Biryani')).toBeTruthy();
  expect(order.getByText('Mains, held')).toBeTruthy();
  await expect(order).toShow('$22.80');
  expect(order.getByRole('button', { name: 'Split or pay' })).toBeTruthy();
  expect(order.getByRole('link', { name: 'Back to the floor' }).getAttribute('href')).toMatch(/#floor$/);
  expect(screen.queryByRole('button', { name: /^Take / })).toBeNull();
  await press(/^Dal Tadka/);
  await press('Clear');
  await press(/^Dal Tadka/);
  await press('Send 1 to the kitchen');
  await waitFor(() => expect(sent('addRound')).toHaveLength(2));
});

test('a table without new dishes is let go with the page; one with dishes stays', async () => {
  const { press } = await roundForFive();
  const leaveAndReturn = async () => {
    act(() => void (location.hash = 'reservations'));
    await waitFor(() => expect(screen.queryByRole('region', { name: /^Table 5|^Order/ })).toBeNull());
    act(() => void (location.hash = 'create-order'));
  };
  await press(/^Dal Tadka/);
  await leaveAndReturn();
  await expect(screen).toShow('Add to Table 5');
  await press('1 Dal Tadka');
  await press('Remove Dal Tadka');
  await leaveAndReturn();
  await expect(screen).toShow('Create New Order');
  expect(await screen.findByRole('button', { name: 'Create order' })).toBeTruthy();
});

test('the first round of a party names the party, which may be at another table when it arrives', async () => {
  const { press, sent } = await till({ getTabs: { tabs: [] } });
  await press('Table or tab');
  await press(/^Table 5/);
  await press(/^Dal Tadka/);
  await press('Send 1 to the kitchen');
  await expect(screen).toShow('Table 5: the round was sent');
  const [body] = sent('addRound');
  expect([body?.['sittingId'], body?.['tableId']]).toEqual(['s1', undefined]);
});

test('a party at joined tables is one table in the list, and its round names the party', async () => {
  const sitting = {
    sittingId: 's9',
    partySize: 7,
    name: 'Lee',
    reservationId: null,
    seatedAt: '2026-11-20T22:00:00.000Z',
    tableIds: ['t6', 't8'],
  };
  const at = (name: string) => ({ ...tableFive, tableId: `t${name}`, name, state: 'seated' as const, sitting });
  const open = {
    ...tabOfFive,
    billId: 'TRU-20261120-JOINT',
    sittingId: 's9',
    tableId: 't6',
    tableName: '6+8',
    due: 12,
  };
  const { press, sent } = await till({ getFloor: floorOf(at('8'), at('6')), getTabs: { tabs: [open] } });
  await press('Table or tab');
  const joined = await screen.findAllByRole('button', { name: /^Table 6\+8/ });
  expect(joined.map((each) => each.textContent)).toEqual(['Table 6+8$12.00In the kitchen']);
  await press(/^Table 6\+8/);
  await press(/^Dal Tadka/);
  await press(/^Send 1/);
  await waitFor(() => expect(sent('addRound')).toMatchObject([{ billId: open.billId }]));
});

test('a round for an open tab names its bill; Hold holds dishes without a course until they are fired', async () => {
  const { press, sent } = await roundForFive({ addRound: { ...sentRound, order: heldMains } });
  await press(/^Dal Tadka/);
  await press('Hold');
  await expect(screen).toShow('It waits until you press “Fire”.');
  await waitFor(() =>
    expect(sent('addRound')).toMatchObject([{ billId: tabOfFive.billId, items: [{ quantity: 1, course: 2 }] }]),
  );
});

test('a line moves to another seat, and merges with the same dish there', async () => {
  const { press, user, sent } = await roundForFive();
  await press('1', 'radio');
  await press(/^Dal Tadka/);
  await press('All', 'radio');
  await press(/^Dal Tadka/);
  await user.selectOptions(await screen.findByLabelText('Seat of Dal Tadka'), 'Seat 1');
  await press('Send 2 to the kitchen');
  await waitFor(() => expect(sent('addRound')).toMatchObject([{ items: [{ seat: 1, quantity: 2 }] }]));
});

test('a name opens a tab without a table', async () => {
  const { press, user, sent } = await till();
  await press('Table or tab');
  await press(/New tab/);
  const dialog = within(await screen.findByRole('dialog', { name: 'New tab' }));
  await user.type(dialog.getByLabelText(/^Name/), 'Darts team');
  await press('Open the tab');
  await press(/^Dal Tadka/);
  await press('Send 1 to the kitchen');
  await waitFor(() => expect(sent('addRound')).toMatchObject([{ label: 'Darts team', locationId: 'truro' }]));
});

test('a refused round says why and stays in the till; the next press sends it', async () => {
  const { press, sent, answer } = await roundForFive({ addRound: refusal('tab-closed') });
  await press(/^Dal Tadka/);
  await press('Send 1 to the kitchen');
  await expect(screen).toShow('The round was not sent');
  await expect(screen).toShow('This tab is closed. Open a new one.');
  // The menu of a phone has no room for it.
  expect(document.querySelector('[data-step="ticket"]')).toBeTruthy();
  answer({ addRound: { ...sentRound, continues: 'TRU-20261120-DDDDD' } });
  await press('Send 1 to the kitchen');
  await expect(screen).toShow('Its bill was split or paid, so this round is on a second bill.');
  expect(sent('addRound')).toHaveLength(2);
});

test('a table whose party is moved on another tablet has its new name in the till', async () => {
  let tab = tabOfFive;
  const { press } = await roundForFive({ getTabs: () => ({ tabs: [tab] }) });
  await press(/^Dal Tadka/);
  tab = { ...tabOfFive, tableId: 't6', tableName: '6+8' };
  act(() => sendLiveEvent('floor.changed', { locationId: 'truro' }));
  await expect(screen).toShow('Add to Table 6+8');
  expect(screen.queryByText(/Table 5/)).toBeNull();
});

test('“Add dishes” at a table opens the till with it, and sets the order aside that was begun', async () => {
  const { press } = await till();
  await press(/^Dal Tadka/);
  act(() => {
    location.hash = roundHash('truro', targetOf(barTab, 1));
  });
  await expect(screen).toShow('Bar, Ewan');
  expect(screen.queryByText('phone')).toBeNull();
  const order = within(screen.getByRole('region', { name: /^Bar, Ewan/ }));
  expect(order.queryByText('Dal Tadka')).toBeNull();
  await press('Bring it back');
  await expect(screen).toShow(/^Take \$11.40 in cash/);
});

test('a waiter reads what the table stated before, and is warned about the next dishes by their seats', async () => {
  const { press, sent } = await till({
    ...menuAtTill({ ...dalDish, allergens: ['milk', 'tree-nuts'] }),
    getTabs: withAllergies([{ text: 'Kiwi' }, { ...NUTS, seat: 1 }]),
    // The bill was never opened on this tablet, and now it is offline.
    getTab: refusal('unavailable'),
  });
  await press('Table or tab');
  await press(/^Table 5/);
  await expect(screen).toShow('Kiwi, Seat 1: Tree nuts');
  // Seat 2 has no allergy to nuts: the dish is added without a question.
  await press('2', 'radio');
  await press(/^Dal Tadka/);
  await expect(screen).toShow('Kitchen confirms: Kiwi');
  expect(screen.queryByText('Dal Tadka contains tree nuts.')).toBeNull();
  await press('1', 'radio');
  await press(/^Dal Tadka/);
  const sheet = within(await screen.findByRole('dialog', { name: 'Dal Tadka' }));
  expect(sheet.getByText('Dal Tadka contains tree nuts.')).toBeTruthy();
  expect(sheet.getByText('The guest told us: Kiwi, Tree nuts.')).toBeTruthy();
  await press(/^Add to Order/);
  await expect(screen).toShow('Dal Tadka contains tree nuts.');
  await press('Send 2 to the kitchen');
  // The server adds what the table stated.
  await waitFor(() => expect(sent('addRound')).toHaveLength(1));
  expect(sent('addRound')[0]).not.toHaveProperty('allergies');
});

test('“Already sent” shows the allergy of the person who eats a dish, and what a dish may have in it', async () => {
  const [dal] = firstRound.items;
  const item = (line: number, fields: object) => ({ ...dal!, line, ...fields });
  const unsure = { allergies: [{ text: 'Kiwi' }], contains: [], by: null, at: null };
  const ofSeat = { ...NUTS, seat: 1 };
  const items = [
    item(1, { allergies: [ofSeat, NUTS] }),
    item(2, { seat: null, allergies: [ofSeat], allergyCheck: unsure }),
  ];
  await roundForFive({
    getTab: { ...tabsAnswers.getTab, orders: [{ ...firstRound, items, itemCount: 2 }] } as never,
  });
  const order = within(await screen.findByRole('region', { name: 'Table 5' }));
  expect(order.getAllByRole('listitem').map((each) => each.querySelector('b.icon-16')?.textContent.trim())).toEqual([
    'Allergy: Tree nuts',
    'Allergy: Seat 1: Tree nuts, Kiwi',
  ]);
});

test('a round carries the service charge, and one without it is sent so', async () => {
  const rule = {
    kind: 'service' as const,
    orderTypes: ['dine-in' as const],
    percent: 10,
    taxClass: 'charge' as const,
    isVoluntary: false,
    staffMayRemove: true,
  };
  // A bag is charged once per order, and a table has many.
  const bag = { ...rule, kind: 'bag' as const, percent: undefined, amount: 0.25 };
  const { press, sent } = await roundForFive({ getLocations: { locations: [{ ...truro, charges: [rule, bag] }] } });
  await press(/^Dal Tadka/);
  await expect(screen).toShow('$12.54');
  await press('Take off: Service 10%');
  await press('Long wait', 'menuitem');
  await expect(screen).toShow('$11.40');
  await press(/^Send 1/);
  const round = { withoutCharges: ['service'], chargeReasons: { service: 'Long wait' } };
  await waitFor(() => expect(sent('addRound')).toMatchObject([round]));
});
