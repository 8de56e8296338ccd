import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Answers } from '../../testing/network.ts';
import { dalDish, ownHeats, truro } from '../../testing/samples.ts';

const KEY = 'sizzle_spice_location_carts';
const hot = { ...dalDish, id: 'vindaloo', menuItemId: 'vindaloo', name: 'Vindaloo', spiceLevel: 'hot' as const };
const line = (id: string, quantity: number) => ({
  id,
  name: id,
  price: 10,
  quantity,
  maxQuantity: 50,
  cartKey: `${id}-default`,
});
const stored = () => JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, Record<string, unknown>[]>;

async function menu(
  cart: ReturnType<typeof line>[] = [],
  location = truro,
  more: (typeof dalDish)[] = [],
  at = '/menu/truro',
  heats?: typeof ownHeats,
  answers: Answers = {},
) {
  if (cart.length > 0) localStorage.setItem(KEY, JSON.stringify({ truro: cart }));
  const { openPage } = await import('../../testing/show.tsx');
  const { default: Menu, loader } = await import('../../routes/guest/menu.tsx');
  const ofTruro = (args: object) => loader({ ...args, params: { locationId: 'truro' } } as never);
  const page = openPage({ default: Menu, loader: ofTruro }, at, {
    getLocation: { location },
    getLocationMenu: {
      locationId: 'truro',
      items: [
        dalDish,
        hot,
        ...more,
        ...cart.map(({ id }) => ({ ...dalDish, id, menuItemId: id, name: id, maxQuantity: 50 })),
      ],
      categories: [{ id: 'veg-curries', name: 'Veg Curries', isDefault: true, count: 2 }],
      version: 1,
      ...(heats && { heats }),
    },
    ...answers,
  });
  await expect(screen).toShow('Dal Tadka');
  return page;
}

test('a dish goes into the cart of its location, stored under the specified key with its fields and cart key [C-CART-01] [C-CART-02]', async () => {
  const { press } = await menu();
  await press(/Add Dal Tadka|^Add.*Dal Tadka/);
  await waitFor(() => expect(stored()['truro']).toHaveLength(1));
  expect(stored()['truro']?.[0]).toMatchObject({
    id: 'dal',
    price: 10,
    quantity: 1,
    maxQuantity: 10,
    cartKey: 'dal-default',
  });
});

test('a dish with heat asks for Mild, Medium or Hot with a description each, and Mild is preselected [C-MENU-02] [C-MENU-03]', async () => {
  const { press } = await menu();
  await press(/Vindaloo/);
  const heats = await within(await screen.findByRole('dialog', { name: 'Vindaloo' })).findAllByRole('radio');
  expect(heats.map((heat) => (heat as HTMLInputElement).value)).toEqual(['mild', 'medium', 'hot']);
  expect(heats.map((heat) => (heat as HTMLInputElement).checked)).toEqual([true, false, false]);
});

test('the sheet of a hot dish says that it is usually hot, and that the guest starts at mild', async () => {
  const { press } = await menu();
  await press(/Vindaloo/);
  const sheet = within(await screen.findByRole('dialog', { name: 'Vindaloo' }));
  expect(await sheet.findByText('Usually served hot. We start you at mild.')).toBeTruthy();
  expect(sheet.getByRole<HTMLInputElement>('radio', { name: /Mild/ }).checked).toBe(true);
});

test('the sheet of a mild dish says nothing about how it is usually served', async () => {
  const { press } = await menu([], truro, [
    { ...hot, id: 'korma', menuItemId: 'korma', name: 'Korma', spiceLevel: 'mild' },
  ]);
  await press(/Korma/);
  const sheet = within(await screen.findByRole('dialog', { name: 'Korma' }));
  expect(await sheet.findAllByRole('radio')).toHaveLength(3);
  expect(sheet.queryByText(/Usually served/)).toBeNull();
});

test('a plus that was pressed on a slow line is busy until the sheet opens', async () => {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  vi.resetModules();
  vi.doMock('./dish-dialog.tsx', async (original) => {
    await arrived;
    return original();
  });
  const { press } = await menu();
  const plus = screen.getByRole('button', { name: 'Add Vindaloo' });
  await press('Add Vindaloo');
  expect(plus.getAttribute('aria-busy')).toBe('true');
  expect(screen.queryByRole('dialog')).toBeNull();
  arrive();
  await screen.findByRole('dialog', { name: 'Vindaloo' });
  expect(plus.getAttribute('aria-busy')).toBeNull();
  vi.doUnmock('./dish-dialog.tsx');
  vi.resetModules();
});

