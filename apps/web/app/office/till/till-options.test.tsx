import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal, type Answers } from '../../testing/network.ts';
import { dalDish, dalForOne, group as optionGroup, menuAtTill, option, thaliDish } from '../../testing/samples.ts';
import { openOffice, sendLiveEvent, typeIn } from '../../testing/show.tsx';

const thali = {
  ...thaliDish,
  optionGroups: [
    optionGroup('size', 'Size', {
      kind: 'one',
      min: 1,
      max: 1,
      isSize: true,
      options: [option('regular', 'Regular', 14.95), option('large', 'Large', 18.95)],
    }),
    optionGroup('chutneys', 'Chutneys', {
      max: 4,
      included: 2,
      eachExtra: 0.75,
      options: [
        option('mint', 'Mint'),
        option('mango', 'Mango', 0.5, { maxUnits: 3, allergens: ['mustard'] }),
        option('chili', 'Chili', 0, { isAvailable: false }),
      ],
    }),
    optionGroup('with', 'Comes with', { max: 1, options: [option('onion', 'Onion', 0, { isDefault: true })] }),
  ],
};

const answers: Answers = menuAtTill(thali, dalDish);

async function till(more: Answers = {}) {
  const office = openOffice('create-order', { ...answers, ...more });
  await office.press(/^Thali/);
  return { ...office, sheet: within(await screen.findByRole('dialog', { name: 'Thali' })) };
}

/** A large thali with one mint and three mango chutneys, without onion. */
async function largeThali(more: Answers = {}) {
  const office = await till(more);
  const { press, user, sheet } = office;
  await press(/^Large/, 'radio');
  await press(/^Mint/, 'checkbox');
  await press(/^Mango/, 'checkbox');
  await user.click(sheet.getByRole('button', { name: 'One more Mango' }));
  await user.click(sheet.getByRole('button', { name: 'One more Mango' }));
  await press('No onion', 'checkbox');
  return office;
}

const lineButton = (name: string) => screen.findByRole('button', { name: `Change ${name}` });

test('a missing required choice is named and focused, and nothing is added without it', async () => {
  const { press, sheet } = await till();
  expect(sheet.getByText('Contains milk')).toBeTruthy();
  await press(/^Add to Order/);
  expect(sheet.getAllByText('Choose at least 1 for "Size"').length).toBeGreaterThan(0);
  expect(document.activeElement).toBe(sheet.getByRole('radio', { name: /^Regular/ }));
  expect(screen.queryByRole('button', { name: /^Change / })).toBeNull();
});

test('digits choose from the first question', async () => {
  const { user, sheet, press } = await till();
  sheet.getByRole('radio', { name: /^Regular/ }).focus();
  await user.keyboard('2');
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Large/ }).checked).toBe(true));
  await press(/^Add to Order/);
  expect(await lineButton('Thali, Large')).toBeTruthy();
});

test('a dish with options is priced by its set, and its line shows what differs', async () => {
  const { press, sheet, sent } = await largeThali({ createAdminOrderUnpaid: refusal('conflict') });
  // 18.95 for the size, 3 × 0.50 for mango, and four units of which two are included.
  expect(sheet.getByRole('button', { name: /^Add to Order • \$21\.95/ })).toBeTruthy();
  expect(
    sheet.getByText('4 chosen: 2 included, 2 × $0.75. That is the maximum. Remove one to change your choice.'),
  ).toBeTruthy();
  expect(sheet.getByText('Contains milk, mustard')).toBeTruthy();
  expect(sheet.getByRole<HTMLInputElement>('checkbox', { name: /^Chili/ }).disabled).toBe(true);
  await typeIn(/^Note for the kitchen/, ' Well charred ');
  await press(/^Add to Order/);
  const line = (await lineButton('Thali, Large, + Mint, + Mango ×3, − Onion, “Well charred”')).closest('li');
  expect(line?.textContent).toContain('$21.95');
  await typeIn(/^Name/, 'Asha');
  await press('Pay later');
  await waitFor(() => expect(sent('createAdminOrderUnpaid')).toHaveLength(1));
  expect(sent('createAdminOrderUnpaid')[0]).toMatchObject({
    items: [
      {
        id: 'thali',
        price: 21.95,
        note: 'Well charred',
        options: [
          { groupId: 'size', optionId: 'large', units: 1 },
          { groupId: 'chutneys', optionId: 'mint', units: 1 },
          { groupId: 'chutneys', optionId: 'mango', units: 3 },
        ],
      },
    ],
  });
});

test('editing a line starts with its current choices, and the price follows', async () => {
  const { press, user } = await largeThali();
  await press(/^Add to Order/);
  await press(/^Dal Tadka/);
  await press('1 Thali, Large, + Mint, + Mango ×3, − Onion');
  await user.click(await lineButton('Thali, Large, + Mint, + Mango ×3, − Onion'));
  const sheet = within(await screen.findByRole('dialog', { name: 'Thali' }));
  expect(sheet.getByRole<HTMLInputElement>('radio', { name: /^Large/ }).checked).toBe(true);
  expect(sheet.getByRole<HTMLInputElement>('checkbox', { name: 'No onion' }).checked).toBe(true);
  await press(/^Regular/, 'radio');
  await press(/^Mango/, 'checkbox');
  await press('No onion', 'checkbox');
  await press(/^Save/);
  const line = (await lineButton('Thali, Regular, + Mint')).closest('li');
  expect(line?.textContent).toContain('$14.95');
  expect(line?.nextElementSibling?.textContent).toContain('Dal Tadka');
});

