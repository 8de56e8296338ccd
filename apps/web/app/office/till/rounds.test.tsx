import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal, type Answers } from '../../testing/network.ts';
import { admin, dalDish, menuAtTill, thaliDish } from '../../testing/samples.ts';
import { barTab, firstRound, floorOf, heldMains, tableFive, tabOfFive, tabsAnswers } from '../../testing/tabs.ts';
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

/** The till with a round for table 5. */
async function roundForFive(more: Answers = {}) {
  const office = await till(more);
  await office.press('Table or tab');
  await office.press(/^Table 5/);
  await expect(screen).toShow('Already sent, 2 dishes');
  return office;
}

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
  expect(joined.map((each) => each.textContent)).toEqual(['Table 6+8$12.007 guests']);
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
  await expect(screen).toShow('Its bill was printed, split or paid, so this round is on a second bill.');
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

const NUTS = { code: 'tree-nuts' as const };
const withAllergies = (allergies: typeof tabOfFive.allergies) => ({ tabs: [{ ...tabOfFive, allergies }, barTab] });

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
    'Tree nuts',
    'Seat 1: Tree nuts, Kiwi',
  ]);
});
