import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { RequiredConfirmation } from '../../shared/session/fresh-sign-in.ts';
import { refusal, type Answers } from '../../testing/network.ts';
import { dalDish, dalForOne, menuAtTill, staff, truro } from '../../testing/samples.ts';
import { field, openOffice, typeIn } from '../../testing/show.tsx';
import { registerConfirmationDialog } from '../../shared/session/fresh-sign-in.ts';

const answers: Answers = {
  ...menuAtTill(dalDish),
};

/** A till with one dal for Asha, who pays at pickup. */
async function till(more: Answers = {}) {
  const office = openOffice('create-order', { ...answers, ...more });
  await office.press(/Dal Tadka/);
  await typeIn(/^Name/, 'Asha');
  return office;
}

test('whoever takes cash for a new order while no drawer is open and the day is closed reads both before', async () => {
  const drawer = { drawerId: 'd1', locationId: 'truro', name: 'Till 1', kind: 'till' as const, personId: null };
  const drawers = [{ ...drawer, shift: null, last: null }];
  const { press } = await till({
    getDrawers: { drawers, denominations: [], currency: 'CAD', closedDay: { number: 1 } },
  });
  await press(/^Take .* in cash/);
  await expect(screen).toShow('This day is closed, No. 1. What you take now counts for tomorrow’s closing.');
  await expect(screen).toShow('No drawer is open. Open one first, or this cash counts in no drawer.');
});

const placed: Answers = { createAdminOrderUnpaid: { orderId: dalForOne.id, order: dalForOne, message: '' } };

test('an open item is sent with its typed price and tax', async () => {
  const { press, sent } = await till(placed);
  await press('Other item…');
  await expect(screen).toShow('Enter what it is.');
  await typeIn('Name', 'Birthday cake');
  await expect(screen).toShow('Enter the price.');
  await typeIn(/^Price of one/, '40');
  await press(/^The kitchen makes it/, 'checkbox');
  await press(/^Add to Order/);
  await expect(screen).toShow('Not on the menu, nothing to make');
  await press('Pay later');
  await waitFor(() => expect(sent('createAdminOrderUnpaid')).toHaveLength(1));
  expect(sent('createAdminOrderUnpaid')[0]).toMatchObject({
    items: [
      { id: 'dal' },
      { id: 'open:birthday cake', name: 'Birthday cake', price: 40, open: { taxClass: 'meal', isCooked: false } },
    ],
    pricing: { subtotal: 50, tax: 7, total: 57 },
  });
  expect(sent('createAdminOrderUnpaid')[0]).not.toHaveProperty('given');
});

test('closing the dialog asks before discarding a half-typed open item', async () => {
  const { press } = await till(placed);
  await press('Other item…');
  await typeIn('Name', 'Birthday cake');
  await press('Close');
  await expect(screen).toShow('Discard what you typed?');
  await press('Discard');
  await waitFor(() => expect(screen.queryByText('Enter the price.')).toBeNull());
});

test('a discount appears in the totals with its name and can be removed', async () => {
  const { press, sent } = await till(placed);
  await press('Discount');
  await typeIn(/^Percent off/, '10');
  await press('Apply');
  await expect(screen).toShow('Discount 10%');
  await expect(screen).toShow('$10.26');
  await press('Take back: Discount 10%');
  await expect(screen).toShow('$11.40');
  await press('Discount');
  await press('On the house', 'radio');
  await press('Apply');
  await expect(screen).toShow('Nothing to pay: everything is on the house.');
  await press('Create order, nothing to pay');
  await waitFor(() => expect(sent('createAdminOrderUnpaid')).toHaveLength(1));
  expect(sent('createAdminOrderUnpaid')[0]).toMatchObject({
    given: [{ kind: 'comp', line: null, reason: 'wait' }],
    pricing: { subtotal: 10, off: 10, tax: 0, total: 0 },
  });
});

test('a price override that is not lower is refused at its field', async () => {
  const { press, user } = await till();
  await press('Discount');
  await press('New price', 'radio');
  await user.selectOptions(screen.getByRole('combobox', { name: 'On' }), '1');
  await typeIn(/^New price for one/, '12');
  await press('Apply');
  await expect(screen).toShow('This takes nothing off the bill.');
});

test('a discount beyond the limit asks for a manager, and the same order is sent again under its key', async () => {
  const requests: RequiredConfirmation[] = [];
  const managers = [{ userId: 'u9', name: 'Mira' }];
  const { press, sent, answer } = await till({
    createAdminOrderUnpaid: refusal('manager-needed', 'A manager has to give it.', { managers }),
  });
  const stop = registerConfirmationDialog(async (question) => {
    requests.push(question);
    answer(placed);
    return { headers: { 'x-manager-pin': 'u9:123456' } };
  });
  await press('Discount');
  await typeIn(/^Percent off/, '50');
  await press('Apply');
  await press('Pay later');
  await waitFor(() => expect(sent('createAdminOrderUnpaid')).toHaveLength(2));
  stop();
  expect(requests).toEqual([
    { kind: 'manager', reason: 'A manager has to give it.', managers, problem: null, userId: null },
  ]);
  const [first, second] = sent('createAdminOrderUnpaid');
  expect(second).toEqual(first);
});

