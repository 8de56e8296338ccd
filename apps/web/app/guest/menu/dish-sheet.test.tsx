import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal, type Answers } from '../../testing/network.ts';
import { dalDish, thaliDish, truro } from '../../testing/samples.ts';
import { openPage, typeIn } from '../../testing/show.tsx';
import Menu, { loader } from '../../routes/guest/menu.tsx';

const KEY = 'sizzle_spice_location_carts';
const stored = () =>
  (JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, Record<string, unknown>[]>)['truro'] ?? [];
const menuOf = (...items: (typeof dalDish)[]) => ({
  locationId: 'truro',
  items,
  categories: [{ id: 'veg-curries', name: 'Veg Curries', isDefault: true, count: items.length }],
  version: 1,
});

async function menu(at = '/menu/truro?dish=thali', more: Answers = {}) {
  const ofTruro = (args: object) => loader({ ...args, params: { locationId: 'truro' } } as never);
  const page = openPage({ default: Menu, loader: ofTruro }, at, {
    getLocation: { location: truro },
    getLocationMenu: menuOf(dalDish, thaliDish),
    ...more,
  });
  await expect(screen).toShow('Dal Tadka');
  return page;
}
const sheet = async () => within(await screen.findByRole('dialog', { name: /Thali/ }));
/** The button that adds the dish to the cart. */
const orderButton = async (name: RegExp) => (await sheet()).findByRole('button', { name });

test('the menu shows the lowest price, and the plus of a dish with required options opens its sheet', async () => {
  const { press } = await menu('/menu/truro');
  const row = screen.getByRole('heading', { name: 'Thali' }).closest('li') as HTMLElement;
  expect(row.textContent).toContain('from $14.95');
  await press('Choose for Thali');
  expect(await (await sheet()).findByRole('radiogroup', { name: 'Size' })).toBeTruthy();
  expect(stored()).toEqual([]);
});

