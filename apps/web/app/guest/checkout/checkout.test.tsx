import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { refusal, type Answers } from '../../testing/network.ts';
import { dalDish, dalForOne, guest, rootData, thaliDish, truro } from '../../testing/samples.ts';
import { field, openPage, openPages, typeIn } from '../../testing/show.tsx';
import { toast } from '../../ui/toasts.ts';
import { Outlet } from 'react-router';
import * as checkoutRoute from '../../routes/guest/checkout.tsx';

const line = { id: 'dal', name: 'Dal Tadka', price: 10, quantity: 1, maxQuantity: 10, cartKey: 'dal-default' };
const answers: Answers = {
  getPaymentOptions: { cards: false } as never,
  getWelcomeOffer: { offer: null },
  getMyAddresses: { addresses: [] },
  getLocationMenu: { locationId: 'truro', items: [dalDish], categories: [], version: 1 },
  createCustomerOrderCash: { orderId: dalForOne.id, order: dalForOne },
};

async function checkout(more: Answers = {}, details: Record<string, string> = {}, cart: object[] = [line]) {
  localStorage.setItem('sizzle_spice_location_carts', JSON.stringify({ truro: cart }));
  const page = openPage(checkoutRoute, '/checkout?location=truro', { ...answers, ...more }, guest);
  await expect(screen).toShow('How would you like it?');
  const filled = { Name: 'Asha Rao', Email: 'Asha@Example.test ', Phone: '9025550101', ...details };
  await typeIn(/^(Full )?Name/, filled.Name);
  await typeIn(/^Email/, filled.Email);
  await typeIn(/^Phone( number)?/i, filled.Phone);
  return page;
}
const place = /^Place/;
const failing = (status: number, error: string, code = 'some-other') =>
  Response.json({ success: false, error, code }, { status });
const redBox = async () => {
  const boxes = await screen.findAllByRole('alert');
  return boxes.map(({ textContent }) => textContent).join(' ');
};

/** One dal and three of a dish with a heat level. */
const vindaloo = {
  ...line,
  id: 'vindaloo',
  name: 'Vindaloo',
  price: 12,
  quantity: 3,
  cartKey: 'vindaloo-hot',
  spiceLevelId: 'hot',
};
const mild = {
  ...line,
  id: 'korma',
  name: 'Korma',
  cartKey: 'korma-mild',
  spiceLevelId: 'mild',
};
const menuOfThree: Answers = {
  getLocationMenu: {
    locationId: 'truro',
    items: [
      dalDish,
      { ...dalDish, id: 'vindaloo', name: 'Vindaloo', price: 12 },
      { ...dalDish, id: 'korma', name: 'Korma' },
    ],
    categories: [],
    version: 1,
  },
};
const summaryText = async () => (await screen.findByRole('complementary', { name: /Order summary/ })).textContent;
/** The amount beside a label of the summary. */
const sumOf = async (word: string) =>
  (await screen.findAllByText(word)).at(-1)?.parentElement?.textContent?.slice(word.length);

test('the summary names the location and the order type, pickup by default [C-CHK-03] [C-CHK-04]', async () => {
  const { press } = await checkout();
  expect(await summaryText()).toContain('Truro Heights, Pickup.');
  await press('Delivery', 'radio');
  expect(await summaryText()).toContain('Truro Heights, Delivery.');
});

test('the summary of a location without a name says “Selected Location” [C-CHK-03]', async () => {
  Object.assign(rootData.locations[0] ?? {}, { name: '' });
  await checkout();
  expect(await summaryText()).toContain('Selected Location, Pickup.');
});

test('each dish shows its quantity, line price and heat level unless it is Mild [C-CHK-06] [C-CHK-07]', async () => {
  await checkout(menuOfThree, {}, [line, vindaloo, mild]);
  const text = await summaryText();
  expect(text).toContain('3×Vindaloo$36.00Hot');
  expect(text).toContain('1×Korma$10.00');
  expect(text).not.toContain('Mild');
});

test('shows the subtotal, and the tax with its rate [C-CHK-08] [C-CHK-09]', async () => {
  await checkout(menuOfThree, {}, [line, vindaloo]);
  expect(await sumOf('Subtotal')).toBe('$46.00');
  expect(await sumOf('HST (14%)')).toBe('$6.44');
});

test('a tip is a share of subtotal and tax or an amount, and shows in the summary once chosen [C-CHK-10] [C-CHK-15]', async () => {
  const { press } = await checkout();
  const tips = screen.getByRole('group', { name: 'Tip' }).querySelectorAll('input');
  expect([...tips].map(({ value, checked }) => [value, checked])).toEqual(
    ['none', '5', '10', '15', 'custom'].map((value) => [value, false]),
  );
  expect(await summaryText()).not.toContain('Tip');
  await press(/^10%/, 'radio');
  expect(await sumOf('Tip')).toBe('$1.14');
  await press('No Tip', 'radio');
  expect(await summaryText()).not.toContain('Tip');
});

test.each([
  ['without a name', 'Pickup', { Name: ' ' }, { 'Full Name': 'Name must be at least 2 characters' }],
  [
    'with neither an email nor a phone number',
    'Pickup',
    { Email: '', Phone: '' },
    { 'Email Address': 'Please enter a valid email address', 'Phone Number': 'Please enter a valid phone number' },
  ],
  [
    'for delivery without a phone number',
    'Delivery',
    { Phone: '' },
    { 'Phone Number': 'Please enter a valid phone number' },
  ],
])(
  'an order %s is not sent, and the required fields say what is missing [C-CHK-13]',
  async (_what, type, details, said) => {
    const { press, sent } = await checkout({}, details);
    await press(type, 'radio');
    await press(place);
    for (const [label, words] of Object.entries(said)) {
      const input = screen.getByRole('textbox', { name: label });
      expect(input.getAttribute('aria-required')).toBe('true');
      const described = (input.getAttribute('aria-describedby') ?? '').split(' ');
      expect(described.map((id) => document.getElementById(id)?.textContent)).toContain(words);
    }
    expect(sent('createCustomerOrderCash')).toEqual([]);
  },
);

