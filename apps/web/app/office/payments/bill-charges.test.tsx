import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { unpaidBill } from '../../testing/bills.ts';
import { refusal, type Answers } from '../../testing/network.ts';
import { admin, dalForOne, rootData, truro } from '../../testing/samples.ts';
import { openBill, openOffice, openTablePanel } from '../../testing/show.tsx';
import { billOfFive, firstRound, heldMains, tabOfFive, tabsAnswers } from '../../testing/tabs.ts';

const bag = { kind: 'bag' as const, amount: 0.25 };
const service = { kind: 'service' as const, percent: 15, amount: 3 };
const charged = { ...billOfFive, charges: [service], tax: 3.22, total: 26.22, due: 26.22 };
const free = { bill: billOfFive, order: firstRound, refunds: [] };

async function openTable(more: Answers = {}, staffMayRemove = true) {
  const rule = {
    kind: 'service' as const,
    orderTypes: ['dine-in' as const],
    percent: 15,
    taxClass: 'charge' as const,
    isVoluntary: false,
    staffMayRemove,
  };
  const answers: Answers = {
    ...tabsAnswers,
    getReservationDay: refusal('hours-not-configured'),
    getTab: { tab: tabOfFive, bill: charged, orders: [firstRound, heldMains] },
    getBill: { bill: charged },
    ...more,
  };
  const office = openOffice('floor', answers, admin, rootData.site, [{ ...truro, charges: [rule] }]);
  await openTablePanel();
  await expect(screen).toShow('$3.00');
  await office.press('Split or pay');
  await expect(screen).toShow('Still to pay');
  return office;
}

test('staff take the service charge off the bill of a table with a press on it and a press on the reason', async () => {
  const { press, sent, answer } = await openTable({ removeCharge: free });
  await press('Take off: Service 15%');
  answer({
    getBill: { bill: billOfFive },
    getTab: { tab: tabOfFive, bill: billOfFive, orders: [firstRound, heldMains] },
  });
  await press('Long wait', 'menuitem');
  await expect(screen).toShow('Take $22.80');
  await waitFor(() => expect(screen.queryByText(/Service 15%/)).toBeNull());
  expect(sent('removeCharge')).toEqual([{ billId: tabOfFive.billId, kind: 'service', reason: 'Long wait' }]);
});

test('a charge that could not be taken off stays on the bill, with the reason', async () => {
  const { press } = await openTable({ removeCharge: refusal('failed-precondition', 'This bill is paid already.') });
  await press('Take off: Service 15%');
  await press('Long wait', 'menuitem');
  await expect(screen).toShow('This bill is paid already.');
  await expect(screen).toShow('Take $26.20');
  expect(screen.getByRole('button', { name: 'Take off: Service 15%' })).toBeTruthy();
});

test('a charge that staff may not take off is listed without a button', async () => {
  await openTable({}, false);
  await expect.poll(() => screen.queryAllByText(/Service 15%/).length).toBe(2);
  expect(screen.queryByRole('button', { name: /^Take off/ })).toBeNull();
});

test('the bill of one order names its order when a charge is taken off', async () => {
  const rule = {
    kind: 'bag' as const,
    orderTypes: ['pickup' as const],
    amount: 0.25,
    taxClass: 'charge' as const,
    isVoluntary: true,
    staffMayRemove: false,
  };
  Object.assign(rootData.locations[0] ?? {}, { charges: [rule] });
  const order = { ...dalForOne, orderTime: new Date().toISOString(), status: 'ready' as const };
  const { press, sent, answer } = await openBill(order, {
    getBill: { bill: { ...unpaidBill, charges: [bag], tax: 1.44, total: 11.69, due: 11.69 } },
    removeCharge: { bill: unpaidBill, order: dalForOne, refunds: [] },
  });
  await press('Take off: Bag');
  answer({ getBill: { bill: unpaidBill } });
  await press('Something was wrong', 'menuitem');
  await expect(screen).toShow('Take $11.40');
  expect(sent('removeCharge')).toEqual([{ orderId: order.id, kind: 'bag', reason: 'Something was wrong' }]);
});
