import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal, type Answers } from '../../../testing/network.ts';
import { dalDish, editedDal as edited, menuToEdit } from '../../../testing/samples.ts';
import { openOffice, typeIn } from '../../../testing/show.tsx';

const option = {
  kitchenName: null,
  price: 0,
  pricesBySize: {},
  opensGroupId: null,
  isDefault: false,
  maxUnits: 1,
  allergens: [],
  breaks: [],
};
const usedBy = (itemId: string, name: string) => ({ locationId: 'truro', locationName: 'Truro Heights', itemId, name });
const chutneys = {
  id: 'chutneys',
  name: 'Chutneys',
  kitchenName: null,
  kind: 'some' as const,
  min: 0,
  max: 4,
  included: 2,
  eachExtra: 0.75,
  isSize: false,
  options: [
    { ...option, id: 'mint', name: 'Mint' },
    { ...option, id: 'mango', name: 'Mango', price: 0.5, maxUnits: 3 },
  ],
  version: 4,
  usedBy: [usedBy('dal', 'Dal Tadka'), usedBy('thali', 'Thali'), usedBy('thali', 'Thali')],
};
const sizes = {
  ...chutneys,
  id: 'sizes',
  name: 'Sizes',
  kind: 'one' as const,
  min: 1,
  max: 1,
  included: 0,
  eachExtra: 0,
  isSize: true,
  options: [
    { ...option, id: 'regular', name: 'Regular', price: 14.95, isDefault: true },
    { ...option, id: 'large', name: 'Large', price: 18.95 },
  ],
  usedBy: [],
};

const answers: Answers = {
  ...menuToEdit([edited]),
  getOptionGroups: { groups: [chutneys, sizes] },
};

async function groups(more: Answers = {}) {
  const office = openOffice('menu', { ...answers, ...more });
  await office.press('Option Groups');
  await screen.findByRole('dialog', { name: 'Option Groups' });
  return office;
}

async function openGroup(name: string, more: Answers = {}) {
  const office = await groups(more);
  await office.press(`Edit ${name}`);
  return { ...office, form: within(await screen.findByRole('dialog', { name: `Edit ${name}` })) };
}

test('lists the option groups with their rule, their options and the dishes that use them', async () => {
  await groups();
  await expect(screen).toShow('Guests may choose 0 to 4, 2 are included, then $0.75 each. Mint, Mango');
  await expect(screen).toShow('Used by 2 dishes: Dal Tadka, Thali');
  await expect(screen).toShow('Guests choose exactly one. Its price replaces the dish’s. Regular, Large');
  await expect(screen).toShow('Not used yet');
});

test('option groups that cannot be loaded show the reason and a retry', async () => {
  const loads = [refusal('permission-denied')];
  const { press } = await groups({ getOptionGroups: () => loads.shift() ?? { groups: [chutneys] } });
  await expect(screen).toShow('The groups could not be loaded');
  await press('Try Again');
  await expect(screen).toShow('Chutneys');
});