test('the button names the missing option, scrolls to it, and then adds the dish to the cart', async () => {
  const { press } = await menu();
  await press(/Choose Size • from \$14.95/);
  const sizes = await (await sheet()).findByRole('radiogroup', { name: 'Size' });
  await expect(screen).toShow('Choose a size first');
  expect(sizes.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(within(sizes).getAllByRole('radio')[0]);
  await press(/^Large/, 'radio');
  await press(/^Add • \$18.95/);
  await waitFor(() => expect(stored()).toHaveLength(1));
  expect(stored()[0]).toMatchObject({
    id: 'thali',
    price: 18.95,
    options: expect.arrayContaining([expect.objectContaining({ group: 'size', id: 'large', units: 1 })]),
  });
});

test('a dish with a usual size opens its sheet without one chosen, and the cart names the chosen size', async () => {
  const usual = {
    ...thaliDish,
    optionGroups: thaliDish.optionGroups.map((group) => ({
      ...group,
      options: group.options.map((each) => (each.id === 'regular' ? { ...each, isDefault: true } : each)),
    })),
  };
  const { press } = await menu('/menu/truro', { getLocationMenu: menuOf(dalDish, usual) as never });
  await press('Choose for Thali');
  const sizes = await (await sheet()).findByRole('radiogroup', { name: 'Size' });
  expect(
    within(sizes)
      .getAllByRole<HTMLInputElement>('radio')
      .some(({ checked }) => checked),
  ).toBe(false);
  await press(/^Regular/, 'radio');
  await press(/^Add • /);
  await expect(screen).toShow('Regular');
});

test('counts the included options, then charges each further one, and the button shows the price', async () => {
  const { press } = await menu();
  await press(/^Regular/, 'radio');
  const chutneys = within(screen.getByText('2 included, then $0.75 each.').closest('[data-group]') as HTMLElement);
  // Mango has a price of its own.
  expect(chutneys.getByText('A price beside a choice is added to that.')).toBeTruthy();
  expect(screen.getAllByText('A price beside a choice is added to that.')).toHaveLength(1);
  await press(/^Mint/, 'checkbox');
  await expect(screen).toShow('1 chosen, 1 more included, then $0.75 each.');
  await press(/^Mango/, 'checkbox');
  await expect(screen).toShow('2 chosen, all included. Each further one is $0.75.');
  await orderButton(/^Add • \$15.45/);
  await press('One more Mango');
  await expect(screen).toShow('3 chosen: 2 included, 1 × $0.75. One more is possible.');
  await press(/^Tamarind/, 'checkbox');
  await expect(screen).toShow(
    '4 chosen: 2 included, 2 × $0.75. That is the maximum. Remove one to change your choice.',
  );
  // $14.95 plus two mangos, both beyond the included options
  await orderButton(/^Add • \$17.45/);
  await press('One fewer Mango');
  await orderButton(/^Add • \$16.20/);
});

test('a full group disables its other options until one is removed', async () => {
  const few = {
    ...thaliDish,
    optionGroups: thaliDish.optionGroups.map((each) =>
      each.kind === 'some' && each.max === 4 ? { ...each, max: 2 } : each,
    ),
  };
  const { press } = await menu(undefined, { getLocationMenu: menuOf(dalDish, few) as never });
  const tamarind = async () => (await sheet()).findByRole<HTMLInputElement>('checkbox', { name: /^Tamarind/ });
  await press(/^Mint/, 'checkbox');
  expect((await tamarind()).disabled).toBe(false);
  await press(/^Mango/, 'checkbox');
  await waitFor(async () => expect((await tamarind()).disabled).toBe(true));
  await press(/^Mint/, 'checkbox');
  await waitFor(async () => expect((await tamarind()).disabled).toBe(false));
});

test('leaving something out does not change the price; an extra adds its allergens and can remove a diet', async () => {
  const { press } = await menu();
  await press(/^Regular/, 'radio');
  await expect(screen).toShow('Vegetarian, gluten-free');
  await press('No onion', 'checkbox');
  await expect(screen).toShow(/The price stays the same\./);
  const contains = async () =>
    (await screen.findByText('Contains:', { exact: false, selector: 'p > span' })).textContent;
  expect(await contains()).toBe('Contains: milk in the dish.');
  await press(/^Butter naan/, 'radio');
  await waitFor(async () =>
    expect(await contains()).toBe('Contains: milk in the dish, wheat and milk in Butter naan.'),
  );
  expect((await sheet()).queryByText('Vegetarian, gluten-free')).toBeNull();
  await press(/^Add • \$16.90/);
  await waitFor(() => expect(stored()).toHaveLength(1));
  await expect(screen).toShow('− Onion');
});

test('the same options chosen in another order make the same line, and a note makes another one', async () => {
  const { press, user } = await menu();
  const choose = async (...names: RegExp[]) => {
    for (const name of names) await press(name, name.source.includes('Regular') ? 'radio' : 'checkbox');
  };
  await choose(/^Mint/, /^Regular/, /^Tamarind/);
  await press(/^Add • /);
  await press('1 Thali in your order, change');
  await choose(/^Tamarind/, /^Mint/, /^Regular/);
  await press(/^Add • /);
  await waitFor(() => expect(stored().map(({ quantity }) => quantity)).toEqual([2]));
  await press('2 Thali in your order, change');
  await choose(/^Tamarind/, /^Mint/, /^Regular/);
  await user.type(await screen.findByLabelText('Note to the kitchen'), 'Pack it apart, please');
  await expect(screen).toShow('119 left');
  await press(/^Add • /);
  await waitFor(() =>
    expect(stored().map(({ quantity, note }) => [quantity, note])).toEqual([
      [2, undefined],
      [1, 'Pack it apart, please'],
    ]),
  );
  await expect(screen).toShow('“Pack it apart, please”');
});

test('a note is cut at 140 characters, and is possible for a dish without options', async () => {
  const { press } = await menu('/menu/truro?dish=dal');
  const note = await screen.findByLabelText<HTMLTextAreaElement>('Note to the kitchen');
  expect(note.maxLength).toBe(140);
  fireEvent.change(note, { target: { value: 'x'.repeat(140) } });
  await expect(screen).toShow('0 left');
  await expect(screen).toShow('No characters left');
  await press(/^Add • \$10.00/);
  await waitFor(() => expect(stored()[0]).toMatchObject({ id: 'dal', note: 'x'.repeat(140) }));
  expect(stored()[0]).not.toHaveProperty('options');
});

test('options that do not load show an error and are requested once more', async () => {
  let isFirst = true;
  const answer = () => {
    // The page has the menu already; only its sheet requests it again.
    if (!isFirst) return refusal('not-found');
    isFirst = false;
    return menuOf(dalDish, thaliDish) as never;
  };
  const { press, answer: answerNow } = await menu(undefined, { getLocationMenu: answer });
  await expect(screen).toShow('The choices could not be loaded.');
  const [button] = await (await sheet()).findAllByRole('button', { name: /^Add/ });
  expect(button?.getAttribute('aria-disabled')).toBe('true');
  answerNow({ getLocationMenu: menuOf(dalDish, thaliDish) });
  await press('Try Again');
  await (await sheet()).findByRole('radiogroup', { name: 'Size' });
});

test('a dish whose required options are all sold out cannot be ordered, and the sheet says why', async () => {
  const [size, ...others] = thaliDish.optionGroups;
  const none = { ...size, options: size?.options.map((each) => ({ ...each, isAvailable: false })) };
  const empty = { ...thaliDish, optionGroups: [none, ...others] } as typeof thaliDish;
  await menu(undefined, { getLocationMenu: menuOf(dalDish, empty) as never });
  await expect(screen).toShow('"Thali" cannot be ordered right now: everything in "Size" is sold out.');
  expect((await sheet()).queryByRole('button', { name: /^Add/ })).toBeNull();
});

test('a dish that lost an included ingredient shows it before ordering, and the plus opens the sheet first', async () => {
  const removed = {
    ...thaliDish,
    optionGroups: thaliDish.optionGroups
      .filter(({ id }) => id === 'out')
      .map((group) => ({
        ...group,
        options: group.options.map((each) => (each.id === 'onion' ? { ...each, isAvailable: false } : each)),
      })),
  };
  const { press } = await menu('/menu/truro', { getLocationMenu: menuOf(dalDish, removed) as never });
  await press('Choose for Thali');
  await expect(screen).toShow('Onion is no longer available.');
  await press(/^Add • \$14.95/);
  await waitFor(() =>
    expect(stored()).toMatchObject([
      {
        options: [
          { id: 'onion', isRemoval: true },
          { id: 'coriander', units: 1 },
        ],
      },
    ]),
  );
});

test('a line is changed in its position, and undo restores it', async () => {
  const { press } = await menu();
  await press(/^Regular/, 'radio');
  await press(/^Add • /);
  await press('Change Thali', 'link');
  expect((await screen.findAllByRole('dialog', { name: 'Change Thali' })).length).toBeGreaterThan(0);
  const regular = await (await sheet()).findByRole<HTMLInputElement>('radio', { name: /^Regular/ });
  expect(regular.checked).toBe(true);
  await press(/^Large/, 'radio');
  await press(/^Save • \$18.95/);
  await waitFor(() => expect(stored().map(({ price, quantity }) => [price, quantity])).toEqual([[18.95, 1]]));
  await press('Undo');
  await waitFor(() => expect(stored().map(({ price }) => price)).toEqual([14.95]));
});

test('for a dish in the cart, one press adds the same again, and other options are chosen below', async () => {
  const { press } = await menu();
  await press(/^Large/, 'radio');
  await press(/^Add • \$18.95/);
  await press('1 Thali in your order, change');
  await press('Same again: Thali, Large');
  await waitFor(() => expect(stored().map(({ quantity }) => quantity)).toEqual([2]));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /Thali/ })).toBeNull());
  await press('2 Thali in your order, change');
  await press(/^Regular/, 'radio');
  await press(/^Add • \$14.95/);
  await waitFor(() =>
    expect(stored().map(({ quantity, price }) => [quantity, price])).toEqual([
      [2, 18.95],
      [1, 14.95],
    ]),
  );
});

