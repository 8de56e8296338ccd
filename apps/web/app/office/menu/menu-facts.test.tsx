import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal, type Answers } from '../../testing/network.ts';
import { editedCategory, editedDal, menuToEdit, rootData, staff, truro } from '../../testing/samples.ts';
import { openOffice, typeIn } from '../../testing/show.tsx';
import { uploadsAsFetched } from '../../testing/uploads.ts';

const answers = menuToEdit(
  [
    editedDal,
    { ...editedDal, id: 'naan', menuItemId: 'naan', name: 'Naan', price: 3.5, category: 'sides', isAvailable: false },
  ],
  [editedCategory('veg-curries', 'Veg Curries'), editedCategory('sides', 'Sides', 1, false)],
);
const menu = (more: Answers = {}) => openOffice('menu', { ...answers, ...more });

test('the tiles show the API’s counts: items, available items, categories, average price [A-MENU-25]', async () => {
  menu();
  const tiles = (await screen.findByLabelText('Menu figures')).textContent;
  for (const words of ['Total Items2', 'Available1', '1 hidden', 'Categories2', '$6.75'])
    expect(tiles).toContain(words);
});

test('default categories can be deleted like others [A-MENU-50]', async () => {
  const { press } = menu();
  await press('Manage Categories');
  const list = within(await screen.findByLabelText('Current categories'));
  expect(list.getByText('Default')).toBeTruthy();
  expect(list.getByRole('button', { name: 'Delete Veg Curries' })).toBeTruthy();
  expect(list.getByRole('button', { name: 'Delete Sides' })).toBeTruthy();
});

test('the last default category cannot be deleted [A-MENU-20]', async () => {
  const { press } = openOffice('menu', menuToEdit([editedDal], [editedCategory('veg-curries', 'Veg Curries')]));
  await press('Manage Categories');
  const list = within(await screen.findByLabelText('Current categories'));
  expect(list.getByRole('button', { name: 'Rename Veg Curries' })).toBeTruthy();
  expect(list.queryByRole('button', { name: /^Delete/ })).toBeNull();
});

test('a manager of one of two locations cannot delete categories, which all menus share', async () => {
  const manager = { ...staff, role: 'manager' as const };
  const locations = [truro, { ...truro, id: 'new-glasgow', name: 'New Glasgow' }];
  const { press } = openOffice('menu', answers, manager, rootData.site, locations);
  await press('Manage Categories');
  const list = within(await screen.findByLabelText('Current categories'));
  expect(list.getByText('Sides')).toBeTruthy();
  expect(list.queryByRole('button', { name: /^Delete/ })).toBeNull();
});

test('an admin renames a category inline, and a name in use is refused before sending', async () => {
  const { press, sent } = menu({ renameCategory: { categories: [] } });
  await press('Manage Categories');
  await press('Rename Sides');
  await typeIn('New name of Sides', 'veg  curries');
  await press('Save');
  await expect(screen).toShow('Category already exists');
  await typeIn('New name of Sides', 'With it');
  await press('Save');
  await expect(screen).toShow('Sides is now called With it');
  expect(sent('renameCategory')).toEqual([{ categoryId: 'sides', name: 'With it', was: 'Sides' }]);
});

test('a conflicting rename and a server failure are shown next to the name', async () => {
  const words = 'It is now called “Extras”. Please check again.';
  const { press } = menu({ renameCategory: refusal('conflict', words) });
  await press('Manage Categories');
  await press('Rename Sides');
  await typeIn('New name of Sides', 'With it');
  await press('Save');
  await expect(screen).toShow(words);
  await press('Close');
  await expect(screen).toShow('Discard what you typed?');
});

test('the menu shows the names of its categories', async () => {
  const categories = [
    editedCategory('veg-curries', 'Curries of the garden'),
    editedCategory('sides', 'Sides', 1, false),
  ];
  menu(menuToEdit([editedDal], categories));
  const card = within(await screen.findByRole('article', { name: 'Dal Tadka' }));
  expect(card.getByText('Curries of the garden')).toBeTruthy();
  expect(screen.getByRole('option', { name: 'Curries of the garden' })).toBeTruthy();
});

test('the last default category cannot be deleted [A-MENU-50]', async () => {
  const { press } = menu(menuToEdit([editedDal]));
  await press('Manage Categories');
  const list = within(await screen.findByLabelText('Current categories'));
  expect(list.queryByRole('button', { name: /^Delete/ })).toBeNull();
});

test('saves only changed fields of a dish, and null for cleared ones [A-MENU-38]', async () => {
  const { press, sent } = menu({ updateMenuItem: refusal('conflict') });
  await press('Edit Dal Tadka');
  await typeIn(/^Name/, 'Dal');
  await press('Save Changes');
  await waitFor(() => expect(sent('updateMenuItem')).toHaveLength(1));
  expect(sent('updateMenuItem')).toMatchObject([{ locationId: 'truro', itemId: 'dal', updates: { name: 'Dal' } }]);
  expect(Object.keys((sent('updateMenuItem')[0] as { updates: object }).updates)).toEqual(['name']);
});

/** Submits a photo by address, which the server fetches. */
async function photoFrom(code: Parameters<typeof refusal>[0]) {
  const office = menu({ uploadMenuImage: refusal(code) });
  uploadsAsFetched();
  await office.press('Photo of Dal Tadka');
  await office.press('URL', 'tab');
  await typeIn('Image URL', 'https://example.test/dal.jpg');
  await office.press('Save Photo');
  return office;
}

// docs/specification/cannot-happen.md explains why the store's own codes are missing here.
test.each([
  ['a person without the right', 'permission-denied', "You don't have permission to upload images", '[C-ERR-20]'],
  ['a full store', 'image-store-full', 'Storage quota exceeded', '[C-ERR-21]'],
] as const)('a photo refused for %s (%s) shows our own message: %s %s', async (_why, code, words, _fact) => {
  await photoFrom(code);
  await expect(screen).toShow(words);
});

test('an invalid photo address shows our own message [C-ERR-22]', async () => {
  const { press } = menu({ updateMenuItem: refusal('invalid-argument', 'Invalid storage URL') });
  await press('Edit Dal Tadka');
  await typeIn(/^Name/, 'Dal');
  await press('Save Changes');
  await expect(screen).toShow(/Invalid storage URL/);
});

test('a file that cannot be read shows an error, because it cannot be split into parts [C-ERR-23]', async () => {
  const { press } = menu();
  await press('Photo of Dal Tadka');
  const large = new File([new Uint8Array(1_200_000)], 'dal.jpg', { type: 'image/jpeg' });
  Object.defineProperty(large, 'arrayBuffer', { value: () => Promise.reject(new Error('gone')) });
  fireEvent.change(await screen.findByLabelText('choose a file'), { target: { files: [large] } });
  await press('Save Photo');
  await expect(screen).toShow('Failed to read file');
});

test('the uploaded image becomes the dish’s photo [A-MENU-26]', async () => {
  const stored = { url: '/images/new.webp', fileName: 'x', originalName: 'x', size: 1, type: 'image/webp' };
  const { press, sent } = menu({ uploadMenuImage: stored, updateMenuItem: refusal('conflict') });
  uploadsAsFetched();
  await press('Photo of Dal Tadka');
  await press('URL', 'tab');
  await typeIn('Image URL', 'https://example.test/dal.jpg');
  await press('Save Photo');
  await waitFor(() => expect(sent('updateMenuItem')).toMatchObject([{ updates: { image: '/images/new.webp' } }]));
});
