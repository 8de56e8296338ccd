import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { outage, refusal, type Answers } from '../../testing/network.ts';
import { dalDish, truro } from '../../testing/samples.ts';
import { liveStreamQuery, openPage, sendLiveEvent, typeIn } from '../../testing/show.tsx';
import TableRoute, { loader } from '../../routes/guest/table.tsx';
import type { TableTab } from './use-table-tab.ts';

const AT = '2026-11-20T22:31:00.000Z';
const CARTS = 'sizzle_spice_location_carts';
/** Without heat levels, so that the plus adds it at once. */
const naan = {
  ...dalDish,
  id: 'naan',
  name: 'Garlic Naan',
  price: 3.95,
  spiceLevel: 'none' as const,
  allergens: ['wheat'] as const,
};
const line = (more: object = {}) => ({
  orderId: 'O1',
  line: 1,
  name: 'Garlic Naan',
  quantity: 2,
  total: 7.9,
  guestId: 'g1',
  paidQuantity: 0,
  isPaid: false,
  ...more,
});
const round = (more: object = {}) => ({
  roundId: 'r1',
  guestId: 'g1',
  at: AT,
  state: 'sent',
  status: 'pending',
  isHeld: false,
  orderId: 'O1',
  items: [line()],
  ...more,
});
const tab = (more: object = {}) =>
  ({
    tableName: '7',
    locationId: 'truro',
    billId: null,
    isOver: false,
    guests: [
      { guestId: 'g1', name: 'Mint', isYou: true },
      { guestId: 'g2', name: 'Clove 2', isYou: false },
    ],
    rounds: [],
    due: { total: 0, paid: 0, reserved: 0, due: 0 },
    payments: [],
    amounts: { mine: 0, rest: 0 },
    mine: [],
    calls: [],
    tipChoices: [10, 15],
    tipOnShare: 1,
    ...more,
  }) as TableTab;
const owing = (more: object = {}) =>
  tab({
    billId: 'B1',
    rounds: [
      round(),
      round({
        roundId: 'r2',
        guestId: null,
        orderId: 'O2',
        items: [line({ orderId: 'O2', name: 'Mango Lassi', guestId: null, quantity: 1, total: 5, withTax: 6 })],
      }),
    ],
    due: { total: 14.7, paid: 0, reserved: 0, due: 14.7 },
    amounts: { mine: 9, rest: 14.7 },
    mine: [{ orderId: 'O1', line: 1, quantity: 2 }],
    ...more,
  });

const tableSeven = { tableName: '7', locationId: 'truro', isSeated: true, isOn: true };

async function open(answers: Answers = {}, { view = '', isJoined = true } = {}) {
  if (isJoined) localStorage.setItem('tiffin_tables', JSON.stringify({ t7: { token: 'T', name: 'Mint' } }));
  const ofTable = (args: object) => loader({ ...args, params: { tableId: 't7' } } as never);
  const page = openPage({ default: TableRoute, loader: ofTable }, `/table/t7${view}`, {
    getTable: tableSeven,
    getLocation: { location: truro },
    getLocationMenu: {
      locationId: 'truro',
      items: [naan as never],
      categories: [{ id: 'veg-curries', name: 'Veg Curries', isDefault: true, count: 1 }],
      version: 1,
    },
    getTableTab: tab(),
    ...answers,
  });
  await screen.findByRole('heading', { level: 1, name: 'Table 7' });
  return page;
}
/** The round beside the menu has the same buttons, and a press on them would be lost with the menu. */
async function openRound(press: Awaited<ReturnType<typeof open>>['press']): Promise<void> {
  await press(/^My order \(1\)/, 'link');
  await screen.findByRole('link', { name: 'My order (1)', current: 'page' });
}
const storedLines = () =>
  (JSON.parse(localStorage.getItem(CARTS) ?? '{}') as Record<string, { id: string; quantity: number }[]>)['table/t7'] ??
  [];

