import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal, type Answers } from '../../testing/network.ts';
import { dalDish, editedDal, menuToEdit } from '../../testing/samples.ts';
import { openOffice, typeIn } from '../../testing/show.tsx';
import { uploadsAsFetched } from '../../testing/uploads.ts';

const edited = { ...editedDal, imageUrl: '/images/dal.webp', image: '/images/dal.webp' };
const answers = menuToEdit([edited]);
const menu = (more: Answers = {}) => openOffice('menu', { ...answers, ...more });

test('a dish that cannot be deleted stays and shows an error [A-ERR-54]', async () => {
  const { press } = menu({ deleteMenuItem: refusal('conflict') });
  await press('More for Dal Tadka');
  await press('Delete', 'menuitem');
  await press('Delete');
  await expect(screen).toShow('An error occurred while deleting item');
});

test.each([
  ['marks a dish as sold out until closing', null, 'Sold out Dal Tadka', 'closing'],
  ['puts a sold-out dish back on sale', '9999-12-31T00:00:00.000Z', 'Back on sale Dal Tadka', null],
])('a manager %s', async (_what, soldOutUntil, button, until) => {
  const item = { ...edited, soldOutUntil };
  const { press, sent } = menu({ ...menuToEdit([item]), markSoldOut: { item: item as never, version: 2 } });
  await press(button);
  await waitFor(() => expect(sent('markSoldOut')).toEqual([{ locationId: 'truro', itemId: 'dal', until }]));
});

test('a dish that cannot be marked as sold out says so', async () => {
  const { press } = menu({ markSoldOut: refusal('conflict') });
  await press('Sold out Dal Tadka');
  await expect(screen).toShow('The dish was not changed');
});

test('a dish that cannot be duplicated shows an error [A-ERR-55]', async () => {
  const { press } = menu({ duplicateMenuItem: refusal('conflict') });
  await press('More for Dal Tadka');
  await press('Duplicate', 'menuitem');
  await expect(screen).toShow('An error occurred while duplicating item');
});

test('a dish that cannot be saved shows an error in its form [A-ERR-63]', async () => {
  const { press } = menu({ updateMenuItem: refusal('invalid-argument', '') });
  await press('Edit Dal Tadka');
  await typeIn(/^Name/, 'Dal');
  await press('Save Changes');
  await expect(screen).toShow(/Failed to save item/);
});

test('the editor of a dish leads to what the dishes of its location cost', async () => {
  const { press } = menu();
  await press('Edit Dal Tadka');
  const link = await screen.findByRole('link', { name: 'What it costs you' });
  expect(link.getAttribute('href')).toBe('/admin/dashboard?location=truro&page=costs#report');
});

test('a removed location’s menu shows an error that names the location [A-ERR-57]', async () => {
  menu({ getLocationMenuAdmin: refusal('location-not-found', 'Location truro not found or inactive') });
  await expect(screen).toShow('Error Loading Menu');
});

test('a failed reload keeps the menu when offline, and shows the server’s error otherwise', async () => {
  const { press, answer } = menu();
  await expect(screen).toShow('Dal Tadka');
  // A response with Retry-After is not retried at once.
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

test('a photo that cannot be removed stays and shows an error [A-ERR-74]', async () => {
  const { press } = menu({ deleteMenuImage: refusal('conflict') });
  await press('Photo of Dal Tadka');
  await press('Remove Photo');
  await press('Remove');
  await expect(screen).toShow('Failed to delete image');
});

test('the photo dialog cannot save without an address or a file', async () => {
  const { press, sent } = menu();
  await press('Photo of Dal Tadka');
  await press('Save Photo');
  await expect(screen).toShow('Please provide an image URL or select a file');
  expect(sent('uploadMenuImage')).toEqual([]);
});

/** Submits a photo by address, which the server fetches. */
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
  ['image-store-unavailable', 'The photo could not be stored. Please try again in a minute.', ''],
  ['internal', 'Unknown error occurred during upload', '[A-ERR-68]'],
  ['invalid-image', 'Invalid image', '[A-ERR-75]'],
] as const)('a photo refused with %s shows: %s %s', async (code, words, _fact) => {
  const { sent } = await photoFrom({ uploadMenuImage: refusal(code) });
  expect((await screen.findByText(words)).closest('dialog')).toBeTruthy();
  expect(sent('updateMenuItem')).toEqual([]);
});