test('staff ask a manager for a discount before the money, “Not now” keeps it, and the order carries the approval once', async () => {
  const managers = [{ userId: 'u9', name: 'Mira' }];
  const { press, sent, answer } = openOffice(
    'create-order',
    { ...answers, ...placed, approveDiscount: refusal('manager-needed', 'A manager approves more.', { managers }) },
    staff,
  );
  await press(/Dal Tadka/);
  let approval: { headers: Record<string, string> } | null = null;
  onTestFinished(
    registerConfirmationDialog(async () => {
      if (approval) answer({ approveDiscount: {} });
      return approval;
    }),
  );
  await press('Discount');
  await typeIn(/^Percent off/, '50');
  await press('Apply');
  await expect(screen).toShow('A manager approves more.');
  expect((await field(/^Percent off/)).value).toBe('50');
  approval = { headers: { 'x-manager-pin': 'u9:123456' } };
  await press('Apply');
  await expect(screen).toShow('Discount 50%');
  expect(sent('approveDiscount').at(-1)).toEqual({ locationId: 'truro', subtotal: 10, off: 5 });
  const requests = vi.spyOn(globalThis, 'fetch');
  await press('Pay later');
  await waitFor(() => expect(sent('createAdminOrderUnpaid')).toHaveLength(1));
  const pins = requests.mock.calls.map(([url, init]) =>
    new Request(new Request(url, init)).headers.get('x-manager-pin'),
  );
  expect(pins).toContain('u9:123456');
});

test('without a manager the order stays unchanged and no progress is shown', async () => {
  const { press } = await till({
    createAdminOrderUnpaid: refusal('manager-needed', 'A manager has to give it.', { managers: [] }),
  });
  await press('Discount');
  await typeIn(/^Percent off/, '50');
  await press('Apply');
  await press('Pay later');
  await press('Not now');
  await expect(screen).toShow('A manager has to give it.');
  await press('Take back: Discount 50%');
  await waitFor(() => expect(screen.queryByText('An unpaid order was sent, but no answer came')).toBeNull());
});

const menuWith = (dish: object): Answers => ({
  getLocationMenu: {
    locationId: 'truro',
    items: [dalDish, { ...dalDish, id: 'naan', name: 'Garlic Naan', spiceLevel: 'none', ...dish }],
    categories: [{ id: 'veg-curries', name: 'Veg Curries', isDefault: true, count: 2 }],
    version: 1,
  },
});

test('a sold-out dish can be added, the order warns, and one more press sells it', async () => {
  const soldOut = menuWith({ isAvailable: false, soldOut: true, left: 0 });
  const { press, sent } = await till({ ...placed, ...soldOut });
  await press(/^Garlic Naan/);
  await expect(screen).toShow('Garlic Naan is sold out. Sell it anyway, or take it out of the order.');
  await press('Pay later');
  expect(sent('createAdminOrderUnpaid')).toEqual([]);
  await press('Sell Garlic Naan anyway');
  await expect(screen).toShow('sold anyway');
  await press('Pay later');
  await waitFor(() => expect(sent('createAdminOrderUnpaid')).toHaveLength(1));
  expect(sent('createAdminOrderUnpaid')[0]).toMatchObject({ sellAnyway: ['naan'] });
});

test('warns before sending when the order has more than is left, and not when it has fewer', async () => {
  const { press, sent } = await till({ ...placed, ...menuWith({ left: 1 }) });
  await press(/^Garlic Naan/);
  expect(screen.queryByText('Only 1 left')).toBeNull();
  await press('One more Garlic Naan');
  await expect(screen).toShow('Only 1 left');
  await press('One fewer Garlic Naan');
  expect(screen.queryByText('Only 1 left')).toBeNull();
  await press('Pay later');
  await waitFor(() => expect(sent('createAdminOrderUnpaid')).toHaveLength(1));
  expect(sent('createAdminOrderUnpaid')[0]).not.toHaveProperty('sellAnyway');
});

test('an order refused because another till sold the last portion is sent again with one press', async () => {
  const items = [{ id: 'dal', name: 'Dal Tadka', reason: 'sold-out', left: 0 }];
  const { press, sent, answer } = await till({
    createAdminOrderUnpaid: refusal('item-unavailable', 'Dal Tadka is sold out.', { items }),
  });
  await press('Pay later');
  await expect(screen).toShow('Dal Tadka is sold out.');
  answer(placed);
  await press('Sell anyway');
  await waitFor(() => expect(sent('createAdminOrderUnpaid')).toHaveLength(2));
  expect(sent('createAdminOrderUnpaid')[1]).toMatchObject({ sellAnyway: ['dal'], items: [{ id: 'dal' }] });
  await expect(screen).toShow(/^Order \w{5} created$/);
});

