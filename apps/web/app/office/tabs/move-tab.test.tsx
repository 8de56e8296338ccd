import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal, type Answers } from '../../testing/network.ts';
import { openOffice, openTablePanel, sendLiveEvent } from '../../testing/show.tsx';
import { barTab, billOfFive, firstRound, heldMains, tabOfFive, tabsAnswers } from '../../testing/tabs.ts';

const answers: Answers = { ...tabsAnswers, getReservationDay: refusal('hours-not-configured') };
const round = { ...firstRound, tab: { label: barTab.label, tableName: '', sittingId: null } };
const barRound: Answers = {
  getTab: { tab: barTab, bill: { ...billOfFive, billId: barTab.billId }, orders: [round] },
};

async function openBar(more: Answers = {}) {
  const office = openOffice('floor', { ...answers, ...barRound, ...more });
  await office.press(/^Bar, Ewan/);
  await screen.findByRole('region', { name: 'Bill of Bar, Ewan' });
  return office;
}

test('a tab of the bar moves to a free table, and to a party as one more bill', async () => {
  const moved = { ...barTab, tableId: 't6', tableName: '6' };
  const { press, sent } = await openBar({ moveTab: { billId: barTab.billId, tab: moved } });
  await press('Move to a table…');
  await press('Table 6, free', 'menuitem');
  await expect(screen).toShow('Bar, Ewan is at table 6 now');
  await press('Move to a table…');
  await press('Table 5, to Leblanc', 'menuitem');
  await waitFor(() =>
    expect(sent('moveTab')).toEqual([
      { billId: barTab.billId, tableId: 't6' },
      { billId: barTab.billId, sittingId: 's1' },
    ]),
  );
});

test('a table that was taken meanwhile is refused in words', async () => {
  const words = 'Since 6:40, Olga sits at table 6. Choose another table.';
  const { press } = await openBar({ moveTab: refusal('table-taken', words) });
  await press('Move to a table…');
  await press('Table 6, free', 'menuitem');
  await expect(screen).toShow('The tab was not moved');
  await expect(screen).toShow(words);
});

test('chosen dishes move to the bill of another tab; a refusal keeps the choice', async () => {
  const words = 'Not all of these dishes are on Table 5 any more. Look at the bill and choose again.';
  const office = openOffice('floor', { ...answers, moveLines: refusal('failed-precondition', words) });
  const { press, sent, answer } = office;
  await openTablePanel();
  await press('Move dishes…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Move dishes of Table 5' }));
  await press(/^Biryani/, 'checkbox');
  await press('Move $10.00 before tax');
  await expect(screen).toShow(words);
  expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: /^Biryani/ }).checked).toBe(true);
  answer({ moveLines: { billId: barTab.billId, tab: barTab, from: tabOfFive } });
  await press('Move $10.00 before tax');
  await expect(screen).toShow('The dishes are on the bill of Bar, Ewan now');
  const items = [{ orderId: heldMains.id, line: heldMains.items[0]?.line, quantity: 1 }];
  expect(sent('moveLines').at(-1)).toEqual({ billId: tabOfFive.billId, items, to: barTab.billId });
});

test('an unpaid table is freed only after its sum was seen, and a paid one with one press', async () => {
  const office = openOffice('floor', { ...answers, endSitting: { sittingId: 's1' } });
  const { press, sent, answer } = office;
  await openTablePanel();
  await press('Free the table');
  await expect(screen).toShow('$22.80 is left to pay at table 5. Free it anyway?');
  await press('Cancel');
  expect(sent('endSitting')).toEqual([]);
  const paid = { ...tabOfFive, paid: 22.8, due: 0, state: 'settled' as const };
  answer({
    getTabs: { tabs: [paid, barTab] },
    getTab: { tab: paid, bill: { ...billOfFive, paid: 22.8, due: 0 }, orders: [firstRound] },
  });
  sendLiveEvent('floor.changed', { locationId: 'truro' });
  await screen.findByText('Paid');
  await press('Free the table');
  await waitFor(() => expect(sent('endSitting')).toEqual([{ sittingId: 's1' }]));
});

test('an unpaid order of the counter for a table is on the floor, and counts for the table', async () => {
  const order = { orderId: firstRound.id, name: 'Walk-in', tableId: 't6', tableName: '6', due: 6.78 };
  const { press } = openOffice('floor', {
    ...answers,
    getTabs: {
      tabs: [tabOfFive, barTab],
      tableOrders: [order, { ...order, orderId: heldMains.id, tableId: 't5', tableName: '5' }],
    },
  });
  const orders = within(await screen.findByRole('list', { name: 'Unpaid orders of the counter' }));
  expect(orders.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Table 6, order AAAAA $6.78']);
  await openTablePanel();
  await press('Free the table');
  await expect(screen).toShow('$29.58 is left to pay at table 5. Free it anyway?');
});

test('a bill that is older than its last round asks to be printed again', async () => {
  const old = { ...tabOfFive, billOutAt: '2026-11-20T22:05:00.000Z', isPrintOutdated: true };
  openOffice('floor', {
    ...answers,
    getTab: { tab: old, bill: billOfFive, orders: [firstRound, heldMains] },
  });
  await openTablePanel();
  await expect(screen).toShow('Printed before the last round. Print it again.');
});