test('a guest chooses online payment or cash and reads what each means [C-CHK-17] [C-CHK-18] [C-CHK-19]', async () => {
  await checkout({ getPaymentOptions: { cards: true } as never });
  const ways = (await screen.findAllByRole('radio', { name: /^(Pay online|Cash)/ })).map((way) => way.closest('label'));
  expect(ways).toHaveLength(2);
  expect(ways[0]?.textContent).toMatch(/Card, Apple Pay or Google Pay\. Secure payment by a card provider\./);
  expect(ways[1]?.textContent).toMatch(/Pay when you receive or pick up\./);
});

test('while an order is sent the button shows “Creating Order” and is disabled [C-CHK-24] [C-CHK-26]', async () => {
  const { press, sent } = await checkout({ createCustomerOrderCash: () => new Promise<Response>(() => {}) });
  await press(place);
  const busy = await screen.findByRole('button', { name: 'Creating Order...' });
  expect((busy as HTMLButtonElement).disabled || busy.getAttribute('aria-disabled') === 'true').toBe(true);
  expect(sent('createCustomerOrderCash')).toHaveLength(1);
});

test('a placed order empties the cart and opens its page [C-CHK-28]', async () => {
  const { press } = await checkout();
  await press(place);
  await expect(screen).toShow('elsewhere');
  expect(localStorage.getItem('sizzle_spice_location_carts')).toBeNull();
});

test('computes the total from the dishes, the location’s tax and the tip [C-CHK-35]', async () => {
  const { press, sent } = await checkout(menuOfThree, {}, [line, vindaloo]);
  await press(/^10%/, 'radio');
  await press(place);
  await waitFor(() => expect(sent('createCustomerOrderCash')).toHaveLength(1));
  expect(sent('createCustomerOrderCash')[0]).toMatchObject({
    pricing: { subtotal: 46, tax: 6.44, tip: 5.24, total: 57.68, taxRate: 0.14 },
  });
});

test('dine-in has a table number and a party size of 1 by default; delivery has an address and instructions [C-CHK-21] [C-CHK-22]', async () => {
  const { press } = await checkout();
  await press('Dine-in', 'radio');
  expect((await field(/^Table number/)).value).toBe('');
  expect((await field(/^Party size/)).value).toBe('1');
  await press('Delivery', 'radio');
  expect((await field(/^Delivery address/)).value).toBe('');
  expect((await field(/^Delivery instructions/)).value).toBe('');
});

test('invalid fields show an error each and one for the form, nothing is sent, and correcting them clears the errors [C-CHK-48] [C-CHK-49] [C-CHK-50]', async () => {
  const { press, sent } = await checkout();
  await press('Delivery', 'radio');
  await press(place);
  const words = 'Delivery address is required for delivery orders';
  await expect(screen).toShow(words);
  expect(await redBox()).toContain('Please complete all required fields correctly');
  expect(sent('createCustomerOrderCash')).toEqual([]);
  await typeIn(/^Delivery address/, '12 Prince Street, Truro');
  expect(screen.queryByText(words)).toBeNull();
});

test('a custom tip is at most $100.00, to the cent, and accepts a comma [C-CHK-16]', async () => {
  const { press } = await checkout();
  await press('Custom', 'radio');
  await typeIn('Custom tip', '99999');
  await expect(screen).toShow('The highest tip we accept is $100.00, so we changed it to that.');
  fireEvent.blur(await field('Custom tip'));
  expect((await field('Custom tip')).value).toBe('100.00');
  await typeIn('Custom tip', '2,50');
  fireEvent.blur(await field('Custom tip'));
  expect((await field('Custom tip')).value).toBe('2.50');
});

test('shows the total in Canadian dollars [C-CHK-11]', async () => {
  await checkout();
  const [label] = await screen.findAllByText('Total (CAD)');
  expect(label?.parentElement?.textContent).toContain('$11.40');
});

test('counts a single dish once [C-CHK-05]', async () => {
  await checkout();
  await expect(screen).toShow('Truro Heights, Pickup. 1 item.');
});

test('counts several of the same dish as items and as one unique dish [C-CHK-05]', async () => {
  await checkout({}, {}, [{ ...line, quantity: 3 }]);
  await expect(screen).toShow('Truro Heights, Pickup. 3 items, 1 unique.');
});

