import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { refusal, type Answers } from '../../testing/network.ts';
import { dalDish, dalForOne, group as optionGroup, menuAtTill, option, thaliDish } from '../../testing/samples.ts';
import { typeIn } from '../../testing/show.tsx';

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

beforeEach(() => void vi.resetModules());

async function till(more: Answers = {}) {
  const { openOffice } = await import('../../testing/show.tsx');
  const office = openOffice('create-order', { ...answers, ...more });
  await office.press(/^Thali/);
  return { ...office, sheet: within(await screen.findByRole('dialog', { name: 'Thali' })) };
}

/** A large thali with a mint and three mango chutneys, without onion. */
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

test('what has to be chosen is named, and where one is led; without it nothing comes into the order', async () => {
  const { press, sheet } = await till();
  expect(sheet.getByText('Contains milk')).toBeTruthy();
  await press(/^Add to Order/);
  expect(sheet.getAllByText('Choose at least 1 for "Size"').length).toBeGreaterThan(0);
  expect(document.activeElement).toBe(sheet.getByRole('radio', { name: /^Regular/ }));
  expect(screen.queryByRole('button', { name: /^Change / })).toBeNull();
});

test('digits choose what is asked first', async () => {
  const { user, sheet, press } = await till();
  sheet.getByRole('radio', { name: /^Regular/ }).focus();
  await user.keyboard('2');
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Large/ }).checked).toBe(true));
  await press(/^Add to Order/);
  expect(await lineButton('Thali, Large')).toBeTruthy();
});

test('a dish with choices is priced by the set, and its line says what differs', async () => {
  const { press, sheet, sent } = await largeThali({ createAdminOrderUnpaid: refusal('conflict') });
  // 18.95 for the size, 3 × 0.50 for mango, and four units where two are included.
  expect(sheet.getByRole('button', { name: /^Add to Order • \$21\.95/ })).toBeTruthy();
  expect(sheet.getByText('4 chosen: 2 included, 2 × $0.75. That is all; take one out to change.')).toBeTruthy();
  expect(sheet.getByText('Contains milk, mustard')).toBeTruthy();
  expect(sheet.getByRole<HTMLInputElement>('checkbox', { name: /^Chili/ }).disabled).toBe(true);
  await typeIn(/^Note for the kitchen/, ' Well charred ');
  await press(/^Add to Order/);
  const line = (await lineButton('Thali, Large, + Mint, + Mango ×3, − Onion, “Well charred”')).closest('li');
  expect(line?.textContent).toContain('$21.95');
  await typeIn(/^Name/, 'Asha');
  await press('At pickup', 'radio');
  await press('Create order, pay at pickup');
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

test('a line is changed in its place: all of it is filled in, and the price follows', async () => {
  const { press, user } = await largeThali();
  await press(/^Add to Order/);
  await press(/^Dal Tadka/);
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

test('a dish that asks nothing can be given a note by the key of the line touched last', async () => {
  const { press, user } = await till();
  await press('Close');
  await press(/^Dal Tadka/);
  await user.keyboard('.');
  await screen.findByRole('dialog', { name: 'Dal Tadka' });
  await typeIn(/^Note for the kitchen/, 'No coriander');
  await press(/^Save/);
  expect(await lineButton('Dal Tadka, “No coriander”')).toBeTruthy();
});

test('a choice that is sold out meanwhile is named at its line, and stands in the way until it is changed', async () => {
  const { press, answer } = await largeThali();
  await press(/^Add to Order/);
  await typeIn(/^Name/, 'Asha');
  const chutneys = thali.optionGroups[1]!;
  const sold = chutneys.options.map((each) => (each.id === 'mint' ? { ...each, isAvailable: false } : each));
  const groups = thali.optionGroups.map((group) => (group === chutneys ? { ...group, options: sold } : group));
  answer({ getLocationMenu: { ...answers.getLocationMenu, items: [{ ...thali, optionGroups: groups }] } as never });
  const { sendLiveEvent: tellLive } = await import('../../testing/show.tsx');
  tellLive('menu.changed', { locationId: 'truro' });
  await expect(screen).toShow('"Mint" is no longer available.');
  const button = screen.getByRole('button', { name: /^Create cash order/ });
  expect(button.title).toBe('Thali: "Mint" is no longer available. Change it in the order.');
});

test('what a dish comes with and what ran out is said when it is chosen, and is taken out by whoever sells it', async () => {
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

test('what the server says of a choice is said here, and the menu is asked for anew', async () => {
  const words = '"Mint" is no longer available.';
  const { press, sent } = await largeThali({ createAdminOrderUnpaid: refusal('option-unavailable', words) });
  await press(/^Add to Order/);
  await typeIn(/^Name/, 'Asha');
  await press('At pickup', 'radio');
  const before = sent('getLocationMenu').length;
  await press('Create order, pay at pickup');
  await expect(screen).toShow(words);
  await waitFor(() => expect(sent('getLocationMenu').length).toBeGreaterThan(before));
});

test('a dish with choices comes to a placed order with them', async () => {
  const { openOffice } = await import('../../testing/show.tsx');
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
