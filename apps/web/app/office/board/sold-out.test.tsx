import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal, type Answers } from '../../testing/network.ts';
import { dalForOne, ordersOf, staff } from '../../testing/samples.ts';
import { openOffice, sendLiveEvent, typeIn } from '../../testing/show.tsx';

const dish = (id: string, name: string, soldOutUntil: string | null = null) => ({
  id,
  name,
  category: 'breads',
  isAvailable: true,
  soldOut: soldOutUntil !== null,
  soldOutUntil,
  left: null,
  held: 0,
});
const dal = { id: dalForOne.items[0]?.id ?? '', name: dalForOne.items[0]?.name ?? '' };
const FAR = '9999-12-31T00:00:00.000Z';
const stock = (...items: ReturnType<typeof dish>[]) => ({ locationId: 'truro', timeZone: 'America/Halifax', items });
const naan = dish('naan', 'Garlic Naan');
const ordered = dish(dal.id, dal.name);
const lassi = dish('lassi', 'Mango Lassi', FAR);

function open(more: Answers = {}) {
  return openOffice(
    'orders',
    {
      getLocationOrders: ({ status }) =>
        ordersOf(status === 'completed' ? [] : [{ ...dalForOne, status: 'preparing' }]),
      getDishStock: stock(lassi, naan, ordered),
      ...more,
    },
    staff,
  );
}
/** The section of the list with this heading. */
const group = async (name: string) => within(await screen.findByRole('region', { name }));
const button = (name: string) => ['button', { name }] as const;
const backOnSale = async (name: string) => (await group('Sold out now')).findByRole(...button(`Back on sale ${name}`));
/** Presses are accepted again after a second. */
const SECONDS = { timeout: 4_000 };

test('a cook marks a dish in two presses, and dishes of open tickets are listed first', async () => {
  const { press, sent } = open({
    markSoldOut: { item: dish('naan', 'Garlic Naan', FAR), version: 2 },
  });
  await screen.findByRole('article', { name: /^AAAAA/ });
  await press('Sold out');
  expect((await group('Sold out now')).getByRole(...button('Back on sale Mango Lassi'))).toBeTruthy();
  expect((await group('On the open tickets')).getByRole(...button(`Sold out ${dal.name}`))).toBeTruthy();
  await press('Sold out Garlic Naan');
  expect(sent('markSoldOut')).toEqual([{ locationId: 'truro', itemId: 'naan', until: 'closing' }]);
  expect(await (await group('Sold out now')).findByRole(...button('Back on sale Garlic Naan'))).toBeTruthy();
});

test('a duration can be chosen afterwards, and one press makes the dish available again', async () => {
  const { press, sent, user } = open({ markSoldOut: { item: lassi, version: 2 } });
  await screen.findByRole('article', { name: /^AAAAA/ });
  await press('Kitchen');
  await press('Sold out');
  const howLong = await screen.findByLabelText('For how long Mango Lassi is sold out');
  for (const choice of ['1 hour', 'Until I put it back', 'Until a day…']) await user.selectOptions(howLong, choice);
  await typeIn('The day Mango Lassi is sold again', '2030-01-15');
  await press('Back on sale Mango Lassi');
  expect(sent('markSoldOut').map((body) => (body as { until: unknown }).until)).toEqual([
    60,
    'put-back',
    '2030-01-15',
    null,
  ]);
});

test('shows marks of other devices immediately', async () => {
  let now = stock(naan);
  const { press } = open({ getDishStock: () => now });
  await screen.findByRole('article', { name: /^AAAAA/ });
  await press('Sold out');
  await group('On sale');
  now = stock(dish('naan', 'Garlic Naan', FAR));
  sendLiveEvent('menu.changed', { locationId: 'truro', data: {} });
  expect(await (await group('Sold out now')).findByRole(...button('Back on sale Garlic Naan'))).toBeTruthy();
});

test('a dish that could not be marked is named with the reason and stays unchanged', async () => {
  const { press } = open({ markSoldOut: refusal('menu-item-not-found', 'This dish is not on the menu any more.') });
  await screen.findByRole('article', { name: /^AAAAA/ });
  await press('Sold out');
  await press('Sold out Garlic Naan');
  await expect(screen).toShow('Garlic Naan was not changed');
  await expect(screen).toShow('This dish is not on the menu any more.');
  expect((await group('On sale')).getByRole(...button('Sold out Garlic Naan'))).toBeTruthy();
});

