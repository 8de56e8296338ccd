import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Answers } from '../../testing/network.ts';
import { editedCategory, editedDal as dal, menuToEdit } from '../../testing/samples.ts';
import { field, openOffice, typeIn } from '../../testing/show.tsx';

const items = [
  dal,
  { ...dal, id: 'naan', menuItemId: 'naan', name: 'Garlic Naan', price: 4, category: 'breads', isAvailable: false },
  {
    ...dal,
    id: 'goat',
    menuItemId: 'goat',
    name: 'Goat Curry',
    price: 19,
    isTodaysSpecial: true,
    specialStartDate: '2020-01-01',
    specialEndDate: '2099-01-01',
  },
];
const answers = menuToEdit(items, [
  editedCategory('veg-curries', 'Veg Curries', 2),
  editedCategory('breads', 'Breads'),
  editedCategory('sweets', 'Sweets', 0, false),
]);
async function menu(more: Answers = {}) {
  const office = openOffice('menu', { ...answers, ...more });
  await expect(screen).toShow('Dal Tadka');
  return office;
}
const cards = () =>
  screen
    .getAllByRole('article')
    .map((card) => within(card).getAllByRole('heading')[0]?.textContent?.replace(/\$.*/, ''));

test('the page shows the menu of one location with its figures [A-MENU-01] [A-MENU-02]', async () => {
  await menu();
  expect((await field('Location')).value).toBe('truro');
  const figures = screen.getByLabelText('Menu figures').textContent;
  expect(figures).toMatch(/Total Items\s*3.*Available\s*2.*Categories.*Avg Price\s*\$11\.00/);
});

test('categories can be managed, dishes added and the menu reloaded [A-MENU-05] [A-MENU-09] [A-MENU-10]', async () => {
  const { press, sent } = await menu();
  expect(screen.getByRole('button', { name: 'Manage Categories' })).toBeTruthy();
  const add = screen.getByRole('button', { name: 'Add Item' });
  expect(add.getAttribute('aria-disabled')).toBeNull();
  const before = sent('getLocationMenuAdmin').length;
  await press('Refresh');
  await waitFor(() => expect(sent('getLocationMenuAdmin').length).toBeGreaterThan(before));
  act(() => void dispatchEvent(new Event('offline')));
  await waitFor(() => expect(add.getAttribute('aria-disabled')).toBe('true'));
  act(() => void dispatchEvent(new Event('online')));
});

test('each dish is a card with actions to hide or show, edit, change the photo, duplicate and delete [A-MENU-08] [A-MENU-15]', async () => {
  const { press } = await menu();
  expect(new Set(cards())).toEqual(new Set(['Dal Tadka', 'Garlic Naan', 'Goat Curry']));
  for (const name of ['Hide Dal Tadka', 'Show Garlic Naan', 'Edit Dal Tadka', 'Photo of Dal Tadka'])
    expect(screen.getByRole('button', { name })).toBeTruthy();
  await press('More for Dal Tadka');
  const actions = screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
  expect(actions).toEqual(expect.arrayContaining(['Duplicate', 'Delete']));
});

test('filters by text, availability and category, and shows the number of matches [A-MENU-03] [A-MENU-04] [A-MENU-06] [A-MENU-07]', async () => {
  const { press, user } = await menu();
  await expect(screen).toShow('3 of 3 items');
  await typeIn('Search items', 'naan');
  await expect(screen).toShow('1 of 3 items');
  expect(cards()).toEqual(['Garlic Naan']);
  await typeIn('Search items', '');
  await press('Unavailable Only', 'radio');
  await waitFor(() => expect(cards()).toEqual(['Garlic Naan']));
  await press('All Items', 'radio');
  const categories = screen.getByLabelText<HTMLSelectElement>('Category');
  expect([...categories.options].slice(0, 2).map(({ text }) => text)).toEqual(['All Categories', "Today's Special"]);
  await user.selectOptions(categories, "Today's Special");
  await waitFor(() => expect(cards()).toEqual(['Goat Curry']));
});