test('closing a line with unsaved changes asks once', async () => {
  const { press } = await menu();
  await press(/^Regular/, 'radio');
  await press(/^Add • /);
  await press('Change Thali', 'link');
  await press(/^Large/, 'radio');
  await press('Close');
  await press('Discard');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /Thali/ })).toBeNull());
  expect(stored().map(({ price }) => price)).toEqual([14.95]);
});

test('an option with a changed price shows both prices, and a removed option is left out', async () => {
  const { press } = await menu();
  await press(/^Regular/, 'radio');
  await press(/^Mint/, 'checkbox');
  await press(/^Butter naan/, 'radio');
  await press(/^Add • \$16.90/);
  const moved = {
    ...thaliDish,
    optionGroups: thaliDish.optionGroups.map((group) => ({
      ...group,
      options: group.options.map((each) => ({
        ...each,
        ...(each.id === 'naan' && { price: 2.25 }),
        ...(each.id === 'mint' && { isAvailable: false }),
      })),
    })),
  };
  cleanup();
  const again = await menu('/menu/truro', { getLocationMenu: menuOf(dalDish, moved) as never });
  await expect(screen).toShow('Thali: "Mint" is no longer available.');
  await again.press('Choose again Thali', 'link');
  await expect(screen).toShow('Butter naan is now $2.25, it was $1.95.');
  await expect(screen).toShow('Mint is no longer available.');
  await again.press(/^Save • \$17.20/);
  await waitFor(() => expect(stored().map(({ price }) => price)).toEqual([17.2]));
  await waitFor(() => expect(screen.queryByText('Thali: "Mint" is no longer available.')).toBeNull());
});