test('a restaurant’s own heat levels are offered: a sold-out one is disabled, and a price shows at the level, in the button and in the cart', async () => {
  const { press } = await menu([], truro, [], '/menu/truro', ownHeats);
  await press(/Vindaloo/);
  const dialog = within(await screen.findByRole('dialog', { name: 'Vindaloo' }));
  expect(await dialog.findByRole('group', { name: 'How hot' })).toBeTruthy();
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: /^Hot Sold out/ }).disabled).toBe(true);
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: /Mild/ }).checked).toBe(true);
  await press(/Phaal \+\$1\.25/, 'radio');
  await press(/^Add • \$11\.25/);
  await waitFor(() =>
    expect(stored()['truro']).toMatchObject([
      {
        cartKey: 'vindaloo-heat-4',
        price: 11.25,
        spiceLevelId: 'heat-4',
        spiceLevelName: 'Phaal',
        selectedSpiceLevel: 4,
      },
    ]),
  );
});

test('refuses more than 50 portions [C-CART-07]', async () => {
  const { press } = await menu([line('naan', 50)]);
  await press(/Add Dal Tadka|^Add.*Dal Tadka/);
  await expect(screen).toShow('Maximum 50 total items allowed in cart');
});

test('refuses more than 20 different dishes [C-CART-08]', async () => {
  const { press } = await menu(Array.from({ length: 20 }, (_, at) => line(`dish-${at}`, 1)));
  await press(/Add Dal Tadka|^Add.*Dal Tadka/);
  await expect(screen).toShow('Maximum 20 different items allowed in cart');
});

test('a location that takes no orders shows a message [C-MENU-07]', async () => {
  const { press } = await menu([], {
    ...truro,
    isActive: false,
    isOpen: false,
    openText: 'Location is currently inactive',
  });
  await expect(screen).toShow('Location is currently inactive');
  // The sheet of a dish shows it as well, before the guest chooses options.
  await press(/Vindaloo/);
  const sheet = within(await screen.findByRole('dialog', { name: 'Vindaloo' }));
  expect(await sheet.findByText('Location is currently inactive')).toBeTruthy();
  expect(sheet.queryByRole('button', { name: /^Add/ })).toBeNull();
});

test('a typing error in the search finds the dish, and the correction shows', async () => {
  const { user } = await menu();
  const search = await screen.findByRole('searchbox', { name: 'Search dishes' });
  await user.type(search, 'vindlaoo');
  await expect(screen).toShow('No match for “vindlaoo”. Showing 1 dish for “vindaloo”.');
  expect(screen.queryByRole('heading', { name: 'Dal Tadka' })).toBeNull();
  await user.clear(search);
  await user.type(search, 'tadka');
  await expect(screen).toShow('1 dish');
  expect(screen.queryByText(/No match for/)).toBeNull();
});

test('excluding an allergen shows the dishes without it, and the restaurant’s caution', async () => {
  const { press } = await menu([], truro, [{ ...hot, id: 'lassi', name: 'Mango Lassi', allergens: ['milk'] }]);
  await press('Without…', 'checkbox');
  const allergens = within(await screen.findByRole('group', { name: 'Leave out dishes with an allergen' }));
  expect(allergens.getAllByRole('checkbox').map((box) => (box as HTMLInputElement).labels?.[0]?.textContent)).toEqual([
    'Without milk',
  ]);
  // The other ten of Canada's list, below the buttons.
  const others = allergens.getByText(/^Not among the listed ingredients of our dishes: eggs, /);
  expect(others.textContent?.split(', ')).toHaveLength(10);
  expect(screen.getByText(/traces cannot be ruled out/).textContent).toContain('(902) 555-0123');
  expect(screen.getByRole('heading', { name: 'Mango Lassi' })).toBeTruthy();
  await press('Without milk', 'checkbox');
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Mango Lassi' })).toBeNull());
  expect(screen.getByRole('heading', { name: 'Dal Tadka' })).toBeTruthy();
  await press('Without…', 'checkbox');
  await screen.findByRole('heading', { name: 'Mango Lassi' });
});