test('the edit key adds a note to the last touched line, even for a dish without options', async () => {
  const { press, user } = await till();
  await press('Close');
  await press(/^Dal Tadka/);
  await user.keyboard('.');
  await screen.findByRole('dialog', { name: 'Dal Tadka' });
  await typeIn(/^Note for the kitchen/, 'No coriander');
  await press(/^Save/);
  expect(await lineButton('Dal Tadka, “No coriander”')).toBeTruthy();
});

test('an option that sold out in the meantime is named at its line and blocks the order until changed', async () => {
  const { press, answer } = await largeThali();
  await press(/^Add to Order/);
  await typeIn(/^Name/, 'Asha');
  const chutneys = thali.optionGroups[1]!;
  const sold = chutneys.options.map((each) => (each.id === 'mint' ? { ...each, isAvailable: false } : each));
  const groups = thali.optionGroups.map((group) => (group === chutneys ? { ...group, options: sold } : group));
  answer({ getLocationMenu: { ...answers.getLocationMenu, items: [{ ...thali, optionGroups: groups }] } as never });
  sendLiveEvent('menu.changed', { locationId: 'truro' });
  await expect(screen).toShow('"Mint" is no longer available.');
  const button = screen.getByRole('button', { name: /^Take .* in cash/ });
  expect(button.title).toBe('Thali: "Mint" is no longer available. Change it in the order.');
});

test('a default option that ran out is shown when the dish is chosen, and staff remove it', async () => {
  const ranOut = thali.optionGroups.map((group) => ({
    ...group,
    options: group.options.map((each) => (each.id === 'onion' ? { ...each, isAvailable: false } : each)),
  }));
  const items = [{ ...thali, optionGroups: ranOut }];
  const { press } = await till({ getLocationMenu: { ...answers.getLocationMenu, items } as never });
  await press(/^Regular/, 'radio');
  await expect(screen).toShow('"Onion" is no longer available.');
  await press(/^Add to Order/);
  expect(screen.getByRole('dialog', { name: 'Thali' })).toBeTruthy();
  await press('No onion', 'checkbox');
  await press(/^Add to Order/);
  expect(await lineButton('Thali, Regular, − Onion')).toBeTruthy();
});

test('a refused option shows the server’s message and reloads the menu', async () => {
  const words = '"Mint" is no longer available.';
  const { press, sent } = await largeThali({ createAdminOrderUnpaid: refusal('option-unavailable', words) });
  await press(/^Add to Order/);
  await typeIn(/^Name/, 'Asha');
  const before = sent('getLocationMenu').length;
  await press('Pay later');
  await expect(screen).toShow(words);
  await waitFor(() => expect(sent('getLocationMenu').length).toBeGreaterThan(before));
});

test('adds a dish with options to a placed order', async () => {
  const order = { ...dalForOne, orderTime: new Date().toISOString(), status: 'preparing' as const };
  const { press, user, sent } = openOffice(`find-order/${order.orderId}`, {
    ...answers,
    getOrderDetails: { order },
    getOrderPayments: { payments: [], refunds: [], refundable: 0 } as never,
    changeOrder: refusal('option-missing', 'Choose at least 1 for "Size"'),
  });
  await press('Change order');
  const dialog = within(await screen.findByRole('dialog', { name: /^Change order/ }));
  await user.click(await dialog.findByRole('button', { name: /^Thali/ }));
  await press(/^Large/, 'radio');
  await press('No onion', 'checkbox');
  await typeIn(/^Note for the kitchen/, 'Hot plate');
  await press(/^Add to Order/);
  await expect(screen).toShow('Large · − Onion · “Hot plate” · new');
  await waitFor(() => expect(sent('changeOrder').length).toBeGreaterThan(0));
  expect(sent('changeOrder').at(-1)).toMatchObject({
    add: [{ id: 'thali', options: [{ groupId: 'size', optionId: 'large', units: 1 }], note: 'Hot plate' }],
  });
  await expect(screen).toShow('Choose at least 1 for "Size"');
});

test('the till states allergies for the order, warns before a dish is added, and sends both with the order', async () => {
  const { press, user, sent } = openOffice('create-order', {
    ...answers,
    createAdminOrderUnpaid: { orderId: dalForOne.id, order: dalForOne, message: '' },
  });
  await user.click(await screen.findByText('Allergies? Ask every guest'));
  const list = () => screen.getByRole('checkbox', { name: 'Milk' }).closest('details')!;
  await waitFor(() => expect(list().open).toBe(true));
  await press('Milk', 'checkbox');
  await press('Milk', 'checkbox');
  // It does not close under the finger.
  expect(list().open).toBe(true);
  await press('Milk', 'checkbox');
  await expect(screen).toShow('Milk: whole order');
  await press(/^Thali/);
  const sheet = within(await screen.findByRole('dialog', { name: 'Thali' }));
  expect(sheet.getByText('Thali contains milk.')).toBeTruthy();
  expect(sheet.getByText('The guest told us: Milk.')).toBeTruthy();
  await press(/^Large/, 'radio');
  await user.click(sheet.getByText('Does the person who eats this have an allergy?'));
  await user.click(sheet.getByRole('checkbox', { name: 'Peanuts' }));
  await press(/^Add to Order/);
  await expect(screen).toShow('Thali contains milk.');
  await typeIn(/^Name/, 'Asha');
  await press('Pay later');
  await waitFor(() => expect(sent('createAdminOrderUnpaid')).toHaveLength(1));
  expect(sent('createAdminOrderUnpaid')[0]).toMatchObject({
    allergies: [{ code: 'milk' }],
    items: [{ id: 'thali', allergies: [{ code: 'peanuts' }] }],
  });
});