test('a guest types the code of the party, reads when it is wrong, and then sees the menu and who is there', async () => {
  const { press, sent, answer } = await open({ joinTable: refusal('table-code') }, { isJoined: false });
  await press('Join the table');
  await expect(screen).toShow('Type the code of your table first.');
  await typeIn(/The code of your table/, 'k7mq');
  await press('Join the table');
  await expect(screen).toShow(/This is not the code of your party/);
  expect(sent('joinTable').at(-1)).toEqual({ tableId: 't7', code: 'k7mq' });
  await typeIn(/Your name/, ' Asha ');
  answer({ joinTable: new Response('{}', { status: 429 }) });
  await press('Join the table');
  await expect(screen).toShow(
    'Too many wrong codes were typed. Please ask your waiter for the long code of your table.',
  );
  answer({ joinTable: new Response('{}', { status: 503, headers: { 'retry-after': '60' } }) });
  await press('Join the table');
  await expect(screen).toShow('No answer came. Please try again.');
  answer({ joinTable: { token: 'T', guestId: 'g1', name: 'Mint' } });
  await press('Join the table');
  await expect(screen).toShow('Mint (you)');
  await expect(screen).toShow('Clove 2');
  expect(sent('joinTable').at(-1)).toEqual({ tableId: 't7', code: 'k7mq', name: 'Asha' });
  expect(sent('getTableTab').at(-1)).toEqual({ token: 'T' });
  await waitFor(() => expect(liveStreamQuery()?.get('tableToken')).toBe('T'));
});

test('a guest at a free table reads that nobody sits there, and where phones cannot order, that the waiter does', async () => {
  await open({ getTable: { ...tableSeven, isSeated: false } }, { isJoined: false });
  await expect(screen).toShow(/Nobody sits at this table yet/);
});

test('a guest of a location without orders by phone is told to ask the waiter, and can read the menu', async () => {
  await open({ getTable: { ...tableSeven, isOn: false } }, { isJoined: false });
  await expect(screen).toShow(/You cannot order by phone at this table/);
  expect(screen.getByRole('link', { name: 'Only look at the menu' }).getAttribute('href')).toBe('/menu/truro');
  expect(screen.queryByRole('button', { name: 'Join the table' })).toBeNull();
});

test('a phone sends a round once, keeps it when the server is away, and waits for the waiter', async () => {
  localStorage.setItem(
    CARTS,
    JSON.stringify({ truro: [{ id: 'dal', name: 'Dal', price: 5, quantity: 1, spiceLevelId: null }] }),
  );
  const { press, sent, answer } = await open({ addTableRound: outage() });
  await press('Add Garlic Naan');
  await waitFor(() => expect(storedLines()).toMatchObject([{ id: 'naan', quantity: 1 }]));
  await openRound(press);
  await press(/^Send 1 dish/);
  await expect(screen).toShow('Your order was not sent');
  expect(storedLines()).toHaveLength(1);
  answer({
    addTableRound: { roundId: 'r1', waitsForStaff: true },
    getTableTab: tab({ rounds: [round({ state: 'waits-for-staff', status: null, orderId: null })] }),
  });
  await press(/^Send 1 dish/);
  await expect(screen).toShow('One moment: your waiter confirms your order.');
  await expect(screen).toShow(/Waits for your waiter/);
  expect(sent('addTableRound').at(-1)).toMatchObject({ token: 'T', items: [{ id: 'naan', quantity: 1 }] });
  expect(storedLines()).toEqual([]);
  // The cart of the location is another one.
  expect(localStorage.getItem(CARTS)).toContain('dal');
});

test('an allergy is stated once, warned about for each dish, sent with the round, and stays for the next one', async () => {
  const { press, sent } = await open({ addTableRound: { roundId: 'r1', orderId: 'O1', waitsForStaff: false } });
  await press('Add Garlic Naan');
  await openRound(press);
  await press(/Wheat/, 'checkbox');
  await expect(screen).toShow(/Garlic Naan contains wheat/i);
  await press(/^Send 1 dish/);
  await waitFor(() => expect(sent('addTableRound').at(-1)).toMatchObject({ allergies: [{ code: 'wheat' }] }));
  await waitFor(() => expect(storedLines()).toEqual([]));
  expect(JSON.parse(localStorage.getItem('tiffin_allergies') ?? '{}')).toEqual({ 'table/t7': [{ code: 'wheat' }] });
});

