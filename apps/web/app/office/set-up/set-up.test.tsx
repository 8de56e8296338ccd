import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import * as route from '../../routes/office/set-up.tsx';
import { noOrders, restaurantSettings as settings } from '../../testing/restaurant.ts';
import { refusal, type Answers } from '../../testing/network.ts';
import { admin, managedTruro, staff } from '../../testing/samples.ts';
import { openPage, typeIn } from '../../testing/show.tsx';

const named = { ...settings, name: 'Bread & Salt' };
const empty: Answers = { getSettings: { settings, providers: [] }, getAllLocations: { locations: [] } };
const menu = { locationId: 'truro', items: [], categories: [], version: 1 } as never;
const placed: Answers = {
  getSettings: { settings: named, providers: [] },
  getAllLocations: { locations: [managedTruro] },
  getFiscalStates: { locations: [] },
  getLocationMenuAdmin: menu,
  getLocationOrderCounts: { ...noOrders, counts: noOrders, lastUpdated: '2026-11-20T22:15:00.000Z' },
};

const step = async (name: string) => screen.findByRole('heading', { level: 2, name });

test('an empty restaurant starts with its name, and saving opens the next step', async () => {
  const { press, sent, answer } = openPage(route, '/admin/set-up', empty, admin);
  await step('What is your restaurant called?');
  await expect(screen).toShow('8 steps to the first order');
  await press('Save and continue');
  await expect(screen).toShow('Name is required');
  await typeIn(/^Name/, 'Bread & Salt');
  await typeIn(/^Email/, 'hello@bread.example');
  answer({ updateSettings: { settings: named }, getSettings: { settings: named, providers: [] } });
  await press('Save and continue');
  await step('Where are you, and when?');
  // The contact address and the sender's name follow until they are set.
  expect(sent('updateSettings')).toMatchObject([
    {
      settings: {
        name: 'Bread & Salt',
        languages: ['en'],
        supportEmail: 'hello@bread.example',
        sender: { name: 'Bread & Salt', email: 'hello@bread.example' },
      },
    },
  ]);
});

test('whoever has another Tiffin finds the page of the handbook about moving', async () => {
  openPage(route, '/admin/set-up', empty, admin);
  const link = await screen.findByRole('link', { name: 'Move here from another Tiffin' });
  expect(link.getAttribute('href')).toBe('/admin/handbook#leaving');
});

test('choosing the restaurant’s language continues the guide in it', async () => {
  const { press, sent, answer, user } = openPage(route, '/admin/set-up', empty, admin);
  const going = vi.spyOn(location, 'assign').mockReturnValue();
  await typeIn(/^Name/, 'Chez Marie');
  await typeIn(/^Email/, 'allo@marie.example');
  await user.selectOptions(screen.getByLabelText(/^Main language/), 'Français');
  answer({ updateSettings: { settings: { ...named, languages: ['fr'] } } });
  await press('Save and continue');
  await waitFor(() => expect(going).toHaveBeenCalledWith('/admin/set-up'));
  expect(sent('updateSettings')).toMatchObject([{ settings: { languages: ['fr'] } }]);
});

test('an invalid phone number of the restaurant is not saved', async () => {
  const { press, sent } = openPage(route, '/admin/set-up', empty, admin);
  await typeIn(/^Name/, 'Bread & Salt');
  await typeIn(/^Email/, 'hello@bread.example');
  await typeIn(/^Phone/, 'abc');
  await press('Save and continue');
  await expect(screen).toShow(/^Not a phone number/);
  expect(sent('updateSettings')).toEqual([]);
});

test('a colour with unreadable contrast is refused at its field', async () => {
  const { press, sent } = openPage(route, '/admin/set-up', empty, admin);
  await typeIn(/^Name/, 'Bread & Salt');
  await typeIn(/^Email/, 'hello@bread.example');
  await typeIn(/^Main colour/, '#FFEE00');
  await press('Save and continue');
  await expect(screen).toShow(/Too light: light text on it is hard to read/);
  expect(sent('updateSettings')).toEqual([]);
});