test('a new group with its rule and options is previewed and saved in one request', async () => {
  const { press, sent } = await groups({ saveOptionGroup: { group: { ...chutneys, id: 'raitas', name: 'Raitas' } } });
  await press('New group');
  await press('Save group');
  await expect(screen).toShow('Name is required');
  await expect(screen).toShow('A group has at least one option.');
  await typeIn(/^Name \(|^Name$/, 'Raitas');
  await typeIn('At most', '2');
  await typeIn('Included', '1');
  await typeIn('Each extra one', '1.25');
  await press('Add an option');
  await typeIn('Name of option 1', 'Cucumber');
  await press('Add an option');
  await typeIn('Name of option 2', 'Boondi');
  await typeIn('Price of Boondi', '0.50');
  await press('Cucumber is chosen from the start');
  await press('More about Boondi');
  await press('Milk', 'checkbox');
  await press('Done');
  const preview = within(screen.getByRole('region', { name: 'As guests see it' }));
  expect(preview.getByRole<HTMLInputElement>('checkbox', { name: /^Cucumber/ }).checked).toBe(true);
  await press(/^Boondi/, 'checkbox');
  expect(preview.getByText('$1.75')).toBeTruthy();
  await press('Save group');
  await waitFor(() => expect(sent('saveOptionGroup')).toHaveLength(1));
  expect(sent('saveOptionGroup')[0]).toMatchObject({
    name: 'Raitas',
    kind: 'some',
    min: 0,
    max: 2,
    included: 1,
    eachExtra: 1.25,
    isSize: false,
    options: [
      { name: 'Cucumber', price: 0, isDefault: true, maxUnits: 1, allergens: [] },
      { name: 'Boondi', price: 0.5, isDefault: false, allergens: ['milk'] },
    ],
  });
  expect(sent('saveOptionGroup')[0]).not.toHaveProperty('id');
  await expect(screen).toShow('Raitas saved');
});

test('Enter adds the next option, and a pasted list fills several with their prices', async () => {
  const { press, user, sent } = await groups({ saveOptionGroup: { group: chutneys } });
  await press('New group');
  await typeIn(/^Name \(|^Name$/, 'Toppings');
  await press('Add an option');
  await user.keyboard('Olives{Enter}Basil{Tab}0.75{Enter}');
  expect(document.activeElement).toBe(screen.getByLabelText('Name of option 3'));
  await user.paste('Ham\t2.50\nDouble cheese, +$1.25\r\n\nEggs 6\nRoasted peppers 1,95');
  await press('Save group');
  await waitFor(() => expect(sent('saveOptionGroup')).toHaveLength(1));
  expect(sent('saveOptionGroup')[0]).toMatchObject({
    options: [
      { name: 'Olives', price: 0 },
      { name: 'Basil', price: 0.75 },
      { name: 'Ham', price: 2.5 },
      { name: 'Double cheese', price: 1.25 },
      { name: 'Eggs 6', price: 0 },
      { name: 'Roasted peppers', price: 1.95 },
    ],
  });
});

test('an invalid group is refused before it is sent', async () => {
  const { press, sent, form } = await openGroup('Chutneys');
  await typeIn('At least', '5');
  await press('Save group');
  expect(await form.findByText('The minimum cannot be more than the maximum.')).toBeTruthy();
  await typeIn('At least', '0');
  await typeIn('Price of Mango', 'much');
  await press('Save group');
  await expect(screen).toShow('Mango: give a price such as 1.50');
  await typeIn('Price of Mango', '1');
  await typeIn('Name of option 2', 'Mint');
  await press('Save group');
  await expect(screen).toShow('"Mint" appears twice.');
  expect(sent('saveOptionGroup')).toEqual([]);
});

test('a conflicting edit of a group shows both versions and lets the user choose', async () => {
  const owned = { ...chutneys, name: 'Chutneys and dips', version: 5 };
  const refused = [refusal('conflict', undefined, { group: owned, field: 'version' })];
  const { press, sent, form } = await openGroup('Chutneys', {
    saveOptionGroup: () => refused.shift() ?? { group: owned },
  });
  expect(form.getByText('Changes here apply to all 2 dishes that use it.')).toBeTruthy();
  await typeIn(/^Name \(|^Name$/, 'Our chutneys');
  await press('Save group');
  await expect(screen).toShow('Somebody else changed this group while you were editing it.');
  await press('Take theirs', 'radio');
  await press('Save group');
  await waitFor(() => expect(sent('saveOptionGroup')).toHaveLength(2));
  expect(sent('saveOptionGroup').map(({ name, version }) => [name, version])).toEqual([
    ['Our chutneys', 4],
    ['Chutneys and dips', 5],
  ]);
});

test('the server’s message about a group is shown above its form', async () => {
  const { press } = await openGroup('Chutneys', {
    saveOptionGroup: refusal('invalid-argument', 'Thali: The minimum cannot be more than the maximum.'),
  });
  await typeIn('At most', '3');
  await press('Save group');
  await expect(screen).toShow('The group could not be saved');
  await expect(screen).toShow('Thali: The minimum cannot be more than the maximum.');
});

test('deleting a group in use first names its dishes', async () => {
  const message = '"Chutneys" is in use: Dal Tadka, Thali.';
  const { press, sent } = await groups({
    deleteOptionGroup: ({ force }) => (force ? { groupId: 'chutneys' } : refusal('failed-precondition', message)),
  });
  await press('Delete Chutneys');
  await press('Delete');
  await expect(screen).toShow(new RegExp(message));
  await press('Remove it and delete');
  await expect(screen).toShow('Chutneys deleted');
  expect(sent('deleteOptionGroup')).toEqual([{ groupId: 'chutneys' }, { groupId: 'chutneys', force: true }]);
});

test('a dish orders its groups and overrides their limits, and sends only that', async () => {
  const { press, user, sent } = openOffice('menu', { ...answers, updateMenuItem: refusal('conflict') });
  await press('Edit Dal Tadka');
  await user.selectOptions(await screen.findByLabelText('Use a group'), 'chutneys');
  await user.selectOptions(await screen.findByLabelText('Use a group'), 'sizes');
  await press('Move Sizes up');
  await press('Other limits for this dish: Chutneys');
  await typeIn('At most, of Chutneys, for this dish', '2');
  await expect(screen).toShow('Guests may choose 0 to 2, 2 are included, then $0.75 each.');
  await press('Save Changes');
  await waitFor(() => expect(sent('updateMenuItem')).toHaveLength(1));
  expect(sent('updateMenuItem')[0]).toMatchObject({
    updates: {
      optionGroups: [
        { groupId: 'sizes', min: null, max: null, included: null },
        { groupId: 'chutneys', min: null, max: 2, included: null },
      ],
    },
  });
});

test('a dish gets prices of its own for sizes, a wrong one is refused, and an empty one is that of the group', async () => {
  const { press, user, sent } = openOffice('menu', { ...answers, updateMenuItem: refusal('conflict') });
  await press('Edit Dal Tadka');
  await user.selectOptions(await screen.findByLabelText('Use a group'), 'sizes');
  const prices = within(await screen.findByRole('group', { name: /^Prices of this dish/ }));
  expect(prices.getByLabelText<HTMLInputElement>('Large').placeholder).toBe('18.95');
  for (const wrong of ['0', '1.2.3']) {
    await typeIn('Large', wrong);
    await press('Save Changes');
    await expect(screen).toShow('Give each size a price such as 12.50, or leave it empty.');
  }
  await typeIn('Large', '21.5');
  await user.tab();
  const preview = within(screen.getByRole('region', { name: 'As guests see it' }));
  expect(preview.getByText(/14\.95/)).toBeTruthy();
  await typeIn('Regular', '12');
  expect(preview.getByText(/12\.00/)).toBeTruthy();
  await press('Save Changes');
  await waitFor(() => expect(sent('updateMenuItem')).toHaveLength(1));
  expect(sent('updateMenuItem')[0]).toMatchObject({
    updates: { optionGroups: [{ groupId: 'sizes', sizePrices: { regular: 12, large: 21.5 } }] },
  });
});

test('a dish shows its prices of sizes, and without them it has those of the group again', async () => {
  const optionGroups = [{ groupId: 'sizes', min: null, max: null, included: null, sizePrices: { large: 20 } }];
  const { press, user, sent } = openOffice('menu', {
    ...answers,
    ...menuToEdit([{ ...edited, optionGroups }]),
    getOptionGroups: { groups: [chutneys, sizes] },
    updateMenuItem: refusal('conflict', undefined, { item: { ...edited, version: 2, optionGroups } }),
  });
  await press('Edit Dal Tadka');
  const large = await screen.findByLabelText<HTMLInputElement>('Large');
  expect([large.value, screen.getByLabelText<HTMLInputElement>('Regular').value]).toEqual(['20.00', '']);
  await user.clear(large);
  await press('Save Changes');
  await waitFor(() => expect(sent('updateMenuItem')).toHaveLength(1));
  expect(sent('updateMenuItem')[0]).toMatchObject({
    updates: { optionGroups: [{ groupId: 'sizes', sizePrices: null }] },
  });
});

test('a group created while editing a dish is added to it, without saving the dish', async () => {
  const raitas = { ...chutneys, id: 'raitas', name: 'Raitas', usedBy: [] };
  const { press, sent } = openOffice('menu', {
    ...answers,
    saveOptionGroup: { group: raitas },
    updateMenuItem: refusal('conflict'),
  });
  await press('Edit Dal Tadka');
  await press('New group');
  await typeIn(/^Name \(|^Name$/, 'Raitas');
  await press('Add an option');
  await typeIn('Name of option 1', 'Boondi');
  await press('Save group');
  await expect(screen).toShow('Raitas saved');
  expect(sent('updateMenuItem')).toEqual([]);
  await press('Save Changes');
  await waitFor(() => expect(sent('updateMenuItem')).toHaveLength(1));
  expect(sent('updateMenuItem')[0]).toMatchObject({ updates: { optionGroups: [{ groupId: 'raitas' }] } });
});

test('a conflict about a dish’s groups shows them by name', async () => {
  const item = { ...edited, version: 2, optionGroups: [{ groupId: 'sizes', min: null, max: null, included: null }] };
  const { press, user } = openOffice('menu', {
    ...answers,
    updateMenuItem: refusal('conflict', undefined, { item }),
  });
  await press('Edit Dal Tadka');
  await user.selectOptions(await screen.findByLabelText('Use a group'), 'chutneys');
  await press('Save Changes');
  await expect(screen).toShow('Somebody else changed this item while you were editing it.');
  const both = within((await screen.findByText('Theirs')).closest('li')!);
  expect(both.getByText('Sizes')).toBeTruthy();
  expect(both.getByText('Chutneys')).toBeTruthy();
});

test('a group on other locations’ menus is read-only, with the reason', async () => {
  const reserved = { ...chutneys, heldBy: ['New Glasgow'] };
  const { press } = await groups({ getOptionGroups: { groups: [reserved, sizes] } });
  await expect(screen).toShow(/Mint, Mango/);
  expect(screen.queryByRole('button', { name: 'Edit Chutneys' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Delete Chutneys' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Edit Sizes' })).toBeTruthy();
  await press('Look at Chutneys');
  const read = within(await screen.findByRole('dialog', { name: 'Chutneys' }));
  const words =
    '"Chutneys" is also used at New Glasgow, where you cannot edit the menu. Someone who edits all of these menus can change it.';
  expect(read.getByText(words)).toBeTruthy();
  expect(read.getByRole('checkbox', { name: /^Mint/ })).toBeTruthy();
  expect(read.queryByRole('button', { name: 'Save group' })).toBeNull();
});

test('a group added to another location’s menu while editing is refused, naming the location', async () => {
  const words = '"Chutneys" is also used at New Glasgow, where you cannot edit the menu.';
  const { press } = await openGroup('Chutneys', { saveOptionGroup: refusal('permission-denied', words) });
  await typeIn('At most', '3');
  await press('Save group');
  await expect(screen).toShow(words);
});

test('a dish becomes an option of a combo, with its own name and a surcharge', async () => {
  const mains = { ...chutneys, id: 'mains', name: 'Mains' };
  const { press, user, sent } = await groups({ saveOptionGroup: { group: mains } });
  await press('New group');
  await typeIn(/^Name \(|^Name$/, 'Mains');
  await user.selectOptions(await screen.findByLabelText('Add a dish as a part'), dalDish.id);
  expect((await screen.findByLabelText<HTMLInputElement>('Name of option 1')).readOnly).toBe(true);
  expect(screen.queryByLabelText('Add a dish as a part')).toBeNull();
  await typeIn(`Price of ${dalDish.name}`, '2');
  // Its allergens come from the menus.
  await press(`More about ${dalDish.name}`);
  expect(screen.queryByText('Also contains')).toBeNull();
  await press('Done');
  await press('Save group');
  await waitFor(() => expect(sent('saveOptionGroup')).toHaveLength(1));
  expect(sent('saveOptionGroup')[0]).toMatchObject({
    name: 'Mains',
    options: [{ name: dalDish.name, price: 2, dishId: dalDish.id }],
  });
});

const heats = {
  ...sizes,
  id: 'spice_level',
  name: 'Spice level',
  isSize: false,
  options: [
    { ...option, id: 'mild', name: 'Mild', isDefault: true },
    { ...option, id: 'hot', name: 'Hot' },
  ],
  usedBy: [usedBy('dal', 'Dal Tadka')],
};

test('the heat group applies to spicy dishes and can be edited, but not deleted or added to a dish', async () => {
  const { sent, press } = await openGroup('Spice level', {
    getOptionGroups: { groups: [chutneys, heats] },
    saveOptionGroup: { group: heats },
  });
  const form = within(screen.getByRole('dialog', { name: 'Edit Spice level' }));
  await expect(screen).toShow('Asked for dishes marked mild, medium or hot: 1 dish');
  expect(screen.queryByRole('button', { name: 'Delete Spice level' })).toBeNull();
  expect([form.queryByText('Guests choose'), form.queryByRole('button', { name: /Add a dish/ })]).toEqual([null, null]);
  await typeIn('Price of Hot', '0.50');
  await press('Save group');
  await waitFor(() =>
    expect(sent('saveOptionGroup')).toMatchObject([
      {
        id: 'spice_level',
        kind: 'one',
        min: 1,
        max: 1,
        options: [{ name: 'Mild' }, { name: 'Hot', price: 0.5 }],
      },
    ]),
  );
});

test('a restaurant has at most five heat levels', async () => {
  const four = ['mild', 'medium', 'hot', 'heat-4'].map((id) => ({ ...option, id, name: id }));
  const { form, press } = await openGroup('Spice level', {
    getOptionGroups: { groups: [{ ...heats, options: four }] },
  });
  expect(form.getByRole('button', { name: 'Add an option' })).toBeTruthy();
  await press('Add an option');
  await waitFor(() => expect(form.queryByRole('button', { name: 'Add an option' })).toBeNull());
});