test('on a phone a guest reads who orders, the dishes, how to pay, tip and sums, in this order', async () => {
  const narrow = { matches: false, addEventListener() {}, removeEventListener() {} };
  const media = vi.spyOn(window, 'matchMedia').mockReturnValue(narrow as never);
  await checkout();
  const parts = [
    await screen.findByRole('heading', { name: 'When and where' }),
    await field(/^(Full )?Name/),
    await screen.findByText('Dal Tadka'),
    await field(/^Special instructions/),
    await screen.findByRole('radio', { name: /^Cash/ }),
    await screen.findByRole('radio', { name: 'No Tip' }),
    await screen.findByText('Promo code'),
    await screen.findByText('Total (CAD)'),
    await screen.findByRole('button', { name: place }),
  ];
  for (const [at, part] of parts.slice(1).entries())
    expect(parts[at]?.compareDocumentPosition(part)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  media.mockRestore();
});

test('a delivery is described as from the restaurant, pickup as at it', async () => {
  const { press } = await checkout();
  await expect(screen).toShow(/^Pickup at Truro Heights/);
  await press('Delivery', 'radio');
  await expect(screen).toShow(/^Delivery from Truro Heights/);
});

test.each([
  ['cash', false, /^Place Order\s*\$11\.40 in cash$/],
  ['card', true, /^Place Order\s*\$11\.42$/],
])('the button shows the amount due by %s [C-CHK-20]', async (_how, cards, name) => {
  const price = 10.02;
  const menu = { locationId: 'truro', items: [{ ...dalDish, price }], categories: [], version: 1 };
  await checkout({ getLocationMenu: menu, getPaymentOptions: { cards } as never }, {}, [{ ...line, price }]);
  expect(await screen.findByRole('button', { name })).toBeTruthy();
});

test('a dine-in guest enters a table or asks to be seated', async () => {
  const { press, sent } = await checkout();
  await press('Dine-in', 'radio');
  await press(place);
  await expect(screen).toShow('Give the number on your table, or let us seat you');
  expect(sent('createCustomerOrderCash')).toEqual([]);
  await press('Seat us when we come', 'checkbox');
  expect(screen.queryByText('Give the number on your table, or let us seat you')).toBeNull();
  await press(place);
  await waitFor(() => expect(sent('createCustomerOrderCash')).toHaveLength(1));
  expect(sent('createCustomerOrderCash')[0]).toMatchObject({ orderType: 'dine-in', tableInfo: { partySize: 1 } });
});

test('a typed table number returns when the guest unchecks being seated', async () => {
  const { press, sent } = await checkout();
  await press('Dine-in', 'radio');
  await typeIn(/^Table number/, '12');
  await press('Seat us when we come', 'checkbox');
  expect((await field(/^Table number/)).disabled).toBe(true);
  await press('Seat us when we come', 'checkbox');
  expect((await field(/^Table number/)).value).toBe('12');
  await press(place);
  await waitFor(() => expect(sent('createCustomerOrderCash')).toHaveLength(1));
  expect(sent('createCustomerOrderCash')[0]).toMatchObject({ tableInfo: { tableNumber: '12' } });
});

test.each([
  [{ Name: ' ', Phone: '' }, 'Fill in your name first'],
  [{ Email: '', Phone: '' }, 'Fill in your phone number or email first'],
  [{ Name: '', Email: '', Phone: '' }, 'Fill in your name and phone number or email first'],
  [{ Email: 'nowhere' }, 'Check your email address first'],
])('the disabled button names what is missing: %o', async (details, words) => {
  await checkout({}, details);
  await expect(screen).toShow(words);
});

test.each([
  [{ Phone: '' }, { email: 'asha@example.test' }],
  [{ Email: '' }, { phone: '+19025550101' }],
])('a customer orders a pickup with one way to be reached, like a guest: %o', async (details, sent) => {
  const page = await checkout({}, details);
  await page.press(place);
  await waitFor(() => expect(page.sent('createCustomerOrderCash')).toHaveLength(1));
  const [{ customerInfo }] = page.sent('createCustomerOrderCash') as [{ customerInfo: object }];
  expect(customerInfo).toEqual({ name: 'Asha Rao', firebaseId: guest.uid, ...sent });
});

test('with both contacts wrong neither is called optional', async () => {
  await checkout({}, { Email: 'nowhere', Phone: '12' });
  for (const label of [/^Email/, /^Phone( number)?/i])
    expect((await field(label)).getAttribute('aria-required')).toBe('true');
});

test('the opening and ready times end without a double full stop', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-20T11:00:00Z') });
  Object.assign(truro, { isOpen: false, nextOpening: '2026-11-20T15:30:00Z' });
  await checkout();
  await expect(screen).toShow(/^We open Friday,? 11:30 a\.m\. Your order would be ready about Friday,? 11:50 a\.m\.$/);
});

test('the closed notice disappears when the location opens while the guest is typing', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-20T15:29:30Z') });
  Object.assign(truro, { isOpen: false, nextOpening: '2026-11-20T15:30:00Z' });
  await checkout();
  await expect(screen).toShow('We are closed now.');
  Object.assign(truro, { isOpen: true, nextOpening: null });
  await vi.advanceTimersByTimeAsync(31_000);
  await waitFor(() => expect(screen.queryByText('We are closed now.')).toBeNull());
});

test('during a pause the button is disabled and shows its end, and is enabled at that minute', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-20T22:06:00Z') });
  const until = '2026-11-20T22:35:00.000Z';
  Object.assign(truro, { pace: [{ kind: 'pause', service: null, plus: 0, until }] });
  const { sent, press } = await checkout();
  expect(
    (await screen.findAllByText('Ordering is paused until 6:35 p.m. You can order for later now.')).length,
  ).toBeGreaterThan(1);
  await press(place);
  expect(sent('createCustomerOrderCash')).toEqual([]);
  await vi.advanceTimersByTimeAsync(29 * 60_000);
  await waitFor(() =>
    expect(screen.queryAllByText('Ordering is paused until 6:35 p.m. You can order for later now.')).toEqual([]),
  );
  // A press in the second after the pause would be ignored.
  await vi.advanceTimersByTimeAsync(1_100);
  await press(place);
  await waitFor(() => expect(sent('createCustomerOrderCash')).toHaveLength(1));
});

const times = {
  getReadyTimes: {
    timeZone: 'America/Halifax',
    days: [
      { date: '2099-11-20', times: ['2099-11-20T22:15:00.000Z', '2099-11-20T22:30:00.000Z'] },
      { date: '2099-11-21', times: ['2099-11-21T22:15:00.000Z'] },
    ],
  },
};