test('a list that fails to load shows an error and can be reloaded', async () => {
  const answers = [refusal('permission-denied', 'Not here.'), stock(naan)];
  const { press } = open({ getDishStock: () => answers.shift() ?? stock(naan) });
  await screen.findByRole('article', { name: /^AAAAA/ });
  await press('Sold out');
  await expect(screen).toShow('The dishes could not be loaded');
  await press('Try Again');
  await group('On sale');
});

const option = (id: string, name: string, soldOutUntil: string | null = null) => ({
  groupId: 'bread',
  groupName: 'Bread',
  id,
  name,
  soldOut: soldOutUntil !== null,
  soldOutUntil,
});
const withOptions = { ...stock(naan), options: [option('roti', 'Roti'), option('puri', 'Puri')] };
const onTicket = { group: 'bread', groupName: 'Bread', id: 'puri', name: 'Puri', units: 1, unitPrice: 0 };

test('an option is marked sold out in two presses, found by its group, shown with its end time, and restored', async () => {
  const { press, sent, user } = open({
    getLocationOrders: ({ status }) =>
      ordersOf(
        status === 'completed'
          ? []
          : [{ ...dalForOne, status: 'preparing', items: [{ ...dalForOne.items[0]!, options: [onTicket] }] }],
      ),
    getDishStock: withOptions,
    markOptionSoldOut: ({ until }) => ({ option: option('roti', 'Roti', until === null ? null : FAR), version: 2 }),
  });
  await screen.findByRole('article', { name: /^AAAAA/ });
  await press('Sold out');
  expect((await group('On the open tickets')).getByRole(...button('Sold out Puri, Bread'))).toBeTruthy();
  await typeIn('Find a dish or an option', 'bread');
  expect(screen.queryByRole(...button('Sold out Garlic Naan'))).toBeNull();
  expect((await group('Options on sale')).getByRole(...button('Sold out Roti, Bread'))).toBeTruthy();
  await press('Sold out Roti, Bread');
  const howLong = await (await group('Sold out now')).findByLabelText('For how long Roti, Bread is sold out');
  await waitFor(
    async () => expect((await backOnSale('Roti, Bread')).getAttribute('aria-disabled')).toBeNull(),
    SECONDS,
  );
  for (const choice of ['30 minutes', 'Until a day…']) await user.selectOptions(howLong, choice);
  await typeIn('The day Roti, Bread is sold again', '2030-01-15');
  await press('Back on sale Roti, Bread');
  expect(await (await group('Options on sale')).findByRole(...button('Sold out Roti, Bread'))).toBeTruthy();
  const request = { locationId: 'truro', groupId: 'bread', optionId: 'roti' };
  expect(sent('markOptionSoldOut')).toEqual(
    ['closing', 30, '2030-01-15', null].map((until) => ({ ...request, until })),
  );
  expect(sent('markSoldOut')).toEqual([]);
});

test('an option that could not be marked is named with the reason and stays unchanged', async () => {
  const words = 'No dish of this menu has this option.';
  const { press } = open({ getDishStock: withOptions, markOptionSoldOut: refusal('not-found', words) });
  await screen.findByRole('article', { name: /^AAAAA/ });
  await press('Sold out');
  await press('Sold out Roti, Bread');
  await expect(screen).toShow('Roti, Bread was not changed');
  await expect(screen).toShow(words);
  expect((await group('Options on sale')).getByRole(...button('Sold out Roti, Bread'))).toBeTruthy();
});

test('a double tap neither undoes the first tap nor marks the dish that moved into its place; undo needs its own press', async () => {
  const poori = dish('poori', 'Poori');
  const { press, sent, user } = open({
    getDishStock: stock(naan, poori),
    markSoldOut: ({ itemId, until }) => ({
      item: dish(String(itemId), itemId === 'naan' ? naan.name : poori.name, until === null ? null : FAR),
      version: 2,
    }),
  });
  await screen.findByRole('article', { name: /^AAAAA/ });
  await press('Sold out');
  await press('Sold out Garlic Naan');
  await user.click(await backOnSale('Garlic Naan'));
  await user.click(screen.getByRole(...button('Sold out Poori')));
  expect(sent('markSoldOut')).toMatchObject([{ itemId: 'naan', until: 'closing' }]);
  await waitFor(
    async () => expect((await backOnSale('Garlic Naan')).getAttribute('aria-disabled')).toBeNull(),
    SECONDS,
  );
  await press('Back on sale Garlic Naan');
  await waitFor(() =>
    expect(sent('markSoldOut')).toMatchObject([{ until: 'closing' }, { itemId: 'naan', until: null }]),
  );
});
