import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { registerConfirmationDialog } from '../../shared/session/fresh-sign-in.ts';
import { refusal, type Answers } from '../../testing/network.ts';
import { openOffice, openTablePanel, typeIn } from '../../testing/show.tsx';
import { billOfFive, firstRound, heldMains, tabOfFive, tabsAnswers } from '../../testing/tabs.ts';

const [dal] = firstRound.items;
/** A round of two dals and a naan, which the kitchen makes. */
const round = {
  ...firstRound,
  items: [
    { ...dal!, quantity: 2 },
    { ...dal!, line: 2, name: 'Naan' },
  ],
};
const changed = { order: { ...round, version: round.version + 1 }, message: '', saved: true } as never;

async function tableFive(more: Answers = {}) {
  const office = openOffice('floor', {
    ...tabsAnswers,
    getReservationDay: refusal('hours-not-configured'),
    getTab: { tab: tabOfFive, bill: billOfFive, orders: [round, heldMains] },
    ...more,
  });
  await openTablePanel();
  const panel = within(await screen.findByRole('region', { name: 'Bill of Table 5' }));
  await panel.findByText('Biryani');
  return { ...office, panel };
}

/** A colleague types the PIN of a manager, and the repeated request is answered. */
function typePin(thenAnswer: () => void) {
  onTestFinished(
    registerConfirmationDialog(async () => {
      thenAnswer();
      return { headers: { 'x-manager-pin': 'm1:123456' } };
    }),
  );
}
const managerNeeded = refusal('manager-needed', 'A manager has to do it.', { managers: [] });

test('a waiter voids one of two dishes with four presses and a PIN, without leaving the table', async () => {
  const { press, sent, answer } = await tableFive({ changeOrder: managerNeeded });
  typePin(() => answer({ changeOrder: changed }));
  await press(dal!.name);
  await press('Void', 'menuitem');
  await press(/^One fewer/);
  await press('Wrong dish');
  await press(`Void 1 × ${dal!.name}`);
  await waitFor(() => expect(screen.queryByText('Keep it')).toBeNull());
  expect(sent('changeOrder').at(-1)).toEqual({
    orderId: round.id,
    version: round.version,
    why: 'Wrong dish',
    change: [{ line: dal!.line, quantity: 1 }],
  });
  expect(sent('changeOrder')).toHaveLength(2);
});

test('the last dish of a held course is voided without a reason, and takes its round off the bill', async () => {
  const { press, sent } = await tableFive({
    cancelOrder: { orderId: heldMains.id, message: '', order: heldMains, refund: null, refunds: [] },
  });
  await press('Biryani');
  await press('Void', 'menuitem');
  await expect(screen).toShow('The kitchen has not started it.');
  await press('Void 1 × Biryani');
  await waitFor(() => expect(screen.queryByText('Keep it')).toBeNull());
  expect(sent('cancelOrder')).toEqual([{ orderId: heldMains.id }]);
});

test('a refused void says why and loses nothing that was typed', async () => {
  const { press } = await tableFive({ changeOrder: refusal('bill-has-payments', 'This was paid already.') });
  await press('Naan');
  await press('Void', 'menuitem');
  await typeIn(/^Reason for the void/, 'Dropped');
  await press('Void 1 × Naan');
  await expect(screen).toShow('This was paid already.');
  expect(screen.getByRole('textbox', { name: /^Reason for the void/ })).toHaveProperty('value', 'Dropped');
});

test('a served round has no void', async () => {
  const { panel } = await tableFive({
    getTab: { tab: tabOfFive, bill: billOfFive, orders: [{ ...round, status: 'completed' }, heldMains] },
  });
  expect(panel.queryByRole('button', { name: 'Naan' })).toBeNull();
  expect(panel.getByRole('button', { name: 'Biryani' })).toBeTruthy();
});

test('guests who left without paying are written off with the sum and one PIN', async () => {
  const { press, sent, answer } = await tableFive({ recordWalkOut: managerNeeded });
  typePin(() => answer({ recordWalkOut: { tabs: [{ ...tabOfFive, state: 'closed', due: 0 }] } }));
  await press('Left without paying');
  await expect(screen).toShow(/\$22\.80 is written off/);
  await press('Write off $22.80');
  await expect(screen).toShow('The bill of Table 5 is cancelled: left without paying');
  expect(sent('recordWalkOut').at(-1)).toEqual({ billId: tabOfFive.billId });
});

test('a walk-out that is refused says why', async () => {
  const { press } = await tableFive({ recordWalkOut: refusal('bill-has-payments', 'Part of it is paid.') });
  await press('Left without paying');
  await press('Write off $22.80');
  await expect(screen).toShow('Part of it is paid.');
});

test('the rest of a bill that was paid in part goes on a house account, part by part, with one PIN each', async () => {
  const part = { label: 'Seat 1', total: 11.4, lines: [] };
  const parts = [
    { ...part, billId: 'b.1', paid: 11.4, due: 0 },
    { ...part, billId: 'b.2', paid: 0, due: 11.4 },
  ];
  const bill = { ...billOfFive, paid: 11.4, due: 11.4, parts };
  const { press, sent, answer } = await tableFive({
    getTab: { tab: tabOfFive, bill, orders: [round, heldMains] },
    addPayment: managerNeeded,
  });
  const took = { paymentId: 'p1', taken: 11.4, change: 0, paymentUrl: null, order: firstRound };
  typePin(() => answer({ addPayment: { ...took, bill: { ...bill, paid: 22.8, due: 0 } } }));
  await press('Left without paying');
  await expect(screen).toShow(/\$11\.40 goes on a house account/);
  await press('Put $11.40 on the account');
  await waitFor(() => expect(screen.queryByText(/goes on a house account/)).toBeNull());
  const payment = { billId: 'b.2', amount: 11.4, tender: 'account', reference: 'Left without paying' };
  expect(sent('addPayment')).toEqual([payment, payment]);
  expect(sent('recordWalkOut')).toEqual([]);
});

test('a bill that waits for a card reader offers no walk-out', async () => {
  const { panel } = await tableFive({
    getTab: { tab: tabOfFive, bill: { ...billOfFive, held: 10 }, orders: [round, heldMains] },
  });
  expect(panel.queryByRole('button', { name: 'Left without paying' })).toBeNull();
});