test('a guest schedules an order, and the next one is as soon as possible again', async () => {
  const { press, sent, user } = await checkout(times);
  await user.click(await screen.findByRole('radio', { name: /^Schedule for later/ }));
  await expect(screen).toShow('Choose a time first');
  await press(place);
  expect(sent('createCustomerOrderCash')).toEqual([]);
  await user.click(await screen.findByRole('radio', { name: /21$/ }));
  await user.click(await screen.findByRole('radio', { name: '6:15 p.m.' }));
  await press(place);
  await waitFor(() => expect(sent('createCustomerOrderCash')).toHaveLength(1));
  expect(sent('createCustomerOrderCash')[0]).toMatchObject({ wantedFor: '2099-11-21T22:15:00.000Z' });
  expect(sessionStorage.getItem('tiffin_wanted_time')).toBeNull();
});

test('a dish that is not sold at the chosen time shows a message and stays until the guest changes the time or removes it', async () => {
  const { press, sent, user } = await checkout({
    ...times,
    getLocationMenu: ({ at }) => ({
      locationId: 'truro',
      items: [
        at === '2099-11-21T22:15:00.000Z'
          ? { ...dalDish, isAvailable: false, served: 'Lunch, 11:30 a.m. to 3:00 p.m.' }
          : { ...dalDish, price: at === undefined ? dalDish.price : 8.95 },
      ],
      categories: [],
      version: 1,
    }),
  });
  await user.click(await screen.findByRole('radio', { name: /^Schedule for later/ }));
  await user.click(await screen.findByRole('radio', { name: /21$/ }));
  await user.click(await screen.findByRole('radio', { name: '6:15 p.m.' }));
  await expect(screen).toShow(
    'Dal Tadka: sold only at Lunch, 11:30 a.m. to 3:00 p.m. Choose one of these times, or remove it.',
  );
  expect(screen.queryByRole('link', { name: 'Choose again Dal Tadka' })).toBeNull();
  await press(/^Agree & Place/);
  expect(sent('createCustomerOrderCash')).toEqual([]);
  await user.click(await screen.findByRole('radio', { name: /20$/ }));
  await user.click(await screen.findByRole('radio', { name: '6:15 p.m.' }));
  // The lower price at that time shows before the order is sent, and is sent.
  await expect(screen).toShow('Dal Tadka is now $8.95 (was $10.00).');
  // A press is ignored until the new notice was visible for a moment.
  await waitFor(async () => {
    if (sent('createCustomerOrderCash').length === 0) await press(/^Agree & Place/);
    expect(sent('createCustomerOrderCash')).toHaveLength(1);
  });
  expect(sent('createCustomerOrderCash')[0]).toMatchObject({
    wantedFor: '2099-11-20T22:15:00.000Z',
    items: [{ id: 'dal', price: 8.95 }],
  });
});

test('a dish becomes available at its minute while the checkout is open', async () => {
  let isLunch = false;
  const served = 'Lunch, 11:30 a.m. to 3:00 p.m.';
  const changesAt = new Date(Date.now() + 1_200_000).toISOString();
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await checkout({
    getLocationMenu: () => ({
      locationId: 'truro',
      items: [isLunch ? dalDish : { ...dalDish, isAvailable: false, served }],
      categories: [],
      version: 1,
      changesAt: isLunch ? null : changesAt,
    }),
  });
  const blocked = /^Dal Tadka: sold only at Lunch/;
  await expect(screen).toShow(blocked);
  isLunch = true;
  await vi.advanceTimersByTimeAsync(1_200_000);
  await waitFor(() => expect(screen.queryByText(blocked)).toBeNull());
});

test('a time that was taken meanwhile shows a message, the times are reloaded, and the form keeps its values', async () => {
  const { press, sent, user } = await checkout({
    ...times,
    createCustomerOrderCash: refusal(
      'time-unavailable',
      'This time is no longer available. The nearest times: 6:30 p.m.',
    ),
  });
  await user.click(await screen.findByRole('radio', { name: /^Schedule for later/ }));
  await user.click(await screen.findByRole('radio', { name: '6:15 p.m.' }));
  await press(place);
  await waitFor(async () => expect(await redBox()).toContain('The nearest times: 6:30 p.m.'));
  await expect(screen).toShow(/6:15 p\.m\. is no longer available\. Please choose another time\./);
  const summary = screen.getByRole('heading', { name: 'When and where' }).nextElementSibling;
  expect(summary?.textContent).toBe('Pickup at Truro Heights');
  await waitFor(() => expect(sent('getReadyTimes').filter(({ by }) => by === 'guest')).toHaveLength(2));
  expect((await field(/^(Full )?Name/)).value).toBe('Asha Rao');
  await expect(screen).toShow('Choose a time first');
});

test('each time nearest to the taken one is a button, and the next press places the order', async () => {
  let isTaken = true;
  const { press, sent, user } = await checkout({
    ...times,
    createCustomerOrderCash: () =>
      isTaken
        ? refusal('time-unavailable', 'This time is no longer available.', { nearest: ['2099-11-20T22:30:00.000Z'] })
        : { orderId: dalForOne.id, order: dalForOne },
  });
  await user.click(await screen.findByRole('radio', { name: /^Schedule for later/ }));
  await user.click(await screen.findByRole('radio', { name: '6:15 p.m.' }));
  await press(place);
  const box = within(await screen.findByRole('alert'));
  isTaken = false;
  await user.click(await box.findByRole('button', { name: /6:30 p\.m\.$/ }));
  expect(screen.queryByRole('alert')).toBeNull();
  await press(place);
  await waitFor(() => expect(sent('createCustomerOrderCash')).toHaveLength(2));
  expect(sent('createCustomerOrderCash')[1]).toMatchObject({ wantedFor: '2099-11-20T22:30:00.000Z' });
});