test('an empty result says so and suggests what to do [A-MENU-13] [A-MENU-14]', async () => {
  await menu();
  await typeIn('Search items', 'pizza');
  await expect(screen).toShow('No menu items found');
  await expect(screen).toShow('Try adjusting your search or filters');
});

test('categories can be deleted, and default ones are marked [A-MENU-18] [A-MENU-19] [A-MENU-20] [A-MENU-21]', async () => {
  const { press } = await menu();
  await press('Manage Categories');
  expect(await screen.findByPlaceholderText('e.g., Desserts, Beverages')).toBeTruthy();
  expect(screen.getAllByText('Default')).toHaveLength(2);
  expect(
    screen.getAllByRole('button', { name: /^Delete / }).map((button) => button.getAttribute('aria-label')),
  ).toEqual(expect.arrayContaining(['Delete Sweets', 'Delete Breads']));
  await press('Done');
  await waitFor(() => expect(screen.queryByPlaceholderText('e.g., Desserts, Beverages')).toBeNull());
});

test('a category needs a name [A-MENU-47]', async () => {
  const { press, sent } = await menu();
  await press('Manage Categories');
  await press('Add');
  await expect(screen).toShow('Category name is required');
  expect(sent('addCategory')).toEqual([]);
});

test('closing the form asks before discarding a changed name', async () => {
  const { press, user } = openOffice('menu', answers);
  await press('Edit Dal Tadka');
  await press('Close');
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Edit Item' })).toBeNull());
  await press('Edit Dal Tadka');
  await user.type(await field(/^Name/), ' Special');
  await press('Close');
  await press('Keep editing');
  expect((await field(/^Name/)).value).toBe('Dal Tadka Special');
  await press('Close');
  await press('Discard');
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Edit Item' })).toBeNull());
});

test('a new dish starts with 15 minutes of prep time [A-MENU-24]', async () => {
  const { press } = await menu();
  await press('Add Item');
  expect((await field('Prep time, minutes')).value).toBe('15');
});

test('a dish needs a name, a description and a price above 0 [A-MENU-31] [A-MENU-32]', async () => {
  const { press, sent } = await menu();
  await press('Add Item');
  await typeIn(/^Price/, '0');
  await press('Add Item');
  await expect(screen).toShow('Name is required');
  await expect(screen).toShow('Description is required');
  await expect(screen).toShow('Valid price is required');
  expect(sent('addMenuItem')).toEqual([]);
});

test('a special starts with today to tomorrow and needs its dates in order [A-MENU-33] [A-MENU-34] [A-MENU-35]', async () => {
  const { press, sent } = await menu();
  await press('Add Item');
  await press(/Today's Special/, 'switch');
  const [start, end] = [await field('Start date'), await field('End date')];
  expect(Date.parse(end.value) - Date.parse(start.value)).toBe(86_400_000);
  await typeIn('End date', '2020-01-01');
  await press('Add Item');
  await expect(screen).toShow('End date must be after start date');
  await typeIn('Start date', '');
  await press('Add Item');
  await expect(screen).toShow('Start date is required');
  expect(sent('addMenuItem')).toEqual([]);
});

test('the list shows one line a dish with its price, category and state, and stays chosen on this device', async () => {
  const { press, sent, answer } = await menu();
  await press('List', 'radio');
  const line = () => screen.getByRole('article', { name: 'Garlic Naan' });
  expect(line().textContent).toMatch(/Garlic Naan.*Breads.*Hidden.*\$4\.00/);
  expect(screen.getByRole('article', { name: 'Dal Tadka' }).textContent).toMatch(/Veg Curries.*On.*\$10\.00/);
  answer({ setMenuAvailability: { updated: 1 } as never });
  await press('Show Garlic Naan');
  await waitFor(() => expect(sent('setMenuAvailability')).toMatchObject([{ itemIds: ['naan'], isAvailable: true }]));
  expect(localStorage.getItem('tiffin_menu_view')).toBe('list');
});