test('a combo is composed part by part with the options of each, and the order contains all', async () => {
  const option = { price: 0, isDefault: false, maxUnits: 1, isAvailable: true, allergens: [] };
  const part = (id: string, name: string, list: number) => ({
    ...option,
    id,
    name,
    part: { itemId: id, list, taxClass: 'meal' as const },
  });
  const group = { kind: 'one' as const, min: 1, max: 1, included: 0, eachExtra: 0, isSize: false };
  const kinds = { ...group, isOpened: true, of: 'Naan', openedBy: 'bread.naan' };
  const meal = {
    ...dalDish,
    id: 'meal',
    menuItemId: 'meal',
    name: 'Meal',
    price: 14.99,
    priceFrom: 14.99,
    spiceLevel: 'none' as const,
    optionGroups: [
      {
        ...group,
        id: 'main',
        name: 'Main',
        options: [
          { ...part('dal', 'Dal', 10.95), isDefault: true },
          { ...part('lamb', 'Lamb', 13.95), price: 2 },
        ],
      },
      {
        ...group,
        id: 'bread',
        name: 'Bread',
        options: [part('naan', 'Naan', 4.5), { ...part('roti', 'Roti', 3), isAvailable: false }],
      },
      {
        ...kinds,
        id: 'bread.naan.kind',
        name: 'Naan: Kind',
        options: [
          { ...option, id: 'plain', name: 'Plain' },
          { ...option, id: 'garlic', name: 'Garlic', price: 0.5 },
        ],
      },
    ],
  };
  const { press } = await menu('/menu/truro?dish=meal', { getLocationMenu: menuOf(dalDish, meal) });
  const combo = async () => within(await screen.findByRole('dialog', { name: /Meal/ }));
  await (await combo()).findByRole('radiogroup', { name: 'Bread' });
  expect((await combo()).queryByRole('radiogroup', { name: 'Naan: Kind' })).toBeNull();
  expect((await combo()).getByRole<HTMLInputElement>('radio', { name: /^Roti/ }).disabled).toBe(true);
  await press(/^Naan/, 'radio');
  await press(/Choose Naan: Kind • from \$14.99/);
  await press(/^Garlic/, 'radio');
  await press(/^Lamb/, 'radio');
  await press(/^Add • \$17.49/);
  await waitFor(() => expect(stored()).toHaveLength(1));
  expect(stored()[0]?.['options']).toMatchObject([
    { group: 'main', id: 'lamb', part: { itemId: 'lamb', list: 13.95, extra: 2 } },
    { group: 'bread', id: 'naan', part: { itemId: 'naan', list: 4.5, extra: 0.5 } },
    { group: 'bread.naan.kind', id: 'garlic', of: 'Naan' },
  ]);
  await expect(screen).toShow('Lamb, Naan, Garlic (Naan)');
});

test('a dish that contains a stated allergen warns before it is added, and can still be added for somebody else', async () => {
  localStorage.setItem('tiffin_allergies', JSON.stringify({ truro: [{ code: 'milk' }] }));
  const { press } = await menu('/menu/truro', {
    getLocationMenu: menuOf({ ...dalDish, allergens: ['milk', 'wheat'] }, thaliDish),
  });
  // The plus adds nothing without the warning.
  await press('Add Dal Tadka');
  const dal = within(await screen.findByRole('dialog', { name: /Dal Tadka/ }));
  expect(await dal.findByText('Dal Tadka contains milk.')).toBeTruthy();
  expect(dal.getByText('You told us: Milk.')).toBeTruthy();
  expect(stored()).toEqual([]);
  expect(dal.getByRole('button', { name: 'Choose another dish' })).toBeTruthy();
  await press(/^Add for somebody else/);
  await waitFor(() => expect(stored()).toHaveLength(1));
});

test('a dish added for somebody else has no allergy of the person who cannot eat it', async () => {
  const { press } = await dalSheet(['milk']);
  await press('Milk', 'checkbox');
  await press(/^Add for somebody else/);
  await waitFor(() => expect(stored()).toHaveLength(1));
  expect(stored()[0]).not.toHaveProperty('allergies');
});

async function dalSheet(...allergens: (typeof dalDish)['allergens'][]) {
  const [ofDal = ['wheat'], ofThali = ['milk']] = allergens;
  const page = await menu('/menu/truro?dish=dal', {
    getLocationMenu: menuOf({ ...dalDish, allergens: ofDal }, { ...thaliDish, allergens: ofThali }),
  });
  const dal = within(await screen.findByRole('dialog', { name: /Dal Tadka/ }));
  await page.user.click(await dal.findByText('Does the person who eats this have an allergy?'));
  return { ...page, dal };
}