test('without a location in the address the checkout uses the location of the cart', async () => {
  localStorage.setItem('sizzle_spice_location_carts', JSON.stringify({ gone: [line], truro: [line] }));
  openPage(checkoutRoute, '/checkout', answers, guest);
  await expect(screen).toShow('How would you like it?');
  expect(await summaryText()).toContain('Truro Heights');
});

test('a scheduled order can be placed during a pause', async () => {
  Object.assign(truro, { pace: [{ kind: 'pause', service: null, plus: 0, until: '2098-11-20T22:35:00.000Z' }] });
  const { press, sent, user } = await checkout(times);
  await user.click(await screen.findByRole('radio', { name: /^Schedule for later/ }));
  await user.click(await screen.findByRole('radio', { name: '6:30 p.m.' }));
  await press(place);
  await waitFor(() => expect(sent('createCustomerOrderCash')).toHaveLength(1));
});

test('times that fail to load show an error and can be requested again', async () => {
  const responses = [refusal('location-not-found'), times.getReadyTimes];
  const { press, user } = await checkout({
    // The page requests the ready time as well.
    getReadyTimes: ({ by }) => (by === 'guest' ? responses.shift() : null) ?? times.getReadyTimes,
  });
  await user.click(await screen.findByRole('radio', { name: /^Schedule for later/ }));
  await expect(screen).toShow('The times could not be loaded.');
  await press('Try Again');
  expect(await screen.findByRole('radio', { name: '6:15 p.m.' })).toBeTruthy();
});

/** A pause until 6:35 p.m. */
async function pause() {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-20T22:06:00Z') });
  Object.assign(truro, { pace: [{ kind: 'pause', service: null, plus: 0, until: '2026-11-20T22:35:00.000Z' }] });
}
const laterTimes = (...days: { readonly date: string; readonly times: string[] }[]) => ({
  getReadyTimes: { timeZone: 'America/Halifax', days },
});
const tonight = { date: '2026-11-20', times: ['2026-11-20T23:00:00.000Z', '2026-11-20T23:15:00.000Z'] };

test('during a pause the earliest later time is chosen beforehand, and one press orders for it', async () => {
  await pause();
  const { press, sent } = await checkout(laterTimes(tonight));
  await expect(screen).toShow('Friday 7:00 p.m.');
  await expect(screen).toShow('Ordering is paused until 6:35 p.m. You can order for later now.');
  await press(place);
  await waitFor(() => expect(sent('createCustomerOrderCash')).toHaveLength(1));
  expect(sent('createCustomerOrderCash')).toMatchObject([{ wantedFor: tonight.times[0] }]);
});

test('a time that the guest chooses during a pause stays, and the note goes', async () => {
  await pause();
  const { press, user } = await checkout(laterTimes(tonight));
  await expect(screen).toShow('Friday 7:00 p.m.');
  await press('Change');
  await user.click(await screen.findByRole('radio', { name: '7:15 p.m.' }));
  await waitFor(() => expect(screen.queryByText(/^Ordering is paused/)).toBeNull());
  expect(await screen.findByRole('radio', { name: '7:15 p.m.', checked: true })).toBeTruthy();
});

test('another day takes the time of the first one back, until the guest chooses a time of it', async () => {
  await pause();
  const tomorrow = { date: '2026-11-21', times: ['2026-11-21T23:00:00.000Z'] };
  const { press, sent, user } = await checkout(laterTimes(tonight, tomorrow));
  await expect(screen).toShow('Friday 7:00 p.m.');
  await press('Change');
  await user.click(await screen.findByRole('radio', { name: 'Sat 21' }));
  await waitFor(() => expect(screen.queryByText('Friday 7:00 p.m.')).toBeNull());
  await press(place);
  expect(sent('createCustomerOrderCash')).toHaveLength(0);
  await user.click(await screen.findByRole('radio', { name: '7:00 p.m.' }));
  await press(place);
  await waitFor(() => expect(sent('createCustomerOrderCash')).toMatchObject([{ wantedFor: tomorrow.times[0] }]));
});

test.each([
  ['2026-11-21T16:00:00.000Z', 'tomorrow'],
  ['2026-11-23T16:00:00.000Z', 'Monday'],
])('a pause until no time is left today names the next day: %s is %s', async (at, day) => {
  await pause();
  await checkout(laterTimes({ date: at.slice(0, 10), times: [at] }));
  await expect(screen).toShow(`Ordering is paused until 6:35 p.m. You can order for ${day}.`);
});

test('a pause that the page did not know of shows a message, and the form keeps its values', async () => {
  const { press } = await checkout({
    createCustomerOrderCash: refusal(
      'orders-paused',
      'Ordering is paused until 6:35 p.m. You can order for later now.',
    ),
  });
  await press(place);
  await waitFor(async () =>
    expect(await redBox()).toContain('Ordering is paused until 6:35 p.m. You can order for later now.'),
  );
  expect((await field(/^(Full )?Name/)).value).toBe('Asha Rao');
});

test('a busy kitchen shows the additional time, and the ready time includes it', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-20T22:00:00Z') });
  const until = '2026-11-20T23:00:00.000Z';
  Object.assign(truro, { pace: [{ kind: 'busy', service: null, plus: 15, until }] });
  await checkout();
  await expect(screen).toShow('We are busy: about 15 minutes longer than usual');
  await expect(screen).toShow(/^6:35 p\.m\.$/);
});

/** Expects that the server refuses the order and the error box shows this text. */
const expectRefusal = async (words: string, status: number, message: string, code?: string) => {
  const { press } = await checkout({ createCustomerOrderCash: failing(status, message, code) });
  await press(place);
  await waitFor(async () => expect(await redBox()).toContain(words));
};
const checkIt = 'Please check your information and try again.';

