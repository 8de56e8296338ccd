import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal, type Answers } from '../../testing/network.ts';
import { dalDish, editedDal, menuToEdit } from '../../testing/samples.ts';
import { openOffice, typeIn } from '../../testing/show.tsx';
import { uploadsAsFetched } from '../../testing/uploads.ts';

const edited = { ...editedDal, imageUrl: '/images/dal.webp', image: '/images/dal.webp' };
const answers = menuToEdit([edited]);
const menu = (more: Answers = {}) => openOffice('menu', { ...answers, ...more });

test('a dish that cannot be deleted stays, and it is said [A-ERR-54]', async () => {
  const { press } = menu({ deleteMenuItem: refusal('conflict') });
  await press('More for Dal Tadka');
  await press('Delete', 'menuitem');
  await press('Delete');
  await expect(screen).toShow('An error occurred while deleting item');
});

test('a dish that cannot be duplicated says so [A-ERR-55]', async () => {
  const { press } = menu({ duplicateMenuItem: refusal('conflict') });
  await press('More for Dal Tadka');
  await press('Duplicate', 'menuitem');
  await expect(screen).toShow('An error occurred while duplicating item');
});

test('a dish that cannot be saved says so in its form [A-ERR-63]', async () => {
  const { press } = menu({ updateMenuItem: refusal('invalid-argument', '') });
  await press('Edit Dal Tadka');
  await typeIn(/^Name/, 'Dal');
  await press('Save Changes');
  await expect(screen).toShow(/Failed to save item/);
});

test('the menu of a place that is gone says which [A-ERR-57]', async () => {
  menu({ getLocationMenuAdmin: refusal('location-not-found', 'Location truro not found or inactive') });
  await expect(screen).toShow('Error Loading Menu');
});

test('a menu that is asked for again stays where nobody answers, and says what is wrong where somebody does', async () => {
  const { press, answer } = menu();
  await expect(screen).toShow('Dal Tadka');
  // Who asks for a minute is not asked again at once.
  const busy = refusal('unavailable');
  busy.headers.set('retry-after', '60');
  answer({ getLocationMenuAdmin: busy });
  await press('Refresh');
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Refresh' }).getAttribute('aria-busy')).not.toBe('true'),
  );
  await expect(screen).toShow('Dal Tadka');
  expect(screen.queryByText('Error Loading Menu')).toBeNull();
  answer({ getLocationMenuAdmin: refusal('location-not-found') });
  await press('Refresh');
  await expect(screen).toShow('Error Loading Menu');
});

test('a photo that cannot be removed stays, and it is said [A-ERR-74]', async () => {
  const { press } = menu({ deleteMenuImage: refusal('conflict') });
  await press('Photo of Dal Tadka');
  await press('Remove Photo');
  await press('Remove');
  await expect(screen).toShow('Failed to delete image');
});

test('a photo editor with neither address nor file has nothing to save', async () => {
  const { press, sent } = menu();
  await press('Photo of Dal Tadka');
  await press('Save Photo');
  await expect(screen).toShow('Please provide an image URL or select a file');
  expect(sent('uploadMenuImage')).toEqual([]);
});

/** A photo at an address, which the server is asked to fetch. */
async function photoFrom(more: Answers) {
  const office = menu(more);
  uploadsAsFetched();
  await office.press('Photo of Dal Tadka');
  await office.press('URL', 'tab');
  await typeIn('Image URL', 'https://example.test/dal.jpg');
  await office.press('Save Photo');
  return office;
}

test.each([
  ['permission-denied', "You don't have permission to upload images", '[A-ERR-65]'],
  ['image-store-full', 'Storage quota exceeded', '[A-ERR-67]'],
  ['internal', 'Unknown error occurred during upload', '[A-ERR-68]'],
  ['invalid-image', 'Invalid image', '[A-ERR-75]'],
] as const)('a photo that is refused with %s says: %s %s', async (code, words, _fact) => {
  const { sent } = await photoFrom({ uploadMenuImage: refusal(code) });
  expect((await screen.findByText(words)).closest('dialog')).toBeTruthy();
  expect(sent('updateMenuItem')).toEqual([]);
});