test('the guide continues where it was left, and creates a location with its hours and order prefix', async () => {
  const { press, sent, answer } = openPage(
    route,
    '/admin/set-up',
    { ...empty, getSettings: { settings: named, providers: [] } },
    admin,
  );
  await step('Where are you, and when?');
  await press('Save and continue');
  await expect(screen).toShow('Address is required');
  // Many restaurants have one location with the same name.
  expect(screen.getByLabelText(/^Location Name/)).toHaveProperty('value', 'Bread & Salt');
  const typed = {
    'Location Name': 'Mile End',
    Address: '1 Saint-Viateur',
    City: 'Montréal',
    'Postal code': 'H2T 1A1',
    Phone: '(514) 555-0101',
    Email: 'hello@bread.example',
    'Monday opens': '07:00',
    'Monday closes': '18:00',
  };
  for (const [label, value] of Object.entries(typed)) await typeIn(new RegExp(`^${label}`), value);
  await press('Same hours every day');
  // The time zone follows the address, wherever the owner is.
  await expect(screen).toShow('By its address: Toronto');
  await press('Delivery', 'checkbox');
  await expect(screen).toShow(/^You deliver to postal codes that begin with H2T/);
  answer({
    ...placed,
    generateLocationId: { locationId: 'mile-end' },
    addLocation: { location: managedTruro },
  });
  await press('Save and continue');
  await step('What your guests pay in tax');
  expect(sent('addLocation')).toMatchObject([
    {
      location: {
        id: 'mile-end',
        code: 'MIL',
        region: 'QC',
        country: 'CA',
        features: ['Takeout', 'Delivery'],
        delivery: { zones: [{ area: { kind: 'prefix', prefixes: ['H2T'] }, fees: [{ from: 0, fee: 0 }], isOn: true }] },
        hours: { sunday: { open: '07:00', close: '18:00', closed: false } },
        timeZone: 'America/Toronto',
      },
    },
  ]);
});

test('a location outside every province is not saved', async () => {
  const { press, sent } = openPage(
    route,
    '/admin/set-up',
    { ...empty, getSettings: { settings: named, providers: [] } },
    admin,
  );
  await step('Where are you, and when?');
  await typeIn(/^Postal code/, '1100-048');
  await press('Save and continue');
  await expect(screen).toShow('Province is required');
  expect(sent('addLocation')).toEqual([]);
});

test('the taxes are explained, and the owner confirms them', async () => {
  const { press, sent, answer } = openPage(route, '/admin/set-up', placed, admin);
  await step('What your guests pay in tax');
  await expect(screen).toShow('A meal of $100.00 pays HST 14 %: $14.00.');
  await typeIn(/^Tax number/, '123456789 RT0001');
  const confirmed = { ...named, setUp: ['tax' as const] };
  answer({ updateSettings: { settings: confirmed }, getSettings: { settings: confirmed, providers: [] } });
  await press('That is correct');
  await step('What do you cook?');
  expect(sent('updateSettings')).toEqual([
    { settings: { hstNumber: '123456789 RT0001' } },
    { settings: { setUp: ['tax'] } },
  ]);
});

test('a refusal shows the server’s message and keeps the step open', async () => {
  const { press } = openPage(
    route,
    '/admin/set-up',
    { ...placed, updateSettings: refusal('conflict', 'Not now') },
    admin,
  );
  await press('That is correct');
  await expect(screen).toShow('This could not be saved');
  await step('What your guests pay in tax');
});

test('in an unknown tax jurisdiction the owner enters the tax, which prices include', async () => {
  const lisbon = { ...managedTruro, country: 'PT', postalCode: '1100-048', region: '', taxes: [], taxSettings: null };
  const { press, sent, answer } = openPage(
    route,
    '/admin/set-up',
    { ...placed, getAllLocations: { locations: [lisbon] } },
    admin,
  );
  await step('What your guests pay in tax');
  await press('Save and continue');
  await expect(screen).toShow('Every tax needs a name');
  await typeIn(/^Its name/, 'IVA');
  await typeIn(/^On meals/, '13,5');
  await typeIn(/^On liquor/, '230');
  await press('Save and continue');
  await expect(screen).toShow('A number from 0 to 100');
  await typeIn(/^On liquor/, '23');
  const rates = { meal: 0.135, charge: 0.135, liquor: 0.23 };
  const iva = { code: 'IVA', label: 'IVA', registration: null };
  const taxSettings = { follows: null, included: true, codes: [{ ...iva, rates }] };
  answer({
    updateLocation: { location: lisbon },
    getAllLocations: { locations: [{ ...lisbon, taxSettings, taxes: [{ ...iva, rates, small: null }] }] },
  });
  await press('Save and continue');
  await expect(screen).toShow('A meal of $100.00 includes IVA 13.5 %: $11.89.');
  expect(sent('updateLocation')).toMatchObject([{ updates: { taxSettings } }]);
});