test('a search about allergens leads to the filters and claims nothing', async () => {
  const lassi: typeof dalDish = { ...hot, id: 'lassi', name: 'Mango Lassi', description: 'With milk.' };
  const { user } = await menu([], truro, [lassi]);
  const search = await screen.findByRole('searchbox', { name: 'Search dishes' });
  const note = 'The search does not know what dishes contain. For diets and allergens, use the filters above.';
  for (const [typed, count] of [
    ['without milk', '0 dishes'],
    ['allergic to kiwi', '0 dishes'],
    ['milk', '1 dish'],
  ] as const) {
    await user.type(search, typed);
    await expect(screen).toShow(count);
    await expect(screen).toShow(note);
    await user.clear(search);
  }
  await user.type(search, 'mango');
  await expect(screen).toShow('1 dish');
  expect(screen.queryByText(note)).toBeNull();
});

test('a dish without a photo shows an empty plate in the list, and text only in its dialog', async () => {
  const biryani = { ...dalDish, id: 'biryani', menuItemId: 'biryani', name: 'Chicken Biryani', art: 'biryani' };
  await menu([], truro, [biryani], '/menu/truro?dish=vindaloo');
  const picturesOf = (name: string) =>
    screen.getByRole('heading', { name, level: 3 }).parentElement?.querySelectorAll('picture');
  expect(picturesOf('Chicken Biryani')).toHaveLength(1);
  expect(picturesOf('Dal Tadka')).toHaveLength(1);
  expect(screen.getByRole('heading', { name: 'Dal Tadka', level: 3 }).parentElement?.querySelector('img')?.src).toMatch(
    /plate|^data:image\/svg/,
  );
  expect((await screen.findByRole('dialog', { name: 'Vindaloo' })).querySelector('picture')).toBeNull();
});

