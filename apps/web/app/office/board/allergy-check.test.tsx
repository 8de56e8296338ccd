import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal, type Answers } from '../../testing/network.ts';
import { dalForOne, ordersOf, staff } from '../../testing/samples.ts';
import { openOffice } from '../../testing/show.tsx';

type Order = typeof dalForOne;
const [dal] = dalForOne.items;
const milk = [{ code: 'milk' as const }];
const open = { allergies: milk, contains: [], by: null, at: null };
const checked = { ...open, by: 'Mia', at: '2026-11-20T22:05:00.000Z' };

function order(change: Partial<Order> = {}): Order {
  return {
    ...dalForOne,
    status: 'preparing',
    orderTime: new Date().toISOString(),
    allergies: milk,
    mentionsAllergy: true,
    awaitsAllergyCheck: true,
    items: [
      { ...dal!, allergyCheck: open },
      { ...dal!, line: 2, name: 'Naan', allergyCheck: open },
      { ...dal!, line: 3, name: 'Rice' },
    ],
    ...change,
  };
}
const confirmed = order({
  version: 2,
  awaitsAllergyCheck: false,
  items: order().items.map((item) => (item.allergyCheck ? { ...item, allergyCheck: checked } : item)),
});
const board = (orders: Order[], more: Answers = {}) =>
  openOffice('orders', {
    getLocationOrders: ({ status }) => ordersOf(status === 'completed' ? [] : orders),
    getOrderPayments: { payments: [], refunds: [], refundable: 0 } as never,
    ...more,
  });
const card = async () => within(await screen.findByRole('article', { name: /^AAAAA/ }));
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Allergy on order AAAAA' }));

test('a ticket with an allergy offers no Ready, but the confirmation of each dish by the person at the screen', async () => {
  const { press, sent, user } = board([order()], { confirmAllergies: { orderId: dalForOne.id, order: confirmed } });
  const ticket = await card();
  expect(ticket.getByText('Milk')).toBeTruthy();
  expect(ticket.getAllByText('Not confirmed')).toHaveLength(2);
  expect(ticket.queryByRole('button', { name: 'Mark as Ready' })).toBeNull();
  await press('Confirm 2 dishes');
  const box = await dialog();
  expect(box.getAllByText('Check for: Milk.')).toHaveLength(2);
  for (const dish of ['Dal', 'Naan']) await user.click(box.getByRole('checkbox', { name: new RegExp(`^${dish}`) }));
  await user.click(box.getByRole('button', { name: 'Confirm 2 dishes' }));
  await waitFor(() =>
    expect(sent('confirmAllergies')).toEqual([{ orderId: dalForOne.id, lines: [1, 2], version: dalForOne.version }]),
  );
  const after = await card();
  expect(await after.findByText('All 2 dishes confirmed. The guest can see it.')).toBeTruthy();
  expect(after.getAllByText(/^Confirmed, Mia, /)).toHaveLength(2);
  expect(after.getByRole('button', { name: 'Mark as Ready' })).toBeTruthy();
});

test('nothing is confirmed until a dish is ticked, and a refusal shows the current order', async () => {
  const changed = order({ version: 2, items: [{ ...dal!, name: 'Dal Makhani', allergyCheck: open }] });
  const { press, sent, user } = board([order()], {
    confirmAllergies: refusal('conflict', undefined, { order: changed }),
  });
  await card();
  await press('Confirm 2 dishes');
  const box = await dialog();
  await user.click(box.getByRole('button', { name: 'Confirm' }));
  expect(sent('confirmAllergies')).toEqual([]);
  await user.click(box.getByRole('checkbox', { name: /^Dal/ }));
  await user.click(box.getByRole('button', { name: 'Confirm Dal' }));
  await expect(screen).toShow('The order changed while this was open. Check the dishes again.');
  expect((await dialog()).getByRole<HTMLInputElement>('checkbox', { name: /^Dal Makhani/ }).checked).toBe(false);
});

test('in the kitchen, a press on an affected dish asks for its confirmation and crosses nothing off', async () => {
  const { press, sent, user } = board([order()]);
  await card();
  await press('Kitchen');
  const kitchen = within(await screen.findByRole('region', { name: 'Kitchen' }));
  expect(kitchen.queryByRole('button', { name: 'Mark as Ready' })).toBeNull();
  await user.click(await kitchen.findByRole('button', { name: /Confirm Naan: Milk$/ }));
  expect((await dialog()).getByRole<HTMLInputElement>('checkbox', { name: /^Naan/ }).checked).toBe(true);
  expect(sent('strikeOrderItem')).toEqual([]);
});