test('a first location abroad sets the currency and the country code of phone numbers', async () => {
  const { press, sent, answer } = openPage(
    route,
    '/admin/set-up',
    { ...empty, getSettings: { settings: named, providers: [] } },
    admin,
  );
  await step('Where are you, and when?');
  const country = screen.getByLabelText(/^Country/);
  fireEvent.change(country, { target: { value: 'PT' } });
  const typed = {
    'Location Name': 'Alfama',
    Address: 'Rua da Regueira 1',
    'Postal code': '1100-048',
    Phone: '+351 21 555 0100',
    Email: 'hello@bread.example',
  };
  for (const [label, value] of Object.entries(typed)) await typeIn(new RegExp(`^${label}`), value);
  answer({
    ...placed,
    generateLocationId: { locationId: 'alfama' },
    addLocation: { location: managedTruro },
    updateSettings: { settings: { ...named, currency: 'EUR', coin: 1 } },
  });
  await press('Save and continue');
  await step('What your guests pay in tax');
  expect(sent('updateSettings')).toEqual([{ settings: { currency: 'EUR', coin: 1, textsTo: '+351' } }]);
});

test('the first dish is entered by hand, and its category is created', async () => {
  const { press, sent } = openPage(
    route,
    '/admin/set-up',
    {
      ...placed,
      getSettings: { settings: { ...named, setUp: ['tax'] }, providers: [] },
      getCategories: { categories: [] },
      addCategory: { category: { id: 'bread', name: 'Bread', isDefault: false, position: 0, used: 0 } },
      addMenuItem: refusal('conflict', 'Not now'),
    },
    admin,
  );
  await step('What do you cook?');
  await typeIn(/^Category/, 'Bread');
  await typeIn(/^Dish/, 'Sourdough');
  await typeIn(/^What is in it/, 'Rye, salt and time');
  await typeIn(/^Price/, 'seven');
  await press('Put it on the menu');
  await expect(screen).toShow('A price like 10.00');
  await typeIn(/^Price/, '7,50');
  await press('Put it on the menu');
  await expect(screen).toShow('Not now');
  expect(sent('addMenuItem')).toMatchObject([
    {
      locationId: 'truro',
      item: { name: 'Sourdough', category: 'bread', description: 'Rye, salt and time', price: 7.5 },
    },
  ]);
});

test('any step can be opened, and the QR code step says that it needs a location', async () => {
  const { user } = openPage(route, '/admin/set-up', empty, admin);
  const steps = within(await screen.findByRole('navigation', { name: 'Steps' }));
  await user.click(steps.getByRole('link', { name: /QR code/ }));
  await expect(screen).toShow(/First enter your address/);
});

test('a user who is not an admin is redirected to the back office', async () => {
  openPage(route, '/admin/set-up', { ...empty }, staff);
  await waitFor(() => expect(screen.getByText('elsewhere')).toBeTruthy());
});

test('in Québec the guide says why no money can be taken, and goes on without payments to its end', async () => {
  const dishes = [{ isAvailable: true }];
  const confirmed = ['tax', 'people', 'print'] as const;
  const inQuebec: Answers = {
    ...placed,
    getSettings: { settings: { ...named, setUp: [...confirmed] }, providers: [] },
    getLocationMenuAdmin: { ...(menu as object), items: dishes } as never,
    getFiscalStates: {
      locations: [
        {
          locationId: 'truro',
          name: 'Gatineau',
          state: 'refused',
          reason: 'Québec asks restaurants for a certified system.',
          source: { title: 'Revenu Québec', url: 'https://www.revenuquebec.ca/' },
          refusedFrom: null,
          mayDeclare: false,
          openBills: 0,
        },
      ],
    },
  };
  const { press, sent, answer } = openPage(route, '/admin/set-up', inQuebec, admin);
  await step('How do guests pay?');
  await expect(screen).toShow('Gatineau cannot take money with this till yet');
  await expect(screen).toShow('Waits for a certified device');
  const settled = { settings: { ...named, setUp: [...confirmed, 'payments' as const] } };
  answer({ updateSettings: settled, getSettings: { ...settled, providers: [] } });
  await press('Go on without payments');
  await expect(screen).toShow('Your website, menu and reservations are ready. Orders wait for a certified device.');
  expect(sent('updateSettings')).toMatchObject([{ settings: { setUp: [...confirmed, 'payments'] } }]);
});