test('a failure shows in an error box beside a button that can be pressed again [C-ERR-24]', async () => {
  const { press, sent } = await checkout({ createCustomerOrderCash: failing(409, 'Not today') });
  expect(screen.queryByText('Not today')).toBeNull();
  await press(place);
  await waitFor(() => expect(screen.getByText('Not today').closest('[role=alert]')).toBeTruthy());
  await press(place);
  await waitFor(() => expect(sent('createCustomerOrderCash')).toHaveLength(2));
});
test('a failure without a message [C-ERR-25]', () =>
  expectRefusal('Unable to process order. Please try again.', 400, '', 'invalid-argument'));
test('a validation failure [C-ERR-27]', () =>
  expectRefusal(checkIt, 400, 'validation of the form', 'invalid-argument'));
test('any other message is shown unchanged [C-ERR-28]', () =>
  expectRefusal('Failed to create cash order', 409, 'Failed to create cash order', 'conflict'));
test('a failed validation of prices reads like any other [C-ERR-29]', () =>
  expectRefusal(checkIt, 400, 'Pricing validation failed: total', 'invalid-argument'));
test('status 401 [C-ERR-03]', () => expectRefusal('Authentication failed. Please refresh and try again.', 401, 'no'));
test('status 400, a required field [C-ERR-04]', () =>
  expectRefusal('Please fill in all required fields.', 400, 'Customer name is required'));
test('status 400, an invalid field [C-ERR-05]', () =>
  expectRefusal('Please check your input and try again.', 400, 'Invalid request'));
test('status 400, another message [C-ERR-07]', () => expectRefusal('The kitchen is full', 400, 'The kitchen is full'));
test('status 404 [C-ERR-08]', () => expectRefusal('The requested resource was not found.', 404, 'no'));
test('no permission [C-ERR-17]', () =>
  expectRefusal('You do not have permission to perform this action.', 403, 'no', 'permission-denied'));

/** Expects four attempts while the server keeps answering with this status. */
const expectFourTries = async (status: number, words: string) => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { press, sent } = await checkout({ createCustomerOrderCash: failing(status, 'no') });
  await press(place);
  await vi.advanceTimersByTimeAsync(15_000);
  await waitFor(async () => expect(await redBox()).toContain(words));
  expect(sent('createCustomerOrderCash')).toHaveLength(4);
};
test('too many requests [C-ERR-01]', () =>
  expectFourTries(429, 'Too many requests. Please wait a moment and try again.'));
test('an unavailable server [C-ERR-02]', () =>
  expectFourTries(503, 'Service temporarily unavailable. Please try again later.'));

test('an order without a response reports a network problem [C-ERR-09] [C-ERR-26]', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { press, sent } = await checkout({
    createCustomerOrderCash: () => {
      throw new TypeError('no network');
    },
  });
  await press(place);
  await vi.advanceTimersByTimeAsync(15_000);
  await waitFor(async () =>
    expect(await redBox()).toContain('Network error. Please check your connection and try again'),
  );
  expect(sent('createCustomerOrderCash')).toHaveLength(4);
});

/** Expects this error when the guest leaves the field, a disabled button, and no request. */
const expectUnsent = async (label: RegExp, typed: string, words: string) => {
  const { press, sent } = await checkout();
  await typeIn(label, typed);
  fireEvent.blur(await field(label));
  await expect(screen).toShow(words);
  await press(place);
  expect(sent('createCustomerOrderCash')).toEqual([]);
};
const NAME = /^(Full )?Name/;
const PHONE = /^Phone( number)?/i;
test('a single-letter name with spaces around it [C-CHK-39]', () =>
  expectUnsent(NAME, '  A ', 'Name must be at least 2 characters'));
test('a fifty-letter name [C-CHK-40]', () =>
  expectUnsent(NAME, 'A'.repeat(50), 'Name must be less than 50 characters'));
test('a name with digits [C-CHK-41]', () => expectUnsent(NAME, '1234 <script>', 'Name contains invalid characters'));
test('an invalid e-mail [C-CHK-42]', () => expectUnsent(/^Email/, 'foo@', 'Please enter a valid email address'));
test('an e-mail that is too long [C-CHK-43]', () =>
  expectUnsent(/^Email/, `${'a'.repeat(95)}@example.test`, 'Email address is too long'));
test('an incomplete phone number [C-CHK-45]', () =>
  expectUnsent(PHONE, '902 555', 'Please enter a valid phone number'));
test('a phone number that is too long [C-CHK-46]', () =>
  expectUnsent(PHONE, '+491234567890123456', 'Phone number is too long'));

test('sends the e-mail trimmed and in lower case, and the phone with a plus [C-CHK-44] [C-CHK-47]', async () => {
  const { press, sent } = await checkout();
  await press(place);
  await waitFor(() => expect(sent('createCustomerOrderCash')).toHaveLength(1));
  const [{ customerInfo }] = sent('createCustomerOrderCash') as [{ customerInfo: Record<string, string> }];
  expect(customerInfo).toMatchObject({ email: 'asha@example.test', phone: '+19025550101' });
});

test('sends each dish with its menu id [A-ENT-14]', async () => {
  const { press, sent } = await checkout();
  await press(place);
  await waitFor(() =>
    expect(sent('createCustomerOrderCash')).toMatchObject([{ items: [{ id: 'dal', menuItemId: 'dal', quantity: 1 }] }]),
  );
});

test.each([
  ['Name', 'A'],
  ['Email', 'nowhere'],
  ['Phone', '90255501'],
])('without a complete %s the button is disabled and nothing is sent [C-CHK-24] [C-CHK-25]', async (what, typed) => {
  const { press, sent } = await checkout({}, { [what]: typed });
  const [button] = await screen.findAllByRole('button', { name: place });
  expect(button?.getAttribute('aria-disabled')).toBe('true');
  await press(place);
  expect(sent('createCustomerOrderCash')).toEqual([]);
});