test('a photo that was kept but could not become the dish’s says so [A-ERR-73]', async () => {
  const stored = { url: '/images/new.webp', fileName: 'x', originalName: 'x', size: 1, type: 'image/webp' };
  const { sent } = await photoFrom({ uploadMenuImage: stored, updateMenuItem: refusal('conflict') });
  await expect(screen).toShow('Failed to update photo');
  expect(sent('updateMenuItem')).toMatchObject([{ itemId: 'dal', updates: { image: '/images/new.webp' } }]);
});

/** A file of this device. */
async function chooseFile(file: File) {
  const office = menu();
  await office.press('Photo of Dal Tadka');
  fireEvent.change(await screen.findByLabelText('choose a file'), { target: { files: [file] } });
  return office;
}

test('a file that cannot be read says so [A-ERR-71]', async () => {
  const large = new File([new Uint8Array(1_200_000)], 'dal.jpg', { type: 'image/jpeg' });
  Object.defineProperty(large, 'arrayBuffer', { value: () => Promise.reject(new Error('gone')) });
  const { press } = await chooseFile(large);
  await press('Save Photo');
  await expect(screen).toShow('Failed to read file');
});

test('a file that cannot be shown says so [A-ERR-72]', async () => {
  await chooseFile(new File(['no picture'], 'dal.jpg', { type: 'image/jpeg' }));
  fireEvent.error(await screen.findByAltText('Chosen photo'));
  await expect(screen).toShow('Failed to create image preview');
});

test('a dish that somebody else has deleted is named as gone when it is to be duplicated [A-ERR-58]', async () => {
  const { press } = menu({ duplicateMenuItem: refusal('menu-item-not-found') });
  await press('More for Dal Tadka');
  await press('Duplicate', 'menuitem');
  await expect(screen).toShow('Menu item not found');
});

const expectToldInForm = async (words: string) => {
  const { press } = menu({ updateMenuItem: refusal('invalid-argument', words) });
  await press('Edit Dal Tadka');
  await typeIn(/^Name/, 'Dal');
  await press('Save Changes');
  await expect(screen).toShow(new RegExp(words));
};

test('a dish refused with “Location ID and item ID are required” says so in its form [A-ERR-59]', () =>
  expectToldInForm('Location ID and item ID are required'));
test('a dish refused with “Updates are required” says so in its form [A-ERR-60]', () =>
  expectToldInForm('Updates are required'));
test('a dish refused with “Item data with name is required” says so in its form [A-ERR-61]', () =>
  expectToldInForm('Item data with name is required'));
test('a dish refused with “Invalid storage URL” says so in its form [A-ERR-70]', () =>
  expectToldInForm('Invalid storage URL'));

const portions = (left: number | null, moves: unknown[] = []) => ({
  item: {
    id: dalDish.id,
    name: 'Dal Tadka',
    category: 'c',
    isAvailable: true,
    soldOut: false,
    soldOutUntil: null,
    left,
    held: 0,
  },
  moves: moves as never[],
});

test('portions left are counted from what was seen, with what came and went beneath', async () => {
  const sale = {
    id: '1',
    at: '2026-11-20T22:00:00.000Z',
    kind: 'sale',
    amount: -2,
    orderId: 'TRU-20261120-AAAAA',
    by: null,
  };
  const { press, sent } = menu({
    getStockMovements: portions(7, [sale]),
    setStock: { item: portions(12).item, version: 2 },
  });
  await press('More for Dal Tadka');
  await press('Portions left…', 'menuitem');
  await expect(screen).toShow('Sold, order TRU-20261120-AAAAA');
  await typeIn('Portions left', '12');
  await press('Save');
  await expect(screen).toShow('Portions of Dal Tadka saved');
  await typeIn('Portions left', '1.5');
  await press('Save');
  await expect(screen).toShow('A whole number from 0 to 9999, or nothing.');
  expect(sent('setStock')).toEqual([{ locationId: 'truro', itemId: dalDish.id, left: 12, seen: 7 }]);
});