test('staff choose the delivery zone when the postal code does not determine it', async () => {
  const delivers = { areas: ['Truro', 'Bible Hill'], byPostalCode: true, byPlace: true, drawn: ['Bible Hill'] };
  const terms = {
    id: 'hill',
    name: 'Bible Hill',
    minimum: 0,
    freeOver: null,
    fees: [{ from: 0, fee: 4 }],
    extraMinutes: 10,
  };
  const { press, sent } = await till({
    ...placed,
    getLocations: { locations: [{ ...truro, delivers }] },
    quoteDelivery: ({ zoneName }) =>
      zoneName === 'Bible Hill' ? { zone: terms } : refusal('destination-needed', 'Not told', { field: 'point' }),
  });
  await press('Delivery', 'radio');
  await typeIn(/^Address/, '22 Willow Street, Truro');
  // On the phone, whether we deliver there comes before any other question.
  expect(
    screen
      .getAllByRole('textbox', { name: /^(Address|Postal code|Phone|Name)/ })
      .map((each) => (each as HTMLInputElement).labels?.[0]?.textContent.trim()),
  ).toEqual(['Address', 'Postal code', 'Phone', 'Name']);
  // Without a postal code, any zone is possible.
  const zone = () => screen.getByRole('combobox', { name: /^Zone/ });
  const zones = () => [...zone().querySelectorAll('option')].map((option) => option.textContent);
  expect(zones()).toEqual(['Choose a zone', 'Truro', 'Bible Hill']);
  await typeIn(/^Postal code/, 'B6L 1A1');
  await expect(screen).toShow('The postal code alone does not tell us whether we deliver there.');
  expect(zones()).toEqual(['Choose a zone', 'Bible Hill']);
  fireEvent.change(zone(), { target: { value: 'Bible Hill' } });
  await expect(screen).toShow('We deliver there: Bible Hill');
  const door = () => screen.queryByRole<HTMLInputElement>('checkbox', { name: /^Leave it at the door/ });
  await press('Debit', 'radio');
  await press(/^Leave it at the door/, 'checkbox');
  await press('Cash', 'radio');
  expect(door()).toBeNull();
  await press('Debit', 'radio');
  expect(door()?.checked).toBe(true);
  await press('Pay later');
  await waitFor(() => expect(sent('createAdminOrderUnpaid')).toHaveLength(1));
  expect(sent('createAdminOrderUnpaid')[0]).toMatchObject({
    deliveryInfo: { address: '22 Willow Street, Truro', zoneName: 'Bible Hill', leaveAtDoor: true },
    pricing: { charges: 4 },
  });
});

const charge = { taxClass: 'charge', isVoluntary: false, staffMayRemove: true } as const;
const charging: Answers = {
  getLocations: {
    locations: [
      {
        ...truro,
        charges: [
          { ...charge, kind: 'service', orderTypes: ['pickup'], percent: 10 },
          { ...charge, kind: 'bag', orderTypes: ['pickup'], amount: 0.25, staffMayRemove: false },
        ],
      },
    ],
  },
};

test('the till adds the charges of the location, and staff take one off with a reason and put it back before they order', async () => {
  const { press, sent } = await till({ ...placed, ...charging });
  // 10.00, 1.00 and 0.25, with 14 % tax.
  await expect(screen).toShow('$12.83');
  expect(screen.queryByRole('button', { name: 'Take off: Bag' })).toBeNull();
  await press('Take off: Service 10%');
  await press('Long wait', 'menuitem');
  await expect(screen).toShow('Without this charge: Service');
  await expect(screen).toShow('$11.69');
  await press('Put back');
  await expect(screen).toShow('$12.83');
  await press('Take off: Service 10%');
  await press('Something was wrong', 'menuitem');
  await press('Pay later');
  await waitFor(() => expect(sent('createAdminOrderUnpaid')).toHaveLength(1));
  expect(sent('createAdminOrderUnpaid')[0]).toMatchObject({
    withoutCharges: ['service'],
    chargeReasons: { service: 'Something was wrong' },
    pricing: { subtotal: 10, charges: 0.25, tax: 1.44, total: 11.69 },
  });
});

test('the till shows why the server keeps a charge that was taken off, and the order stays', async () => {
  const kept =
    'The settings of this location do not let staff take this charge off: Service. An owner can change that.';
  const { press } = await till({ createAdminOrderUnpaid: refusal('invalid-argument', kept), ...charging });
  await press('Take off: Service 10%');
  await press('Long wait', 'menuitem');
  await press('Pay later');
  await expect(screen).toShow(kept);
  await press('Put back');
  await expect(screen).toShow('$12.83');
});