test('a complete form enables the button [C-CHK-25]', async () => {
  await checkout();
  const [button] = await screen.findAllByRole('button', { name: place });
  expect(button?.getAttribute('aria-disabled')).not.toBe('true');
});

test('offline the page says that no order can be created, and the button is disabled [C-ERR-42]', async () => {
  await checkout();
  act(() => void dispatchEvent(new Event('offline')));
  await expect(screen).toShow('Cannot create orders while offline');
  const [button] = await screen.findAllByRole('button', { name: place });
  expect(button?.getAttribute('aria-disabled')).toBe('true');
  act(() => void dispatchEvent(new Event('online')));
});

test('where cards are accepted, online is the first choice and a payment session is requested with the whole order [C-PAY-01] [C-CHK-30] [C-PAY-11]', async () => {
  const { press, sent } = await checkout({
    getPaymentOptions: { cards: true } as never,
    createCustomerPayment: refusal('pricing-mismatch', 'pricing does not match the menu.'),
  });
  expect((await screen.findAllByRole('radio', { name: /Cash|Pay online|Card/i })).length).toBeGreaterThan(1);
  await press(place);
  await waitFor(() => expect(sent('createCustomerPayment')).toHaveLength(1));
  expect(sent('createCustomerPayment')[0]).toMatchObject({ orderData: { pricing: { total: 11.4 } } });
});

test('a payment session that cannot be created shows the reason [C-ERR-34]', async () => {
  const { press } = await checkout({
    getPaymentOptions: { cards: true } as never,
    createCustomerPayment: refusal('conflict', 'Failed to create payment session'),
  });
  await press(place);
  await waitFor(async () => expect(await redBox()).toContain('Failed to create payment session'));
});

test('requests a new payment session when the previous one is closed', async () => {
  const session = { sessionId: 'pay_2', paymentUrl: 'https://pay.example.test/2', pricing: dalForOne.pricing } as never;
  let request = 0;
  const { press, sent } = await checkout({
    getPaymentOptions: { cards: true } as never,
    createCustomerPayment: () =>
      request++ === 0 ? refusal('conflict', 'This payment was replaced by a newer one.') : session,
  });
  await press(place);
  await screen.findByRole('button', { name: 'Continue to Payment' });
  expect(sent('createCustomerPayment')).toHaveLength(2);
  expect(screen.queryByText(/replaced by a newer one/)).toBeNull();
});