test('an allergy stated in the sheet of a dish belongs to that line of the cart, which shows it', async () => {
  const { press, dal } = await dalSheet();
  expect(dal.getByText(/^This stays on your device/)).toBeTruthy();
  await press('Eggs', 'checkbox');
  await press(/^Add • /);
  await waitFor(() => expect(stored()).toMatchObject([{ id: 'dal', allergies: [{ code: 'eggs' }] }]));
  expect(sessionStorage).toHaveLength(0);
  await expect(screen).toShow('Allergy: Eggs');
  // The same dish for somebody else is another line, and a change keeps the allergy.
  await press('1 Dal Tadka in your order, change');
  await press(/^Add • /);
  await waitFor(() => expect(stored().map(({ allergies }) => allergies)).toEqual([[{ code: 'eggs' }], undefined]));
});

test('the list of allergies stays open and in place while the last one is unticked', async () => {
  const { press, dal } = await dalSheet();
  const list = dal.getByRole('checkbox', { name: 'Milk' }).closest('details') as HTMLDetailsElement;
  const title = () => list.querySelector('summary')?.textContent;
  const before = title();
  await press('Milk', 'checkbox');
  expect(title()).toBe(before);
  await press('Milk', 'checkbox');
  expect(list.open).toBe(true);
  expect(title()).toBe(before);
});

test('beside the buttons the sheet says what it knows of the dish and a stated allergy, and nothing else', async () => {
  const { press, dal } = await dalSheet();
  const warning = dal.getByRole('alert');
  expect(warning.closest('form')?.lastElementChild?.contains(warning)).toBe(true);
  expect(warning.textContent).toBe('');
  await press('Milk', 'checkbox');
  expect(warning.textContent).toBe('Dal Tadka: milk is not among its listed ingredients. Our kitchen also uses milk.');
  await press('Milk', 'checkbox');
  await press('Wheat and triticale', 'checkbox');
  expect(warning.textContent).toBe('Dal Tadka contains wheat.You told us: Wheat and triticale.');
});

test('the sheet of a dish whose allergens nobody has stated says so', async () => {
  const { press, dal } = await dalSheet(null);
  await press('Milk', 'checkbox');
  expect(dal.getByRole('alert').textContent).toContain(
    'We do not know all allergens of Dal Tadka, so it may contain milk.',
  );
});

test('an option that contains the allergen is enough, even if nobody has stated the allergens of the dish', async () => {
  localStorage.setItem('tiffin_allergies', JSON.stringify({ truro: [{ code: 'wheat' }] }));
  const { press } = await menu(undefined, { getLocationMenu: menuOf(dalDish, { ...thaliDish, allergens: null }) });
  const thali = await sheet();
  await expect(screen).toShow('We do not know all allergens of Thali, so it may contain wheat.');
  await press(/^Regular/, 'radio');
  await press(/^Butter naan/, 'radio');
  await expect(screen).toShow('Thali contains wheat.');
  expect(thali.queryByText(/may contain wheat/)).toBeNull();
  expect(thali.getByText('Contains:', { exact: false, selector: 'p > span' }).textContent).toBe(
    'Contains: wheat and milk in Butter naan. We do not know all of its allergens. Please ask us.',
  );
  expect(thali.getByRole('button', { name: /^Add for somebody else/ })).toBeTruthy();
});

test('an allergy in words, or in the note of the dish, warns like one from the list', async () => {
  const { press, dal } = await dalSheet(['milk']);
  const warning = dal.getByRole('alert');
  await typeIn(/^Another allergy/, 'produits laitiers');
  expect(warning.textContent).toBe('Dal Tadka contains milk.You told us: produits laitiers.');
  expect(dal.getByRole('button', { name: /^Add for somebody else/ })).toBeTruthy();
  await typeIn(/^Another allergy/, '');
  await typeIn(/^Note to the kitchen/, 'Extra milk please');
  expect(warning.textContent).toBe('');
  await typeIn(/^Note to the kitchen/, 'I am allergic to milk, please leave out');
  expect(warning.textContent).toBe('Dal Tadka contains milk.You told us: Milk.');
  // The note goes to the kitchen also when the dish is for somebody else.
  await press(/^Add for somebody else/);
  await waitFor(() => expect(stored()).toMatchObject([{ note: 'I am allergic to milk, please leave out' }]));
});
