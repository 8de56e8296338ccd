import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal, type Answers } from '../../../testing/network.ts';
import { editedDal, menuToEdit, staff } from '../../../testing/samples.ts';
import { openOffice, typeIn } from '../../../testing/show.tsx';

const manager = { ...staff, role: 'manager' as const, locationIds: ['truro', 'new-glasgow'] };
const edited = { ...editedDal, chainId: 'dal-tadka' };
const place = (locationId: string, own: string[], more = {}) => ({
  locationId,
  itemId: 'dal-tadka',
  name: 'Dal Tadka',
  price: edited.price,
  isAvailable: true,
  maxQuantity: 10,
  own: own as never,
  ...more,
});
const dal = {
  ...edited,
  id: 'dal-tadka',
  maxQuantity: 10,
  soldAt: 2,
  differAt: 1,
  places: [place('truro', []), place('new-glasgow', ['price', 'name'], { price: 13.45, name: 'Yellow Dal' })],
};
const taken = { item: edited, version: 2 };
const locations = [
  { id: 'truro', name: 'Truro Heights', isActive: true, timeZone: 'America/Halifax' },
  { id: 'new-glasgow', name: 'New Glasgow', isActive: true, timeZone: 'America/Halifax' },
];
const answers: Answers = {
  ...menuToEdit([edited]),
  getAvailableLocations: { locations },
  getSharedMenu: { dishes: [dal] },
};
async function chain(more: Answers = {}, as?: typeof manager) {
  const office = openOffice('menu', { ...answers, ...more }, as);
  await office.press('All Locations');
  return office;
}

test('the shared menu shows how many locations differ per dish, and links back', async () => {
  const { press } = await chain();
  await expect(screen).toShow('Sold at 2 locations, 1 of them differs');
  await typeIn('Search dishes of all locations', 'pizza');
  await expect(screen).toShow('No dish has this name');
  await press('Back to the menu of one location');
  await expect(screen).toShow('Manage Categories');
});

test('compares the shared dish with each location and shows which locations a new price affects before saving', async () => {
  const { press, sent } = await chain({ updateSharedDish: { dish: dal } });
  await press('Edit Dal Tadka for all locations');
  const table = within(await screen.findByRole('table'));
  expect(table.getByRole('row', { name: /New Glasgow.*\$13\.45.*same as all.*“Yellow Dal”/ })).toBeTruthy();
  expect(table.getByRole('row', { name: /Truro Heights same as all same as all same as all/ })).toBeTruthy();
  await typeIn(/^Price/, '13.25');
  await expect(screen).toShow('Your changes apply to Truro Heights, not to New Glasgow.');
  await press('Save for All Locations');
  await expect(screen).toShow('Dal Tadka saved for all locations');
  expect(sent('updateSharedDish')).toEqual([{ chainId: 'dal-tadka', updates: { price: 13.25 }, version: 1 }]);
});

test('shows what another person saved for a shared dish next to the typed values', async () => {
  const owned = { ...dal, price: 14, version: 2 };
  const { press } = await chain({ updateSharedDish: refusal('conflict', undefined, { dish: owned }) });
  await press('Edit Dal Tadka for all locations');
  await typeIn(/^Price/, '13.25');
  await press('Save for All Locations');
  await expect(screen).toShow('Somebody else changed this dish in the meantime');
  await expect(screen).toShow(/14\.00/);
});

test('one press resets a location to the shared price, and a failure shows an error', async () => {
  const { press, sent } = await chain({ resetSharedDishFields: taken });
  await press('Edit Dal Tadka for all locations');
  await press('Use the price of all locations again at New Glasgow');
  await expect(screen).toShow('Dal Tadka at New Glasgow is the same as at all locations again');
  expect(sent('resetSharedDishFields')).toEqual([
    { locationId: 'new-glasgow', itemId: 'dal-tadka', fields: ['price'] },
  ]);
});

test('shows the server’s refusal to reset, add or stop sharing a dish', async () => {
  const removed = 'This dish is no longer shared.';
  const only = { ...dal, soldAt: 1, places: [place('new-glasgow', ['price'])] };
  const { press } = await chain({
    getSharedMenu: { dishes: [only] },
    resetSharedDishFields: refusal('not-found', removed),
    addSharedDishToMenu: refusal('already-exists', 'Dal Tadka is already on this menu.'),
    stopSharingDish: refusal('not-found', removed),
  });
  await press('Edit Dal Tadka for all locations');
  await press(/Use the price/);
  await expect(screen).toShow('This could not be changed.');
  await press('Sell at Truro Heights');
  await expect(screen).toShow('Dal Tadka is already on this menu.');
  await press('Stop sharing');
  await expect(screen).toShow('This could not be done.');
});

test('a manager can view a shared dish and reset it, but not edit it', async () => {
  const { press } = await chain({ resetSharedDishFields: taken }, manager);
  await press('See Dal Tadka at its locations');
  await expect(screen).toShow('What each location changes: 1 of 2 differ');
  expect(screen.queryByRole('button', { name: 'Save for All Locations' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Stop sharing' })).toBeNull();
  await press(/Use the price/);
  await expect(screen).toShow('Dal Tadka at New Glasgow is the same as at all locations again');
});

test('shows an error with a retry when the shared menu cannot be loaded', async () => {
  const { press, sent } = await chain({ getSharedMenu: refusal('permission-denied') });
  await expect(screen).toShow('The menu of all locations could not be loaded');
  const before = sent('getSharedMenu').length;
  await press('Try Again');
  expect(sent('getSharedMenu').length).toBeGreaterThan(before);
});

test('compares a location’s dish with the shared one, and shares a dish of one location', async () => {
  const own = { ...edited, id: 'goat', menuItemId: 'goat', name: 'Goat Curry', chainId: null };
  const menu = answers.getLocationMenuAdmin as { items: unknown[] };
  const { press, sent } = openOffice('menu', {
    ...answers,
    getLocationMenuAdmin: { ...menu, items: [edited, own] } as never,
    shareDish: { dish: { ...dal, name: 'Goat Curry', soldAt: 1 } },
  });
  await press('More for Goat Curry');
  await press('Share with all locations', 'menuitem');
  await expect(screen).toShow('Goat Curry is now shared, and sold at 1');
  expect(sent('shareDish')).toEqual([{ locationId: 'truro', itemId: 'goat' }]);
  await press('More for Dal Tadka');
  await press('Compare with all locations', 'menuitem');
  await expect(screen).toShow('Dal Tadka, for all locations');
});
