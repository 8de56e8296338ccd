import { screen, within } from '@testing-library/react';
import { openState, readHours } from '@tiffin/domain/hours';
import { expect, test, vi } from 'vitest';
import * as route from '../../routes/guest/home.tsx';
import { rootData, truro } from '../../testing/samples.ts';
import type { Answers } from '../../testing/network.ts';
import { openPage } from '../../testing/show.tsx';

const categories = ['Appetizers', 'Breakfast', 'Drinks'].map((name) => ({
  id: name.toLowerCase(),
  name,
  isDefault: true,
  count: 1,
  art: null,
}));
const answers: Answers = {
  getSite: { site: rootData.site },
  getLocations: { locations: [truro] },
  getLocationMenu: { locationId: 'truro', items: [], categories, version: 1 },
};

async function cardOf(location: Partial<typeof truro>) {
  vi.spyOn(rootData, 'locations', 'get').mockReturnValue([{ ...truro, ...location }]);
  openPage(route, '/', answers);
  return within(await screen.findByRole('article'));
}
/** Parses stored hours as the server does. */
function hoursOf(stored: unknown) {
  const read = readHours(stored, [], 'America/Halifax');
  if (!read.ok) throw new Error(read.error.message);
  return read.value;
}

test('a location card shows name, address, phone, hours, services and rating from the API, and links to its menu by id [C-HOME-13]', async () => {
  const card = await cardOf({});
  expect(card.getByRole('heading', { name: 'Truro Heights' })).toBeTruthy();
  const text = screen.getByRole('article').textContent;
  for (const words of ['395 Truro Heights Road', '(902) 555-0123', 'Every day', '11:30 a.m. – 10:00 p.m.'])
    expect(text).toContain(words);
  for (const words of ['Pickup, dine-in and delivery', '4.6', '210']) expect(text).toContain(words);
  const ways = card.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(ways).toEqual(expect.arrayContaining(['/menu/truro', '/reservations?location=truro', 'tel:+19025550123']));
});

test.each([
  [['pickup', 'dine-in'], 2],
  [['pickup', 'delivery'], 0],
] as const)('a restaurant whose location offers %j has %i links to a table', async (services, count) => {
  await cardOf({ services: [...services] });
  expect(screen.queryAllByRole('link', { name: /^(Make a reservation|Find a table)$/ })).toHaveLength(count);
});

test('a location without stored hours shows the default week [C-HOME-14]', async () => {
  const card = await cardOf({ hours: hoursOf(null).week });
  const lines = card.getAllByRole('term').map((days) => [days.textContent, days.nextSibling?.textContent]);
  expect(lines).toEqual([
    ['Sun', '12:00 p.m. – 10:00 p.m.'],
    ['Mon – Thu', '11:30 a.m. – 10:00 p.m.'],
    ['Fri, Sat', '11:30 a.m. – 11:00 p.m.'],
  ]);
});

test.each([
  ['2026-11-20T15:29:00Z', 'Closed - Opens today at 11:30 a.m.', false],
  ['2026-11-20T15:30:00Z', 'Open until 11:00 p.m.', true],
  ['2026-11-21T02:59:00Z', 'Open until 11:00 p.m.', true],
  ['2026-11-21T03:00:00Z', 'Closed - Opens tomorrow at 11:30 a.m.', false],
])('at %s on a Friday in Halifax the card shows %s [C-MENU-05]', async (now, words, isOpen) => {
  const state = openState(true, hoursOf(null), new Date(now));
  expect(state.state).toBe(isOpen ? 'open' : 'closed');
  const card = await cardOf({ isOpen, openText: state.text });
  expect(card.getByText(words)).toBeTruthy();
});