test('a guest reads that the waiter could not take the round, why, and which dishes to order again, as soon as it is refused', async () => {
  const { answer } = await open({ getTableTab: tab({ rounds: [round({ state: 'waits-for-staff', status: null })] }) });
  await expect(screen).toShow('One moment: your waiter confirms your order.');
  const items = [line({ orderId: '', menuItemId: 'naan', name: 'Naan à l’ail' })];
  const refused = round({ state: 'refused', status: null, why: 'The tandoor is off.', items });
  answer({ getTableTab: tab({ rounds: [refused] }) });
  sendLiveEvent('floor.changed', { locationId: 'truro' });
  await expect(screen).toShow('Your waiter could not take your order');
  await expect(screen).toShow('The tandoor is off.');
  await expect(screen).toShow('2 × Garlic Naan');
});

test('a dish that sold out meanwhile leaves the round with a notice', async () => {
  const { press, answer } = await open({ addTableRound: refusal('item-unavailable') });
  await press('Add Garlic Naan');
  await openRound(press);
  answer({
    getLocationMenu: {
      locationId: 'truro',
      items: [{ ...naan, isAvailable: false } as never],
      categories: [],
      version: 2,
    },
  });
  await press(/^Send 1 dish/);
  await expect(screen).toShow('Garlic Naan is no longer available and was removed from your order.');
});

test('a guest calls the waiter, all read it, and the call is taken back', async () => {
  const { press, sent, answer } = await open({ callWaiter: outage() });
  await press('Call the waiter');
  await press('Water, please');
  await expect(screen).toShow('Your call did not arrive');
  const calls = [{ about: 'water' as const, at: AT }];
  answer({ callWaiter: { calls }, getTableTab: tab({ calls }), takeBackCall: { calls: [] } });
  await press('Water, please');
  await expect(screen).toShow('Somebody is on the way.');
  expect(sent('callWaiter').at(-1)).toEqual({ token: 'T', about: 'water' });
  answer({ getTableTab: tab() });
  await press('Never mind, thank you');
  await waitFor(() => expect(screen.queryByText('Somebody is on the way.')).toBeNull());
  expect(sent('takeBackCall')).toEqual([{ token: 'T', about: 'water' }]);
});

test('a guest pays the own dishes with a tip, and reads when somebody was faster', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockReturnValue();
  const { press, sent, answer } = await open(
    { getTableTab: owing(), payAtTable: refusal('more-than-due', 'Only $3.00 is still open.') },
    { view: '?view=bill' },
  );
  await expect(screen).toShow('Running bill');
  await press(/^10 ?%/, 'radio');
  await press(/^Pay \$9.90/);
  await expect(screen).toShow('Your card was not charged.');
  await expect(screen).toShow('Only $3.00 is still open.');
  answer({ payAtTable: { paymentUrl: 'https://pay.test/s', amount: 9.9, left: 5.7 } });
  await press(/^Pay \$9.90/);
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://pay.test/s'));
  // The payment page returns to this table.
  expect(sessionStorage.getItem('tiffin_tables')).toBe('t7');
  expect(sent('payAtTable').at(-1)).toEqual({
    token: 'T',
    lines: [{ orderId: 'O1', line: 1, quantity: 2 }],
    tip: 0.9,
  });
  assign.mockRestore();
});