test('Back closes the payment sheet and keeps the form; the router does not navigate', async () => {
  const session = { sessionId: 'pay_4', paymentUrl: 'https://pay.example.test/4', pricing: dalForOne.pricing } as never;
  const { press } = await checkout({ getPaymentOptions: { cards: true } as never, createCustomerPayment: session });
  const [entries, received] = [history.length, vi.fn<() => void>()];
  addEventListener('popstate', received);
  await press(place);
  await screen.findByRole('button', { name: 'Continue to Payment' });
  expect(history.length).toBe(entries + 1);
  history.replaceState(null, '');
  fireEvent(window, new PopStateEvent('popstate', { state: null }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Continue to Payment' })).toBeNull());
  expect((await field(/^(Full )?Name/)).value).toBe('Asha Rao');
  expect(received).not.toHaveBeenCalled();
  removeEventListener('popstate', received);
});

test('paying is refused when the cart changed in another tab', async () => {
  const session = { sessionId: 'pay_3', paymentUrl: 'https://pay.example.test/3', pricing: dalForOne.pricing } as never;
  const going = vi.spyOn(location, 'assign').mockReturnValue();
  const { press, sent } = await checkout({
    getPaymentOptions: { cards: true } as never,
    createCustomerPayment: session,
  });
  await press(place);
  await screen.findByRole('button', { name: 'Continue to Payment' });
  localStorage.setItem('tiffin_cart_ids', JSON.stringify({ truro: 'begun-in-another-tab' }));
  await press('Continue to Payment');
  await waitFor(() => expect(going).toHaveBeenCalled());
  const [{ orderData } = {}] = sent('createCustomerPayment') as { orderData: { cartId: string } }[];
  expect(JSON.parse(localStorage.getItem('tiffin_being_paid') ?? '')).toMatchObject({ cartId: orderData?.cartId });
});

test('name, e-mail and phone are prefilled from the account', async () => {
  localStorage.setItem('sizzle_spice_location_carts', JSON.stringify({ truro: [line] }));
  const known = { ...guest, displayName: 'Asha Rao', email: 'asha@example.test', phoneNumber: '+19025550101' };
  openPage(checkoutRoute, '/checkout?location=truro', answers, known);
  await expect(screen).toShow('How would you like it?');
  expect((await field(/^(Full )?Name/)).value).toBe('Asha Rao');
  expect((await field(/^Email/)).value).toBe('asha@example.test');
  expect((await field(/^Phone( number)?/i)).value).toContain('555-0101');
});

const large = {
  group: 'size',
  groupName: 'Size',
  id: 'large',
  name: 'Large',
  units: 1,
  unitPrice: 18.95,
  isOneOf: true,
  isSize: true,
};
const mint = { group: 'chutneys', groupName: 'Chutneys', id: 'mint', name: 'Mint', units: 1, unitPrice: 0 };
const thaliLine = {
  ...line,
  id: 'thali',
  name: 'Thali',
  price: 18.95,
  cartKey: 'thali-default-abc',
  options: [large, mint],
  note: 'Not too hot',
};
const menuWith = (...items: (typeof dalDish)[]) => ({ locationId: 'truro', items, categories: [], version: 1 });

test('shows and sends the options and the note of a dish', async () => {
  const { press, sent } = await checkout({ getLocationMenu: menuWith(thaliDish) }, {}, [thaliLine]);
  const text = await summaryText();
  expect(text).toContain('Thali$18.95Large+ Mint“Not too hot”');
  await press(place);
  await waitFor(() => expect(sent('createCustomerOrderCash')).toHaveLength(1));
  expect(sent('createCustomerOrderCash')[0]?.['items']).toMatchObject([
    {
      id: 'thali',
      price: 18.95,
      note: 'Not too hot',
      options: [
        { groupId: 'size', optionId: 'large', units: 1 },
        { groupId: 'chutneys', optionId: 'mint', units: 1 },
      ],
    },
  ]);
});

test('a size that is gone blocks the order and the button links to choosing again', async () => {
  const removed = {
    ...thaliDish,
    optionGroups: thaliDish.optionGroups.map((group) => ({
      ...group,
      options: group.options.map((option) => ({ ...option, isAvailable: option.id !== 'large' })),
    })),
  };
  let isRemoved = false;
  const page = await checkout(
    {
      getLocationMenu: () => menuWith(isRemoved ? removed : thaliDish),
      createCustomerOrderCash: () => {
        isRemoved = true;
        return refusal('option-unavailable', '"Large" is no longer available.');
      },
    },
    {},
    [thaliLine],
  );
  await page.press(place);
  await expect(screen).toShow('Thali: "Large" is no longer available.');
  await expect(screen).toShow('Choose again for Thali first');
  const again = await screen.findByRole('link', { name: 'Choose again Thali' });
  expect(again.getAttribute('href')).toBe('/menu/truro?dish=thali&line=thali-default-abc');
  await page.press(/Place Order/);
  expect(page.sent('createCustomerOrderCash')).toHaveLength(1);
});

test('when the only dish sells out, the guest reads why before leaving the page', async () => {
  localStorage.setItem('sizzle_spice_location_carts', JSON.stringify({ truro: [line] }));
  const soldOut = { locationId: 'truro', items: [{ ...dalDish, isAvailable: false }], categories: [], version: 2 };
  openPage(checkoutRoute, '/checkout?location=truro', { ...answers, getLocationMenu: soldOut }, guest);
  await expect(screen).toShow('Nothing left in your order');
  await expect(screen).toShow(/ is no longer available and was removed from your order\./);
  expect(screen.queryByText('elsewhere')).toBeNull();
  expect(screen.getByRole('link', { name: 'See the menu' }).getAttribute('href')).toBe('/menu/truro');
});

test('a stored cart line of a dish that now has sizes asks for a choice', async () => {
  await checkout({ getLocationMenu: menuWith(thaliDish) }, {}, [
    { ...line, id: 'thali', name: 'Thali', cartKey: 'thali-default' },
  ]);
  await expect(screen).toShow('Thali: Choose at least 1 for "Size"');
  await expect(screen).toShow('Choose again for Thali first');
});

/** Simulates another tab that ordered the cart. */
function elsewhereOrdered(cartId: string) {
  const became = { uid: guest.uid, cartId, there: '/order-success?orderId=TRU-1', at: '2026-11-20T22:49:00.000Z' };
  localStorage.setItem('tiffin_ordered', JSON.stringify(became));
  localStorage.removeItem('sizzle_spice_location_carts');
  dispatchEvent(new StorageEvent('storage', { key: 'sizzle_spice_location_carts' }));
}

test('a cart that was paid in another tab leads to its order, with the time of ordering', async () => {
  await checkout();
  const ids = JSON.parse(localStorage.getItem('tiffin_cart_ids') ?? '{}') as Record<string, string>;
  elsewhereOrdered(ids['truro'] as string);
  await expect(screen).toShow('You ordered this at 6:49 p.m.');
  await expect(screen).toShow('elsewhere');
  expect(screen.queryByText(/Please add items/)).toBeNull();
});

test('shows an empty cart when another tab emptied it without ordering', async () => {
  await checkout();
  elsewhereOrdered('an-older-cart');
  await expect(screen).toShow('Your cart is empty. Please add items before placing an order.');
});

test('the checkout of an empty cart leads to the menu with a notice that is no error', async () => {
  const error = vi.spyOn(toast, 'error');
  const at = '/checkout?location=truro';
  history.replaceState(null, '', at);
  const pages = {
    '/checkout': checkoutRoute,
    '/menu/truro': { default: () => <p>The menu of Truro</p> },
  };
  openPages(Outlet, pages, at, answers, guest);
  await expect(screen).toShow('The menu of Truro');
  await expect(screen).toShow('Your cart is empty. Please add items before placing an order.');
  expect(error).not.toHaveBeenCalled();
});

test('shows the server’s ready time, as a range where one is known', async () => {
  const noDays = { timeZone: 'America/Halifax', days: [] };
  const between = { from: '2026-11-20T22:25:00.000Z', to: '2026-11-20T22:35:00.000Z' };
  await checkout({ getReadyTimes: { ...noDays, soonest: { readyAt: between.to, ...between } } });
  expect(await screen.findAllByText(/6:25–6:35 p\.m\./)).toHaveLength(2);
});

test('shows no ready time when the server has none', async () => {
  const { sent } = await checkout({ getReadyTimes: { timeZone: 'America/Halifax', days: [], soonest: null } });
  await waitFor(() => expect(sent('getReadyTimes').length).toBeGreaterThan(0));
  await waitFor(() => expect(screen.queryByText(/^Ready about/)).toBeNull());
});

test('estimates the ready time by the rule when it cannot be loaded', async () => {
  await checkout({ getReadyTimes: refusal('conflict') });
  expect(await screen.findByText(/^Ready about \d/)).toBeTruthy();
});