test.each([
  ['the restaurant’s own setting', {}, '/menu/truro'],
  ['the menu that was viewed last', { tiffin_menu: 'new-glasgow' }, '/menu/new-glasgow'],
  [
    'the cart’s, before the one that was looked at last',
    {
      tiffin_menu: 'new-glasgow',
      sizzle_spice_location_carts: JSON.stringify({
        truro: [{ id: 'dal', name: 'Dal', price: 10, quantity: 1, maxQuantity: 10, cartKey: 'dal-default' }],
      }),
    },
    '/menu/truro',
  ],
])('the categories link to a menu: %s', async (_title, saved, menu) => {
  for (const [key, value] of Object.entries(saved)) localStorage.setItem(key, value);
  vi.spyOn(rootData, 'locations', 'get').mockReturnValue([truro, { ...truro, id: 'new-glasgow' }]);
  openPage(route, '/', answers);
  const tiles = await screen.findAllByRole('link', { name: /^(Appetizers|Breakfast|Drinks)$/ });
  for (const tile of tiles) expect(tile.getAttribute('href')).toMatch(new RegExp(`^${menu}#`));
});

test('a restaurant without locations shows that it opens soon, and does not take its visitors for its owner', async () => {
  vi.spyOn(rootData, 'locations', 'get').mockReturnValue([]);
  openPage(route, '/', { ...answers, getLocations: { locations: [] } });
  expect(await screen.findByRole('heading', { level: 1, name: 'Opening soon' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: /set it up/ })).toBeNull();
  expect(document.querySelector('a[href*="admin"]')).toBeNull();
  expect(screen.queryByRole('link', { name: 'Order Now' })).toBeNull();
});

test('a restaurant with forty locations lists each with a link to its own menu', async () => {
  const places = Array.from({ length: 40 }, (_, at) => ({ ...truro, id: `place-${at}`, name: `Place ${at}` }));
  vi.spyOn(rootData, 'locations', 'get').mockReturnValue(places);
  openPage(route, '/', { ...answers, getLocations: { locations: places } });
  const cards = await screen.findAllByRole('article');
  expect(cards.map((card) => within(card).getByRole('heading').textContent)).toEqual(places.map(({ name }) => name));
  const menus = cards.map((card) =>
    within(card)
      .getByRole('link', { name: /^Order/ })
      .getAttribute('href'),
  );
  expect(menus).toEqual(places.map(({ id }) => `/menu/${id}`));
});

test('the page uses the restaurant’s headline or its name, its cuisine and its services', async () => {
  vi.spyOn(rootData, 'site', 'get').mockReturnValue({
    ...rootData.site,
    headline: '',
    name: 'Bread & Salt',
    cuisine: '',
  });
  vi.spyOn(rootData, 'locations', 'get').mockReturnValue([{ ...truro, name: 'Mile End', services: ['pickup'] }]);
  openPage(route, '/', answers);
  expect(await screen.findByRole('heading', { level: 1, name: 'Bread & Salt' })).toBeTruthy();
  expect(screen.getByText('Our restaurant: Mile End. Pick it up.')).toBeTruthy();
});

test('the sentences of the page hold whatever an owner types as cuisine and names', async () => {
  vi.spyOn(rootData, 'site', 'get').mockReturnValue({
    ...rootData.site,
    headline: '',
    name: 'Bread & Salt',
    cuisine: 'Bakery',
  });
  vi.spyOn(rootData, 'locations', 'get').mockReturnValue([
    { ...truro, id: 'plateau', name: 'Le Plateau', services: ['pickup'] },
    { ...truro, id: 'star', name: 'Five * Star', services: ['pickup', 'dine-in'] },
  ]);
  openPage(route, '/', answers);
  expect(
    await screen.findByText('Bakery food from Le Plateau and Five * Star. Pick it up, or book a table.'),
  ).toBeTruthy();
  const table = screen.getByRole('heading', { name: /^A table for/ });
  expect(table.textContent.replaceAll('\u00a0', ' ').replaceAll('  ', ' ')).toBe(
    'A table for two at Five Star, tonight?',
  );
});