test('a guest pays some dishes, a share or the rest', async () => {
  const paid = { paymentUrl: null, amount: 1, left: 0 };
  const { press, sent } = await open({ getTableTab: owing(), payAtTable: paid }, { view: '?view=bill' });
  await press(/^Some dishes/, 'radio');
  expect(screen.getByRole('button', { name: /^Pay/ }).title).toBe('Choose the dishes first');
  // Others ordered the same dish, so each says whose it is.
  await press('1 × Mango Lassi From your waiter, $6.00', 'checkbox');
  // Its tax is higher than that of the naan.
  await press(/^Pay \$6.00/);
  await waitFor(() =>
    expect(sent('payAtTable').at(-1)).toEqual({ token: 'T', lines: [{ orderId: 'O2', line: 1, quantity: 1 }] }),
  );
  await press(/^A share/, 'radio');
  await press('One more part');
  await press(/^Pay \$4.90/);
  await waitFor(() => expect(sent('payAtTable').at(-1)).toEqual({ token: 'T', share: { of: 3 } }));
  await press(/^All that is open/, 'radio');
  await press(/^Pay \$14.70/);
  await waitFor(() => expect(sent('payAtTable').at(-1)).toEqual({ token: 'T', rest: true }));
});

test('a guest pays the same share as the one before, and is not counted among those who paid their own dishes', async () => {
  const guests = ['Mint', 'Clove', 'Chili', 'Basil'].map((name) => ({ guestId: name, name, isYou: name === 'Mint' }));
  await open(
    {
      getTableTab: owing({
        guests,
        due: { total: 14.7, paid: 6, reserved: 0, due: 8.7 },
        amounts: { mine: 0, rest: 8.7 },
        mine: [],
        payments: [
          { name: 'Clove', amount: 1.65, tip: 0, state: 'paid' },
          { name: 'Chili', amount: 4.35, tip: 1, state: 'paid', of: 3 },
        ],
      }),
    },
    { view: '?view=bill' },
  );
  expect(await screen.findByRole('radio', { name: /^A share .* one of 3 \$4\.35$/ })).toBeTruthy();
});

test('a guest who left the payment page unfinished reads so and pays anew', async () => {
  const { press, sent } = await open(
    {
      getTableTab: owing({
        due: { total: 14.7, paid: 0, reserved: 14.7, due: 0 },
        payments: [{ name: 'Mint', amount: 14.7, tip: 0, state: 'open', until: AT }],
      }),
      payAtTable: { paymentUrl: null, amount: 9, left: 0 },
    },
    { view: '?view=bill' },
  );
  await expect(screen).toShow('Your payment of $14.70 is not finished. You can pay again below.');
  await press(/^Pay \$9.00/);
  await waitFor(() => expect(sent('payAtTable')).toHaveLength(1));
});

test('a guest reads the dishes of others in the language of the menu', async () => {
  const french = round({ items: [line({ menuItemId: 'naan', name: 'Naan à l’ail' })] });
  await open({ getTableTab: owing({ rounds: [french] }) }, { view: '?view=bill' });
  await expect(screen).toShow('Garlic Naan');
  expect(screen.queryByText('Naan à l’ail')).toBeNull();
});

test('a guest tells the own dishes from those of another phone and of the waiter', async () => {
  const others = round({
    roundId: 'r3',
    guestId: 'g2',
    orderId: 'O3',
    items: [line({ orderId: 'O3', guestId: 'g2' })],
  });
  await open({ getTableTab: owing({ rounds: [...owing().rounds, others] }) }, { view: '?view=bill' });
  await expect(screen).toShow('You');
  await expect(screen).toShow('From your waiter');
  const lines = screen.getAllByText('Garlic Naan').map((name) => name.closest('li')?.textContent ?? '');
  expect(lines.map((text) => text.includes('You'))).toEqual([true, false]);
  expect(lines[1]).toContain('Clove 2');
});

test('a press on the link of the part that is shown loads nothing and goes to its top', async () => {
  const scrollTo = vi.spyOn(window, 'scrollTo').mockReturnValue();
  const { press, sent } = await open();
  const before = sent('getTable').length;
  await press('Menu', 'link');
  expect(scrollTo).toHaveBeenCalledWith({ top: 0 });
  await press(/^Bill/, 'link');
  await screen.findByText('Nothing ordered yet');
  await press(/^Bill/, 'link');
  expect(scrollTo).toHaveBeenCalledTimes(2);
  // One more for the bill, which in the app loads nothing either.
  expect(sent('getTable').length).toBeLessThanOrEqual(before + 1);
  scrollTo.mockRestore();
});