test('an option of a dish is counted as the dish is, and what was typed for the dish waits meanwhile', async () => {
  const mint = { id: 'mint', name: 'Mint', kitchenName: null, price: 0, pricesBySize: {}, opensGroupId: null };
  const options = [{ ...mint, isDefault: false, maxUnits: 1, allergens: [], breaks: [] }];
  const group = { id: 'dip', name: 'Dip', kitchenName: null, kind: 'some' as const, min: 0, max: 1, included: 0 };
  const dips = { ...group, eachExtra: 0, isSize: false, options, version: 1, usedBy: [] };
  const stock = (itemId: unknown, left: number) => ({
    ...portions(left),
    item: { ...portions(left).item, id: String(itemId) },
  });
  const { press, user, sent } = menu({
    getLocationMenuAdmin: {
      ...answers.getLocationMenuAdmin,
      items: [{ ...edited, optionGroups: [{ groupId: 'dip', min: null, max: null, included: null }] }],
    } as never,
    getOptionGroups: { groups: [dips] },
    getStockMovements: ({ itemId }) => stock(itemId, itemId === 'dip/mint' ? 3 : 7),
    setStock: { item: portions(5).item, version: 2 },
  });
  await press('More for Dal Tadka');
  await press('Portions left…', 'menuitem');
  await typeIn('Portions left', '12');
  await user.selectOptions(await screen.findByLabelText('Of'), 'Dip: Mint');
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Portions left').value).toBe('3'));
  await typeIn('Portions left', '5');
  await press('Save');
  await waitFor(() =>
    expect(sent('setStock')).toEqual([{ locationId: 'truro', itemId: 'dip/mint', left: 5, seen: 3 }]),
  );
  await user.selectOptions(await screen.findByLabelText('Of'), 'Dal Tadka');
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Portions left').value).toBe('12'));
});

test('a number that is typed while another is being saved stays', async () => {
  let save = () => {};
  const { press } = menu({
    getStockMovements: portions(7),
    setStock: () => new Promise((done) => (save = () => done({ item: portions(12).item, version: 2 }))),
  });
  await press('More for Dal Tadka');
  await press('Portions left…', 'menuitem');
  await typeIn('Portions left', '12');
  await press('Save');
  await typeIn('Portions left', '15');
  save();
  await expect(screen).toShow('Portions of Dal Tadka saved');
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Portions left').value).toBe('15'));
});

test('a count that came too late says what is left, and what cannot be loaded can be asked for again', async () => {
  const loads = [refusal('permission-denied', 'Not here.')];
  const { press } = menu({
    getStockMovements: () => loads.shift() ?? portions(7),
    setStock: refusal('failed-precondition', 'Only 3 are left by now. Please count again.'),
  });
  await press('More for Dal Tadka');
  await press('Portions left…', 'menuitem');
  await expect(screen).toShow('The portions could not be loaded');
  await press('Try again');
  await typeIn('Portions left', '2');
  await press('Save');
  await expect(screen).toShow('Only 3 are left by now. Please count again.');
});

test('a number of portions and a new category that were typed and not saved are asked about before they are lost', async () => {
  const { press } = menu({ getStockMovements: portions(7) });
  await press('More for Dal Tadka');
  await press('Portions left…', 'menuitem');
  await typeIn('Portions left', '12');
  await press('Close');
  await expect(screen).toShow('Discard what you typed?');
  await press('Keep editing');
  await typeIn('Portions left', '7');
  await press('Close');
  await waitFor(() => expect(screen.queryByLabelText('Portions left')).toBeNull());
  expect(screen.queryByText('Discard what you typed?')).toBeNull();
  await press('Manage Categories');
  await typeIn('New category', 'Soups');
  await press('Close');
  await expect(screen).toShow('Discard what you typed?');
});