test('a photo that was uploaded but not assigned to the dish shows an error [A-ERR-73]', async () => {
  const stored = { url: '/images/new.webp', fileName: 'x', originalName: 'x', size: 1, type: 'image/webp' };
  const { sent } = await photoFrom({ uploadMenuImage: stored, updateMenuItem: refusal('conflict') });
  await expect(screen).toShow('Failed to update photo');
  expect(sent('updateMenuItem')).toMatchObject([{ itemId: 'dal', updates: { image: '/images/new.webp' } }]);
});

/** Chooses a file of this device. */
async function chooseFile(file: File) {
  const office = menu();
  await office.press('Photo of Dal Tadka');
  fireEvent.change(await screen.findByLabelText('choose a file'), { target: { files: [file] } });
  return office;
}

test('a file that cannot be read shows an error [A-ERR-71]', async () => {
  const large = new File([new Uint8Array(1_200_000)], 'dal.jpg', { type: 'image/jpeg' });
  Object.defineProperty(large, 'arrayBuffer', { value: () => Promise.reject(new Error('gone')) });
  const { press } = await chooseFile(large);
  await press('Save Photo');
  await expect(screen).toShow('Failed to read file');
});

test('dropping something that is no file shows an error [A-MENU-45]', async () => {
  const { press } = menu();
  await press('Photo of Dal Tadka');
  fireEvent.drop(await screen.findByRole('button', { name: 'choose a file' }), { dataTransfer: { files: [] } });
  await expect(screen).toShow('No file selected');
});

test('a file that cannot be displayed shows an error [A-ERR-72]', async () => {
  await chooseFile(new File(['no picture'], 'dal.jpg', { type: 'image/jpeg' }));
  fireEvent.error(await screen.findByAltText('Chosen photo'));
  await expect(screen).toShow('Failed to create image preview');
});

test('duplicating a dish that another person deleted says that it no longer exists [A-ERR-58]', async () => {
  const { press } = menu({ duplicateMenuItem: refusal('menu-item-not-found') });
  await press('More for Dal Tadka');
  await press('Duplicate', 'menuitem');
  await expect(screen).toShow('Menu item not found');
});

const expectErrorInForm = async (words: string) => {
  const { press } = menu({ updateMenuItem: refusal('invalid-argument', words) });
  await press('Edit Dal Tadka');
  await typeIn(/^Name/, 'Dal');
  await press('Save Changes');
  await expect(screen).toShow(new RegExp(words));
};

test('a dish refused with “Location ID and item ID are required” shows it in its form [A-ERR-59]', () =>
  expectErrorInForm('Location ID and item ID are required'));
test('a dish refused with “Updates are required” shows it in its form [A-ERR-60]', () =>
  expectErrorInForm('Updates are required'));
test('a dish refused with “Item data with name is required” shows it in its form [A-ERR-61]', () =>
  expectErrorInForm('Item data with name is required'));
test('a dish refused with “Invalid storage URL” shows it in its form [A-ERR-70]', () =>
  expectErrorInForm('Invalid storage URL'));

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

test('sets the stock with the amount the user saw, and lists the stock changes below', async () => {
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
  await expect(screen).toShow('A whole number from 0 to 9999, or empty.');
  expect(sent('setStock')).toEqual([{ locationId: 'truro', itemId: dalDish.id, left: 12, seen: 7 }]);
});

test('tracks the stock of an option like a dish, and keeps unsaved input of the dish meanwhile', async () => {
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

test('a number typed while another is being saved stays', async () => {
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

test('an outdated stock shows how many are left, and a failed load can be retried', async () => {
  const loads = [refusal('permission-denied', 'Not here.')];
  const { press } = menu({
    getStockMovements: () => loads.shift() ?? portions(7),
    setStock: refusal('failed-precondition', 'Only 3 are left now. Please count again.'),
  });
  await press('More for Dal Tadka');
  await press('Portions left…', 'menuitem');
  await expect(screen).toShow('The portions could not be loaded');
  await press('Try Again');
  await typeIn('Portions left', '2');
  await press('Save');
  await expect(screen).toShow('Only 3 are left now. Please count again.');
});

test('closing asks before discarding an unsaved stock or new category', async () => {
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