const onTablet = { ...staff, tablet: 'Till 1' };
const people = [
  { userId: staff.uid, name: staff.displayName ?? '', role: 'staff' as const },
  { userId: 'mia', name: 'Mia', role: 'staff' as const },
];
const tablet = { name: 'Till 1', locationName: 'Truro Heights', people, waiting: 0 };

function boardOnTablet(more: Answers) {
  const answers = {
    getLocationOrders: ({ status }: { status?: string }) => ordersOf(status === 'completed' ? [] : [order()]),
    getOrderPayments: { payments: [], refunds: [], refundable: 0 } as never,
    getTablet: { tablet },
    ...more,
  };
  return openOffice('orders', answers, onTablet);
}

test('on a shared tablet a colleague confirms with their own PIN, and a wrong PIN is said in the dialog', async () => {
  const office = boardOnTablet({ confirmAllergies: refusal('wrong-pin', 'Wrong PIN. 4 tries left.') });
  await card();
  await office.press('Confirm 2 dishes');
  const box = await dialog();
  await office.user.click(await box.findByRole('button', { name: 'Mia' }));
  // Without a ticked dish nothing can be confirmed.
  expect(box.getByText('Tick the dishes you checked')).toBeTruthy();
  await office.user.keyboard('123456');
  expect(office.sent('confirmAllergies')).toEqual([]);
  await office.user.click(box.getByRole('checkbox', { name: /^Dal/ }));
  await office.user.keyboard('123456');
  expect(await box.findByText('Wrong PIN. 4 tries left.')).toBeTruthy();
  office.answer({ confirmAllergies: { orderId: dalForOne.id, order: confirmed } });
  await office.user.keyboard('654321');
  expect((await card()).findAllByText(/^Confirmed, Mia, /)).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Allergy on order AAAAA' })).toBeNull());
  expect(office.sent('confirmAllergies')).toHaveLength(2);
});

test('on a shared tablet the person who unlocked it confirms with the button', async () => {
  const office = boardOnTablet({ confirmAllergies: { orderId: dalForOne.id, order: confirmed } });
  await card();
  await office.press('Confirm 2 dishes');
  const box = await dialog();
  expect((await box.findByRole('button', { name: staff.displayName ?? '' })).getAttribute('aria-pressed')).toBe('true');
  await office.user.click(box.getByRole('checkbox', { name: /^Dal/ }));
  await office.user.click(box.getByRole('button', { name: 'Confirm Dal' }));
  await waitFor(() => expect(office.sent('confirmAllergies')).toHaveLength(1));
});

test('a dish that contains the allergen is no tick but a decision, which is stored with the name', async () => {
  const stop = { ...open, contains: ['milk'] };
  const stopped = order({
    items: [
      { ...dal!, allergyCheck: stop },
      { ...dal!, line: 2, name: 'Naan', allergyCheck: open },
    ],
  });
  const decided = { ...checked, contains: ['milk'], decision: 'without' as const };
  const after = { ...stopped, version: 2, items: stopped.items.with(0, { ...dal!, allergyCheck: decided }) };
  const { press, sent, user } = board([stopped], { confirmAllergies: { orderId: dalForOne.id, order: after } });
  const ticket = await card();
  expect(ticket.getByText('Contains milk')).toBeTruthy();
  await press('Kitchen');
  const kitchen = within(await screen.findByRole('region', { name: 'Kitchen' }));
  expect((await kitchen.findByRole('article')).className).toContain('stop');
  expect(kitchen.getByText('1 to decide')).toBeTruthy();
  await press('Stop. Decide');
  const box = await dialog();
  expect(box.getByText('Dal contains milk')).toBeTruthy();
  expect(box.queryByRole('checkbox')).toBeNull();
  await user.click(box.getByRole('button', { name: 'Confirm' }));
  expect(sent('confirmAllergies')).toEqual([]);
  await user.click(box.getByRole('button', { name: 'We make it without milk' }));
  expect(sent('confirmAllergies')).toEqual([]);
  await user.click(box.getByRole('button', { name: 'Confirm Dal' }));
  await waitFor(() =>
    expect(sent('confirmAllergies')).toEqual([
      { orderId: dalForOne.id, lines: [1], version: dalForOne.version, decision: 'without' },
    ]),
  );
  // The rest is the check of every dish that may contain it.
  expect(await kitchen.findByRole('button', { name: 'Confirm 1 dish' })).toBeTruthy();
  expect(kitchen.getByText(/^Contains milk\. Made without it, Mia, /)).toBeTruthy();
  expect(kitchen.queryByText(/to decide$/)).toBeNull();
});
