import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal, type Answers } from '../../testing/network.ts';
import { openOffice, openTablePanel, sendLiveEvent } from '../../testing/show.tsx';
import { barTab, billOfFive, firstRound, heldMains, tabOfFive, tabsAnswers, type Tab } from '../../testing/tabs.ts';

const { heldAt: _heldAt, ...firedMains } = heldMains;
const firedTab: Tab = { ...tabOfFive, heldCourses: [] };

async function tableFive(more: Answers = {}) {
  const office = openOffice('floor', {
    ...tabsAnswers,
    getReservationDay: refusal('hours-not-configured'),
    ...more,
  });
  await openTablePanel();
  const panel = within(await screen.findByRole('region', { name: 'Bill of Table 5' }));
  await panel.findByText('Biryani');
  return { ...office, panel };
}

test('a table shows its rounds, and firing the held mains shows them in the kitchen at once', async () => {
  const server = Promise.withResolvers<void>();
  const { press, panel, sent, answer } = await tableFive({
    fireCourse: async () => {
      await server.promise;
      return { tab: firedTab, orders: [firedMains] };
    },
  });
  expect(panel.getByText('Held')).toBeTruthy();
  answer({ getTab: { tab: firedTab, bill: billOfFive, orders: [firstRound, firedMains] } });
  await press('Fire the mains');
  await waitFor(() => expect(panel.queryByText('Held')).toBeNull());
  server.resolve();
  await expect(screen).toShow('Mains: the kitchen has it');
  expect(sent('fireCourse')).toEqual([{ billId: tabOfFive.billId, course: 2 }]);
  expect(screen.queryByRole('button', { name: 'Fire the mains' })).toBeNull();
});

test('a waiter reads which phone sent a round', async () => {
  const senders = { [firstRound.orderId]: 'Asha' };
  const { panel } = await tableFive({
    getTab: { tab: tabOfFive, bill: billOfFive, orders: [firstRound, heldMains], senders },
  });
  await expect(panel).toShow(/^Sent .*, Asha$/);
});

test('a course that could not be fired stays held, and says why', async () => {
  const { press, panel } = await tableFive({ fireCourse: refusal('tab-closed') });
  await press('Fire the mains');
  await expect(screen).toShow('The course was not fired');
  await expect(screen).toShow('This tab is closed. Open a new one.');
  expect(panel.getByText('Held')).toBeTruthy();
});

test('what is paid at another device shows in the panel', async () => {
  const { answer } = await tableFive();
  const paid = { ...billOfFive, paid: 10, due: 12.8 };
  answer({ getTab: { tab: tabOfFive, bill: paid, orders: [firstRound, heldMains] } });
  sendLiveEvent('order.updated', { order: firstRound, locationId: 'truro' });
  await expect(screen).toShow('Bill $22.80, paid $10.00, open $12.80');
});

test('a tab is merged with another one; a bill with a payment is refused in words', async () => {
  const { press, sent, answer } = await tableFive({ mergeTabs: refusal('bill-has-payments') });
  const merge = async () => {
    await press('Merge…');
    await press('Bar, Ewan', 'menuitem');
    await press('Merge');
  };
  await merge();
  await expect(screen).toShow('The tabs were not merged');
  answer({ mergeTabs: { billId: barTab.billId, tab: barTab } });
  await merge();
  await expect(screen).toShow('Everything is on the bill of Bar, Ewan now');
  expect(sent('mergeTabs').at(-1)).toEqual({ from: tabOfFive.billId, to: barTab.billId });
});

test('“Add dishes” leads to the till with the table', async () => {
  const { panel } = await tableFive();
  const { hash } = new URL(panel.getByRole<HTMLAnchorElement>('link', { name: 'Add dishes' }).href);
  expect(Object.fromEntries(new URLSearchParams(hash.split('?')[1]))).toEqual({
    locationId: 'truro',
    name: 'Table 5',
    guests: '4',
    billId: tabOfFive.billId,
    sittingId: 's1',
    tableId: 't5',
  });
});

test('the panel of a table shows what the table stated, by seat, and the dishes that it concerns', async () => {
  const allergies = [{ code: 'milk' as const }, { code: 'tree-nuts' as const, seat: 1 }];
  const [dal] = firstRound.items;
  const eaten = { ...firstRound, items: [{ ...dal!, allergies: [{ code: 'tree-nuts' as const, seat: 1 }] }] };
  const { panel } = await tableFive({
    getTabs: { tabs: [{ ...tabOfFive, allergies }, barTab] },
    getTab: { tab: { ...tabOfFive, allergies }, bill: billOfFive, orders: [eaten, heldMains] },
  });
  expect(await panel.findByText('Milk, Seat 1: Tree nuts')).toBeTruthy();
  expect(panel.getByText('Allergy: Tree nuts')).toBeTruthy();
});