test('the bill shows who has paid, who is paying until when, and what is left', async () => {
  const { answer } = await open(
    {
      getTableTab: owing({
        rounds: [
          round({
            items: [line({ isPaid: true, paidQuantity: 2 }), line({ line: 2, name: 'Dal Tadka', paidQuantity: 2 })],
          }),
        ],
        due: { total: 14.7, paid: 9, reserved: 2, due: 3.7 },
        payments: [
          { name: 'Mint', amount: 9, tip: 1, state: 'paid' },
          { name: 'Clove 2', amount: 2, tip: 0, state: 'open', until: '2026-11-20T23:12:00.000Z' },
        ],
        amounts: { mine: 0, rest: 3.7 },
        mine: [],
      }),
    },
    { view: '?view=bill' },
  );
  await expect(screen).toShow('You paid $10.00. Thank you!');
  await expect(screen).toShow('Paid by Mint');
  await expect(screen).toShow('Clove 2 is paying $2.00.');
  await expect(screen).toShow('It is kept until 7:12 p.m.');
  await expect(screen).toShow('$3.70');
  expect(screen.getByText('Garlic Naan').className).toContain('line-through');
  expect(screen.getByText('Dal Tadka').className).not.toContain('line-through');
  await expect(screen).toShow(/, being paid$/);
  const due = { total: 14.7, paid: 14.7, reserved: 0, due: 0 };
  answer({ getTableTab: owing({ due, mine: [], amounts: { mine: 0, rest: 0 } }) });
  sendLiveEvent('floor.changed', { locationId: 'truro' });
  await expect(screen).toShow('The table is paid. Thank you!');
  expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
});

test('a phone whose bill was open before it ordered pays its own dishes first', async () => {
  const before = owing({ mine: [], amounts: { mine: 0, rest: 14.7 } });
  const { answer } = await open({ getTableTab: before }, { view: '?view=bill' });
  const chosen = (name: RegExp) => screen.findByRole<HTMLInputElement>('radio', { name });
  expect((await chosen(/^All that is open/)).checked).toBe(true);
  answer({ getTableTab: owing() });
  sendLiveEvent('floor.changed', { locationId: 'truro' });
  await waitFor(async () => expect((await chosen(/^My dishes/)).checked).toBe(true));
});

test('the bill before the first round says what will be there', async () => {
  await open({}, { view: '?view=bill' });
  await expect(screen).toShow('Nothing ordered yet');
});

test('after the party has left, the page says so and asks for another code', async () => {
  const { press } = await open({ getTableTab: refusal('tab-closed') });
  await expect(screen).toShow('Your table is closed');
  await press('Enter another code');
  await screen.findByRole('button', { name: 'Join the table' });
  expect(localStorage.getItem('tiffin_tables')).toBe('{}');
});

test('a table that cannot be loaded says why, and loads again', async () => {
  const { press, answer } = await open({ getTableTab: outage() });
  await expect(screen).toShow('Your table could not be loaded');
  answer({ getTableTab: tab() });
  await press('Try Again');
  expect(
    await within(await screen.findByRole('list', { name: 'At this table' })).findByText('Mint (you)'),
  ).toBeTruthy();
});

test('a phone without storage works and says that closing the page loses the round', async () => {
  const blocked = () => {
    throw new DOMException('blocked', 'SecurityError');
  };
  const { localStorage: stored } = globalThis;
  onTestFinished(() => void vi.stubGlobal('localStorage', stored));
  vi.stubGlobal('localStorage', { getItem: blocked, setItem: blocked, removeItem: blocked });
  const { press } = await open({ joinTable: { token: 'T', guestId: 'g1', name: 'Mint' } }, { isJoined: false });
  await typeIn(/The code of your table/, 'k7mq');
  await press('Join the table');
  await expect(screen).toShow(/This browser stores nothing/);
  await press('Add Garlic Naan');
  await expect(screen).toShow('My order (1)');
});