test('a link to a dish opens its dialog; a link to an unknown dish shows the menu', async () => {
  const shown = await menu([], truro, [], '/menu/truro?dish=vindaloo');
  expect(await screen.findByRole('dialog', { name: 'Vindaloo' })).toBeTruthy();
  await shown.press('Close');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('the server renders the same menu page for every dish in the address', async () => {
  const [{ renderToStaticMarkup }, { createMemoryRouter, RouterProvider }, { MenuPage }, { menuFrom }] =
    await Promise.all([
      import('react-dom/server'),
      import('react-router'),
      import('./menu-page.tsx'),
      import('../../shared/dish/read-menu.ts'),
    ]);
  const categories = [{ id: 'veg-curries', name: 'Veg Curries', isDefault: true, count: 2 }];
  const loaded = menuFrom({
    success: true,
    locationId: 'truro',
    items: [dalDish, hot],
    categories,
    version: 1,
  } as never);
  const page = <MenuPage location={truro} menu={loaded} favourites={null} cart={null} onNear={() => {}} />;
  const at = (address: string): string => {
    const router = createMemoryRouter([{ path: '/menu/:locationId', element: page }], { initialEntries: [address] });
    return renderToStaticMarkup(<RouterProvider router={router} />);
  };
  expect(at('/menu/truro')).toContain('Vindaloo');
  expect(at('/menu/truro?dish=vindaloo')).toBe(at('/menu/truro'));
});

test('a dish with ten portions in the cart stays at ten and shows the limit [C-CART-09] [C-CART-11]', async () => {
  const { press } = await menu([{ ...line('naan', 10), maxQuantity: 10 }]);
  await press(/^One more naan/i);
  await expect(screen).toShow('Maximum 10 items allowed for naan');
  expect(stored()['truro']?.[0]).toMatchObject({ quantity: 10 });
});

test('formats prices as Canadian dollars in en-CA [C-HOME-02]', async () => {
  await menu([], truro, [{ ...hot, id: 'feast', menuItemId: 'feast', name: 'Feast', price: 1234.5 }]);
  await expect(screen).toShow('$1,234.50');
});

test.each([
  ['2026-11-20T03:59:59Z', false, '[A-MENU-28]'],
  ['2026-11-20T04:00:00Z', true, '[A-MENU-28]'],
  ['2026-11-21T03:59:59Z', true, '[A-MENU-28]'],
  ['2026-11-21T04:00:00Z', false, '[A-MENU-29]'],
])('at %s the special of 20 November is above the menu: %s %s', async (now, isShown, _fact) => {
  const { isSpecialAt } = await import('@tiffin/domain/menu');
  const dates = { specialStartDate: '2026-11-20', specialEndDate: '2026-11-20' };
  const isTodaysSpecial = isSpecialAt({ isTodaysSpecial: true, ...dates }, new Date(now), 'America/Halifax');
  expect(isTodaysSpecial).toBe(isShown);
  await menu([], truro, [{ ...hot, id: 'thali', menuItemId: 'thali', name: 'Thali', ...dates, isTodaysSpecial }]);
  expect(screen.queryByRole('heading', { name: /special/i }) !== null).toBe(isShown);
});

test('a dish that sells out after the page was loaded and before its live events start is shown as sold out', async () => {
  vi.resetModules();
  vi.doMock('../../shared/page/settled.ts', () => ({ SETTLED_MS: 50 }));
  const page = await menu();
  vi.doUnmock('../../shared/page/settled.ts');
  const { liveStreamQuery, sendLiveEvent } = await import('../../testing/show.tsx');
  const menuItems = [{ ...dalDish, isAvailable: false, soldOut: true }, hot];
  const categories = [{ id: 'veg-curries', name: 'Veg Curries', isDefault: true, count: 2 }];
  page.answer({ getLocationMenu: { locationId: 'truro', items: menuItems, categories, version: 2 } });
  // The page says how old it is, and the server answers with a reset if the menu changed since.
  await waitFor(() => expect(Number(liveStreamQuery()?.get('shownFor'))).toBeGreaterThan(0));
  expect(screen.queryByText('Sold out')).toBeNull();
  sendLiveEvent('reset', {});
  await expect(screen).toShow('Sold out');
  // Other files must not get these modules.
  vi.resetModules();
});

test('a menu that Back shows from the page cache has the cart of the page that was left', async () => {
  await menu();
  localStorage.setItem(KEY, JSON.stringify({ truro: [line('dal', 2)] }));
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  await waitFor(() => expect(screen.getAllByRole('button', { name: /^2 Dal Tadka in your order/ })).not.toEqual([]));
});

test('during a pause the dock offers to order for later and says why', async () => {
  const until = new Date(Date.now() + 25 * 60_000).toISOString();
  const { press } = await menu([line('naan', 1)], {
    ...truro,
    pace: [{ kind: 'pause', service: null, plus: 0, until }],
  });
  const button = await screen.findByRole('button', { name: /^1 Order for later/ });
  const dock = button.closest<HTMLElement>('[data-bottom-bar]') ?? button;
  await within(dock).findByText(/^Ordering is paused until .* You can order for later now\.$/);
  await press(/^1 Order for later/);
  expect(await screen.findByRole('dialog', { name: 'Your order' })).toBeTruthy();
});

test('shortly before the last orders the menu, the cart and the dock say until when one can order', async () => {
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  const lastOrders = { at: inMinutes(15), nextOpening: inMinutes(15 * 60) };
  const page = await menu([line('naan', 1)], { ...truro, closesAt: inMinutes(35) }, [], '/menu/truro', undefined, {
    getReadyTimes: { timeZone: 'America/Halifax', soonest: null, lastOrders, days: [] },
  });
  await waitFor(() => expect(screen.getAllByText(/^Last orders \d+:\d\d [ap]\.m\.$/)).toHaveLength(3));
  expect(page.sent('getReadyTimes')).toMatchObject([{ only: 'soonest' }, {}, {}, {}]);
});

test('the dishes are one stop of the Tab key before the cart, and the arrow keys move between them', async () => {
  const { user } = await menu([line('naan', 1)]);
  const dish = (name: string) => screen.getByRole('link', { name });
  dish('Dal Tadka').focus();
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /Add Dal Tadka/ }));
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement?.getAttribute('aria-label')).toMatch(/Vindaloo$/);
  await user.keyboard('{Home}');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /Add Dal Tadka/ }));
  await user.keyboard('{End}');
  await user.tab();
  // The list was left, and can be entered again at its end.
  const list = dish('Dal Tadka').closest('section')?.parentElement;
  expect(list?.contains(document.activeElement)).toBe(false);
  await user.tab({ shift: true });
  expect(list?.contains(document.activeElement)).toBe(true);
});

test('the address of the cart opens it on a phone, and closing it allows to open it again', async () => {
  const { press } = await menu([line('naan', 1)], truro, [], '/menu/truro#your-order');
  expect(await screen.findByRole('dialog', { name: 'Your order' })).toBeTruthy();
  await press('Close your order');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Your order' })).toBeNull());
  await press(/^1 View order/);
  expect(await screen.findByRole('dialog', { name: 'Your order' })).toBeTruthy();
});
