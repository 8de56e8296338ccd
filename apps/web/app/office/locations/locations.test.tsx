import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { syncServerClock } from '../../shared/live/server-clock.ts';
import { refusal, type Answers } from '../../testing/network.ts';
import { managedTruro, ordersOf } from '../../testing/samples.ts';
import { field, openOffice, typeIn } from '../../testing/show.tsx';

const answers: Answers = {
  getAllLocations: { locations: [managedTruro] },
  locationIdExists: { exists: false },
};

async function adding(more: Answers = {}) {
  const office = openOffice('locations', { ...answers, ...more });
  await office.press('Add Location');
  await field(/^Location Name/);
  return office;
}

async function fill(change: Record<string, string> = {}) {
  const good = {
    'Location ID': 'halifax',
    'Location Name': 'Halifax',
    Address: '1 Spring Garden Road',
    Pincode: 'B3H 1A1',
    Phone: '(902) 555-0123',
    Email: 'halifax@example.test',
    ...change,
  };
  for (const [label, value] of Object.entries(good)) await typeIn(new RegExp(`^${label}`), value);
}

test.each([
  ['Location Name', '', 'Location name is required', '[A-LOC-48]'],
  ['Address', '', 'Address is required', '[A-LOC-50]'],
  ['Pincode', '', 'postalCode is required', '[A-LOC-51]'],
  ['Phone', '', 'Phone number is required', '[A-LOC-52]'],
  ['Phone', '12345', 'Phone must be in format (902) 555-0123', '[A-LOC-53]'],
  ['Email', '', 'Email is required', '[A-LOC-54]'],
  ['Email', 'nowhere', 'Invalid email format', '[A-LOC-54]'],
  ['Capacity', '-3', 'Capacity must be a positive number', '[A-LOC-55]'],
])('a location with the %s "%s" is not saved: %s %s', async (label, value, words, _fact) => {
  const { press, sent } = await adding();
  await fill({ [label]: value });
  await press('Add Location');
  // Looks next to the field, because the form may show the same message elsewhere.
  const errorInForm = async () =>
    ((await field(new RegExp(`^${label}`))).getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent);
  await waitFor(async () => expect(await errorInForm()).toContain(words));
  expect(sent('addLocation')).toEqual([]);
});

test.each([
  ['a', 'ID must be at least 2 characters', '[A-LOC-39]'],
  ['a'.repeat(51), 'ID must be 50 characters or less', '[A-LOC-40]'],
  ['truro', 'This location ID already exists', '[A-LOC-42]'],
])('checks the id %s while it is typed: %s %s', async (id, words, _fact) => {
  await adding();
  await typeIn(/^Location ID/, id);
  await expect(screen).toShow(words);
});

test('an id allows lowercase letters, digits and hyphens, and reports others [A-LOC-37]', async () => {
  await adding();
  await typeIn(/^Location ID/, 'Bad_Id-2!');
  expect((await field(/^Location ID/)).value).toBe('badid-2');
  await expect(screen).toShow('Only lowercase letters, numbers, and hyphens allowed');
  await typeIn(/^Location ID/, 'Badid-22');
  expect((await field(/^Location ID/)).value).toBe('badid-22');
  await expect(screen).toShow('Valid location ID');
  expect(screen.queryByText('Only lowercase letters, numbers, and hyphens allowed')).toBeNull();
});

test('Auto generates an id from the name [A-LOC-46]', async () => {
  const { press, sent } = await adding({ generateLocationId: { locationId: 'new-minas' } as never });
  await typeIn(/^Location Name/, 'New Minas');
  await press('Auto');
  await waitFor(async () => expect((await field(/^Location ID/)).value).toBe('new-minas'));
  expect(sent('generateLocationId')).toEqual([{ name: 'New Minas' }]);
});

test('an existing location’s id cannot be edited and is not checked [A-LOC-44]', async () => {
  const { press } = openOffice('locations', answers);
  await press('Edit Truro Heights');
  const id = await field(/^Location ID/);
  expect([id.value, id.readOnly]).toEqual(['truro', true]);
  expect(screen.queryByText('This location ID already exists')).toBeNull();
});

test('a change is sent with the location’s id [A-LOC-56]', async () => {
  const { press, sent } = openOffice('locations', {
    ...answers,
    updateLocation: { location: { ...managedTruro, name: 'Truro' }, message: '' } as never,
  });
  await press('Edit Truro Heights');
  await typeIn(/^Location Name/, 'Truro');
  await press('Update Location');
  await waitFor(() =>
    expect(sent('updateLocation')).toMatchObject([{ locationId: 'truro', updates: { name: 'Truro' } }]),
  );
});

test('an owner chooses the tips for guests and for the till, and wrong ones are refused', async () => {
  const { press, sent } = openOffice('locations', { ...answers, updateLocation: { location: managedTruro } });
  await press('Edit Truro Heights');
  expect((await field(/^Tips offered to guests online/)).value).toBe('5, 10, 15');
  await typeIn(/^Tips offered to guests online/, '10, 15, 18');
  await typeIn(/^Tips offered at the till/, 'many');
  await press('Update Location');
  await expect(screen).toShow('One to four whole numbers from 1 to 100, such as 10, 15, 20');
  await typeIn(/^Tips offered at the till/, '15, 20');
  await press('Update Location');
  await waitFor(() =>
    expect(sent('updateLocation')).toMatchObject([
      { updates: { guestTipPercents: [10, 15, 18], tillTipPercents: [15, 20] } },
    ]),
  );
});

test('a card shows the API’s details of a location [A-LOC-28]', async () => {
  openOffice('locations', answers);
  await expect(screen).toShow('395 Truro Heights Road');
  for (const words of ['truro', '(902) 555-0123', 'truro@example.test', '40', '$8,200', 'Manager Leah'])
    expect(document.querySelector('main')?.textContent).toContain(words);
});

const shownTruro: typeof managedTruro = {
  ...managedTruro,
  rating: 4.5,
  reviewCount: 225,
  features: ['Dine-in', 'Takeout', 'Delivery', 'Catering', 'WiFi', 'Parking'],
  openingDate: '2019-05-01',
  createdAt: '2026-11-02T12:00:00.000Z',
};
async function card(more: Partial<typeof managedTruro> = {}) {
  openOffice('locations', { ...answers, getAllLocations: { locations: [{ ...shownTruro, ...more }] } });
  return within(await screen.findByRole('article', { name: 'Truro Heights' }));
}

test('a card shows the location’s type and address, with links to map and phone [A-LOC-04] [A-LOC-08] [A-LOC-13] [A-LOC-14] [A-LOC-15]', async () => {
  const truro = await card();
  expect(truro.getByText('Active')).toBeTruthy();
  expect(truro.getByText('B2N 1A1')).toBeTruthy();
  expect(truro.getByRole('link', { name: '(902) 555-0123' }).getAttribute('href')).toBe('tel:+19025550123');
  expect(truro.getByRole('link', { name: /^Open in maps/ }).getAttribute('href')).toMatch(/maps.*Truro/);
  for (const what of ['ID', 'address', 'phone', 'email']) {
    expect(truro.getByRole('button', { name: `Copy ${what}` })).toBeTruthy();
  }
});

test('a card shows the rating, opening year, manager and four features [A-LOC-11] [A-LOC-19] [A-LOC-20] [A-LOC-21] [A-LOC-22]', async () => {
  const truro = await card();
  expect(truro.getByText(/225 reviews/).textContent).toContain('4.5');
  const facts = truro.getByText(/^Manager Leah/).textContent;
  expect(facts).toMatch(/^Manager Leah, /);
  expect(facts).toContain(', Since 2019, ');
  expect(facts).toMatch(/, Added Nov\.? 2, 2026$/);
  const features = within(truro.getByRole('list', { name: /Features|offers/ })).getAllByRole('listitem');
  expect(features.map(({ textContent }) => textContent)).toEqual([
    'Dine-in',
    'Takeout',
    'Delivery',
    'Catering',
    '+2 more',
  ]);
});

test('a card without ratings shows neither a rating nor a number of reviews [A-LOC-11]', async () => {
  const truro = await card({ rating: 0, reviewCount: 225 });
  expect(truro.queryByText(/reviews/)).toBeNull();
  expect(truro.queryByText('0.0')).toBeNull();
});

test('a card shows the figures of an active location, with edit, deactivate and delete [A-LOC-01] [A-LOC-02] [A-LOC-12] [A-LOC-18]', async () => {
  const truro = await card();
  const figures = truro.getByLabelText('Figures of Truro Heights').textContent;
  for (const figure of ['Total Orders', 'Avg Order', 'Capacity', 'Monthly']) expect(figures).toContain(figure);
  for (const name of ['Edit Truro Heights', 'Deactivate Truro Heights', 'Delete Truro Heights']) {
    expect(truro.getByRole('button', { name })).toBeTruthy();
  }
  const tiles = screen.getByLabelText('Location figures').textContent;
  for (const tile of ['Total Locations', 'Active Locations', 'Avg Rating', 'Total Orders', 'Monthly Revenue']) {
    expect(tiles).toContain(tile);
  }
  for (const name of ['Add Location', 'Refresh']) expect(screen.getByRole('button', { name })).toBeTruthy();
  cleanup();
  expect((await card({ isActive: false })).queryByLabelText('Figures of Truro Heights')).toBeNull();
});

test('the form has every specified field and feature, and needs an id [A-LOC-23] [A-LOC-24] [A-LOC-27] [A-LOC-29] [A-LOC-49]', async () => {
  const { press } = await adding();
  const labels = ['Location ID', 'Location Name', 'Address', 'Pincode', 'Phone', 'Email', 'Manager', 'Capacity'];
  for (const label of [...labels, 'Opening Date']) expect(await field(new RegExp(`^${label}`))).toBeTruthy();
  expect((await field(/^Location ID/)).readOnly).toBe(false);
  const features = 'Dine-in,Takeout,Delivery,Catering,WiFi,Parking,Bar,Outdoor Seating,Private Dining,Live Music';
  for (const name of [...features.split(','), 'Wheelchair Accessible', 'Pet Friendly']) {
    expect(screen.getByRole('checkbox', { name })).toBeTruthy();
  }
  expect(screen.getByRole('button', { name: 'Cancel' })).toBeTruthy();
  await press('Add Location');
  await expect(screen).toShow('Location ID is required');
});

test('a removed location is reported in the banner [A-ERR-44]', async () => {
  const { press } = openOffice('locations', {
    ...answers,
    toggleLocationStatus: refusal('location-not-found'),
  });
  await press('Deactivate Truro Heights');
  await press('Deactivate');
  await expect(screen).toShow('Failed to update location status');
  await expect(screen).toShow(/Location not found/);
});

test('a failed status change shows a banner that can be dismissed [A-LOC-03] [A-ERR-46] [A-ERR-49]', async () => {
  const { press } = openOffice('locations', { ...answers, toggleLocationStatus: refusal('conflict', 'Not now') });
  await press('Deactivate Truro Heights');
  await press('Deactivate');
  await expect(screen).toShow('Failed to update location status');
  await expect(screen).toShow(/An error occurred while updating location/);
  expect(await screen.findByRole('button', { name: 'Deactivate Truro Heights' })).toBeTruthy();
  await press('Dismiss');
  await waitFor(() => expect(screen.queryByText('Failed to update location status')).toBeNull());
});

test('a location that cannot be deleted stays and shows an error [A-ERR-47] [A-ERR-49]', async () => {
  const { press } = openOffice('locations', { ...answers, deleteLocation: refusal('conflict', 'Not now') });
  await press('Delete Truro Heights');
  await press('Delete');
  await expect(screen).toShow('Failed to delete location');
  await expect(screen).toShow(/An error occurred while deleting location/);
  await expect(screen).toShow('Truro Heights');
});

test('locations that cannot be loaded show an error that can be dismissed or retried [A-LOC-05] [A-ERR-45] [A-ERR-49]', async () => {
  const { press, answer } = openOffice('locations', { ...answers, getAllLocations: refusal('conflict') });
  await expect(screen).toShow('Failed to load locations');
  await expect(screen).toShow(/An error occurred while loading locations/);
  await press('Dismiss');
  await waitFor(() => expect(screen.queryByText('Failed to load locations')).toBeNull());
  // No totals without data.
  expect(screen.queryByText('Total Locations')).toBeNull();
  expect(screen.queryByText('No locations found')).toBeNull();
  answer({ getAllLocations: { locations: [] } });
  await press('Refresh');
  await expect(screen).toShow('No locations found');
  answer(answers);
  await press('Refresh');
  await expect(screen).toShow('Truro Heights');
});

test('an id that cannot be generated shows an error in the form [A-ERR-50] [A-LOC-47]', async () => {
  const words = 'Unable to generate unique location ID after 100 attempts';
  const { press, sent } = await adding({ generateLocationId: refusal('conflict', words) });
  await typeIn(/^Location Name/, 'Crowded');
  await press('Auto');
  await expect(screen).toShow(words);
  expect(sent('generateLocationId')).toEqual([{ name: 'Crowded' }]);
});

test('a form the server refuses keeps its input and shows the reason [A-ERR-48]', async () => {
  const words = 'Location ID "halifax" already exists';
  const { press } = await adding({ addLocation: refusal('already-exists', words) });
  await fill();
  await press('Add Location');
  await expect(screen).toShow('Failed to save location');
  await expect(screen).toShow(words);
  expect((await field(/^Address/)).value).toBe('1 Spring Garden Road');
});

test('a new location is a draft with the time zone of its address, and its id follows its name', async () => {
  const { press, sent } = await adding({ addLocation: { location: managedTruro } });
  await fill({ 'Location ID': '', Pincode: 'V6B 1A1' });
  fireEvent.blur(await field(/^Location Name/));
  await expect(screen).toShow('By its address: Vancouver');
  await press('Add Location');
  await waitFor(() => expect(sent('addLocation')).toHaveLength(1));
  const expected = { id: 'halifax', region: 'BC', timeZone: 'America/Vancouver', isActive: false, isDraft: true };
  expect(sent('addLocation')).toMatchObject([{ location: expected }]);
});

test('a draft is published with one button', async () => {
  const draft = { ...managedTruro, isActive: false, isDraft: true };
  const { press, sent } = openOffice('locations', {
    getAllLocations: { locations: [draft] },
    toggleLocationStatus: { location: managedTruro },
  });
  await expect(screen).toShow('Draft');
  await press('Publish Truro Heights');
  await waitFor(() => expect(sent('toggleLocationStatus')).toEqual([{ locationId: 'truro', isActive: true }]));
});

test('a new location copies hours, settings and menu, and the taxes within the province', async () => {
  const day = { open: '11:30', close: '14:00', closed: false, more: [{ open: '17:00', close: '22:00' }] };
  const taxSettings = {
    follows: null,
    codes: [{ code: 'HST', label: 'HST', registration: '1', rates: { meal: 0.1 } }],
  };
  const source = { ...managedTruro, hours: { monday: day }, curbside: true, taxSettings };
  const open = async (Pincode: string) => {
    const office = await adding({ getAllLocations: { locations: [source] }, addLocation: { location: managedTruro } });
    await fill({ Pincode });
    fireEvent.change(await field(/^Copy from/), { target: { value: 'truro' } });
    await office.press('Add Location');
    await waitFor(() => expect(office.sent('addLocation')).toHaveLength(1));
    cleanup();
    return office.sent('addLocation')[0];
  };
  expect(await open('B3H 1A1')).toMatchObject({
    copyMenuFrom: 'truro',
    location: { id: 'halifax', hours: { monday: day }, curbside: true, taxSettings },
  });
  expect(await open('V6B 1A1')).not.toHaveProperty('location.taxSettings');
});

test('lunch and dinner are typed in one row each', async () => {
  const { press, sent } = await adding({ addLocation: { location: managedTruro } });
  await fill();
  await typeIn('Monday closes', '14:00');
  await press('Add hours on Monday');
  await typeIn('Monday 2 opens', '13:00');
  await typeIn('Monday 2 closes', '22:00');
  await press('Add Location');
  await expect(screen).toShow('Hours must follow each other: each begins after the one before has ended.');
  await typeIn('Monday 2 opens', '17:00');
  await press('Add Location');
  await waitFor(() => expect(sent('addLocation')).toHaveLength(1));
  const monday = { open: '11:30', close: '14:00', closed: false, more: [{ open: '17:00', close: '22:00' }] };
  expect(sent('addLocation')).toMatchObject([{ location: { hours: { monday } } }]);
});

test('shows the common term next to the specified one for the postal code', async () => {
  await adding();
  await expect(screen).toShow('The postal code, like B2N 1A1');
});

test.each([
  ['B3H 1A1', ['A meal of $100.00 pays HST 14 %: $14.00.']],
  ['M5V 2T6', ['A meal of $100.00 pays HST 13 %: $13.00.', 'Meals that cost $4.00 or less together pay 5 %.']],
  ['H2X 1Y4', ['A meal of $100.00 pays GST 5 %: $5.00 and QST 9.975 %: $9.98.']],
  [
    'V6B 1A1',
    ['A meal of $100.00 pays GST 5 %: $5.00.', 'Liquor of $100.00 pays GST 5 %: $5.00 and PST 10 %: $10.00.'],
  ],
])('with postal code %s, a new location’s form shows the tax on a meal', async (postalCode, sentences) => {
  await adding();
  await fill({ Pincode: postalCode });
  for (const sentence of sentences) await expect(screen).toShow(sentence);
});

test('a location without tax settings gets those of its province from the server', async () => {
  const { press, sent } = await adding({ addLocation: { location: managedTruro } });
  await fill();
  await press('Add Location');
  await waitFor(() => expect(sent('addLocation')).toHaveLength(1));
  expect(sent('addLocation')[0]).not.toHaveProperty('location.taxSettings');
});

// Nova Scotia's HST is 14 % since 1 April 2025, which begins at 03:00 UTC in Halifax and at 07:00 UTC in Vancouver.
const FIFTEEN = 'A meal of $100.00 pays HST 15 %: $15.00.';
const FOURTEEN = 'A meal of $100.00 pays HST 14 %: $14.00.';
test.each([
  ['2025-04-01T02:59:00.000Z', 'America/Halifax', FIFTEEN],
  ['2025-04-01T03:00:00.000Z', 'America/Halifax', FOURTEEN],
  ['2025-04-01T03:00:00.000Z', 'America/Vancouver', FIFTEEN],
  ['2025-04-01T07:00:00.000Z', 'America/Vancouver', FOURTEEN],
])('at %s by the server’s clock, a location in %s pays the tax of its own date', async (at, timeZone, sentence) => {
  await underLawOfNovaScotia(at);
  await typeIn(/^Time zone/, timeZone);
  await expect(screen).toShow(sentence);
});

test('an open form shows the new tax when the day changes', async () => {
  await underLawOfNovaScotia('2025-04-01T02:59:00.000Z');
  await expect(screen).toShow(FIFTEEN);
  act(() => syncServerClock('2025-04-01T03:00:00.000Z'));
  await expect(screen).toShow(FOURTEEN);
});

/** Opens the form of a location in Nova Scotia; the server's response sets the time. */
async function underLawOfNovaScotia(at: string) {
  onTestFinished(() => syncServerClock(new Date().toISOString()));
  const orders = ordersOf([]);
  const getLocationOrders = { ...orders, metadata: { ...orders.metadata, serverTime: at } };
  const { press } = openOffice('locations', { ...answers, getLocationOrders });
  await press('Edit Truro Heights');
  await typeIn(/^Taxes/, 'NS');
}

test('chooses a province’s taxes and enters the tax registration numbers', async () => {
  const { press, sent } = openOffice('locations', { ...answers, updateLocation: { location: managedTruro } });
  await press('Edit Truro Heights');
  fireEvent.change(await field(/^Taxes/), { target: { value: 'QC' } });
  await expect(screen).toShow('A meal of $100.00 pays GST 5 %: $5.00 and QST 9.975 %: $9.98.');
  await expect(screen).toShow('The law here requires tips to be calculated before tax.');
  await typeIn(/^QST number/, '1234567890 TQ0001');
  await press('Update Location');
  await waitFor(() => expect(sent('updateLocation')).toHaveLength(1));
  expect(sent('updateLocation')[0]).toMatchObject({
    updates: {
      taxSettings: {
        follows: 'QC',
        codes: [
          { code: 'GST', label: 'GST', registration: null, rates: null },
          { code: 'QST', label: 'QST', registration: '1234567890 TQ0001', rates: null },
        ],
      },
    },
  });
});

test('enters taxes by hand, and refuses one without a name', async () => {
  const { press, sent } = openOffice('locations', { ...answers, updateLocation: { location: managedTruro } });
  await press('Edit Truro Heights');
  fireEvent.change(await field(/^Taxes/), { target: { value: 'own' } });
  await press('Update Location');
  await expect(screen).toShow('Every tax needs a name');
  await press('Add Tax');
  await typeIn(/^Name/, 'GST');
  await typeIn(/^On meals, percent/, '5');
  await expect(screen).toShow('A meal of $100.00 pays GST 5 %: $5.00.');
  await press('Update Location');
  await waitFor(() => expect(sent('updateLocation')).toHaveLength(1));
  expect(sent('updateLocation')[0]).toMatchObject({
    updates: { taxSettings: { follows: null, codes: [{ code: 'GST', rates: { meal: 0.05, charge: 0.05 } }] } },
  });
});

test.each([
  ['Location ID is required', '[A-ERR-43]'],
  ['Location ID must contain only lowercase letters, numbers, and hyphens', '[A-LOC-38]'],
])('a location the server refuses shows why and stays editable: %s %s', async (words, _fact) => {
  const { press } = await adding({ addLocation: refusal('invalid-argument', words) });
  await fill({});
  await typeIn(/^Location ID/, 'halifax');
  await press('Add Location');
  await expect(screen).toShow(words);
  expect((await field(/^Address/)).value).not.toBe('');
});

const ownZone = {
  id: 'own-postal-prefix',
  name: 'Truro Heights',
  area: { kind: 'prefix' as const, prefixes: ['B2N'] },
  minimum: 0,
  freeOver: null,
  fees: [{ from: 0, fee: 0 }],
  extraMinutes: 0,
  priority: 1,
  isOn: true,
};
async function editDelivery(delivery: (typeof managedTruro)['delivery']) {
  const location = { ...managedTruro, features: ['Takeout' as const, 'Delivery' as const], delivery };
  const office = openOffice('locations', {
    ...answers,
    getAllLocations: { locations: [location] },
    updateLocation: { location, message: '' } as never,
  });
  await office.press('Edit Truro Heights');
  return office;
}

test('a manager reads that an area was added at the upgrade, until someone confirms it', async () => {
  const { press, sent } = await editDelivery({ point: null, zones: [{ ...ownZone, isProposed: true }] });
  await expect(screen).toShow('Please check this area');
  await press('It is right');
  expect(screen.queryByText('Please check this area')).toBeNull();
  await press('Update Location');
  await waitFor(() =>
    expect(sent('updateLocation')).toMatchObject([{ updates: { delivery: { point: null, zones: [ownZone] } } }]),
  );
  expect(JSON.stringify(sent('updateLocation'))).not.toContain('isProposed');
});

test.each([
  ['no area', null],
  ['an area that is not in use', { point: null, zones: [{ ...ownZone, isOn: false }] }],
])('a manager reads why a location with %s does not deliver', async (_which, delivery) => {
  await editDelivery(delivery);
  await expect(screen).toShow(/^No area in use: this location does not deliver/);
});

test('the first area of a location proposes its own postal prefix', async () => {
  const { press } = await editDelivery(null);
  await press('Add Zone');
  expect((await field(/^Postal codes, or how they begin/)).value).toBe('B2N');
  expect(screen.queryByText(/^No area in use/)).toBeNull();
});

test('an administrator jumps to the delivery fee in the form of a location that delivers, and to the reason where it does not', async () => {
  const { press, user } = openOffice('locations', answers);
  await press('Edit Truro Heights');
  await press('Delivery fee and areas');
  expect(document.activeElement?.id).toBe('part-delivery');
  const delivers = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Delivery' });
  if (delivers.checked) await user.click(delivers);
  await expect(screen).toShow(/^This location does not deliver\./);
  await user.click(delivers);
  expect(within(document.querySelector<HTMLElement>('#part-delivery')!).getByLabelText(/^Position/)).toBeTruthy();
});

test('a link names the location and the part of its form, and an unknown location opens nothing', async () => {
  openOffice('locations/truro/taxes', answers);
  await expect(screen).toShow('Edit Location');
  await waitFor(() => expect(document.activeElement?.id).toBe('part-taxes'));
  cleanup();
  openOffice('locations/gone/taxes', answers);
  await expect(screen).toShow('395 Truro Heights Road');
  expect(screen.queryByText('Edit Location')).toBeNull();
});

const christmasEve = { reservationId: 'RES-TRU-20261224-ABCD', name: 'Ravi Nair', partySize: 4 };
const isBooked = { bookings: [{ ...christmasEve, startsAt: '2026-12-24T23:00:00.000Z' }], orders: 2 };

async function closing(refused: Record<string, unknown> = isBooked) {
  const office = openOffice('locations', {
    ...answers,
    updateLocation: (body) =>
      'bookings' in body ? { location: managedTruro } : refusal('hours-booked', undefined, refused),
  });
  await office.press('Edit Truro Heights');
  await office.press('Add Date');
  fireEvent.change(screen.getByLabelText('Date'), { target: { value: '2026-12-24' } });
  await office.press('Update Location');
  await expect(screen).toShow('You have guests at times when you close');
  return office;
}

test('closing a day with bookings lists them, and asks their guests to move with the owner’s words', async () => {
  const { press, sent } = await closing();
  await expect(screen).toShow(/Dec 24.*7:00 p\.m\.: Ravi Nair, party of 4/);
  await expect(screen).toShow(/^2 planned orders are wanted at times when you close/);
  await typeIn(/^Words to the guests/, 'A wedding has the whole house.');
  await press('Save the hours');
  await waitFor(() => expect(sent('updateLocation')).toHaveLength(2));
  const [first, second] = sent('updateLocation');
  expect(second).toEqual({ ...first, bookings: 'move', message: 'A wedding has the whole house.' });
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Edit Location' })).toBeNull());
});

test('the owner keeps the bookings, and no words are sent', async () => {
  const { user, press, sent } = await closing();
  await user.click(screen.getByRole('radio', { name: /^Keep them/ }));
  expect(screen.queryByLabelText(/^Words to the guests/)).toBeNull();
  await press('Save the hours');
  await waitFor(() => expect(sent('updateLocation')[1]).toMatchObject({ bookings: 'keep' }));
});

test('with planned orders alone there is nothing to choose, and going back keeps what was typed', async () => {
  const { press, sent } = await closing({ bookings: [], orders: 1 });
  await expect(screen).toShow(/^1 planned order is wanted at a time when you close/);
  expect(screen.queryByRole('radio', { name: /^Cancel them/ })).toBeNull();
  await press('Back to the hours');
  expect(sent('updateLocation')).toHaveLength(1);
  expect((await field(/^Location Name/)).value).toBe('Truro Heights');
});

test('an owner sets a service charge of 15 % from eight people, and a refusal keeps what was typed', async () => {
  openOffice('locations/truro/charges', {
    ...answers,
    updateLocation: refusal('invalid-argument', 'Service: This charge is there twice.'),
  });
  const fields = within(await screen.findByRole('group', { name: 'Service charge' }));
  fireEvent.click(fields.getByRole('checkbox', { name: /^Service charge/ }));
  await typeIn(/^Percent of the dishes/, '15');
  await typeIn(/^At tables: from how many guests/, '8');
  await expect(screen).toShow(/the first price that guests see includes every charge that they must pay/);
  fireEvent.click(screen.getByRole('button', { name: 'Update Location' }));
  await expect(screen).toShow('Service: This charge is there twice.');
  expect((await field(/^Percent of the dishes/)).value).toBe('15');
});

test('a voluntary charge needs no permission to take it off, and its amount is sent as typed', async () => {
  const { press, sent } = openOffice('locations/truro/charges', {
    ...answers,
    updateLocation: { location: managedTruro },
  });
  const fields = within(await screen.findByRole('group', { name: 'Bag or container fee' }));
  fireEvent.click(fields.getByRole('checkbox', { name: /^Bag or container fee/ }));
  expect(fields.getByRole('checkbox', { name: /^Staff may take it off/ })).toBeTruthy();
  fireEvent.click(fields.getByRole('checkbox', { name: /^Voluntary/ }));
  expect(fields.queryByRole('checkbox', { name: /^Staff may take it off/ })).toBeNull();
  await typeIn(/^Amount per order/, '0.25');
  await press('Update Location');
  await waitFor(() =>
    expect(sent('updateLocation')).toMatchObject([
      { updates: { charges: [{ kind: 'bag', amount: 0.25, isVoluntary: true, orderTypes: ['pickup', 'delivery'] }] } },
    ]),
  );
});

test('an owner sets a deposit for Saturdays from eight guests, and in Québec a no-show fee as its law allows it', async () => {
  const { press, sent } = openOffice('locations', { ...answers, updateLocation: { location: managedTruro } });
  await press('Edit Truro Heights');
  await press('Add a rule');
  await press('Update Location');
  await expect(screen).toShow('Type an amount from $1.00 to $500.00 for each guest.');
  await typeIn(/^From so many guests/, '8');
  await typeIn(/^Amount for each guest/, '15');
  await typeIn(/^Free to cancel until/, '48');
  for (const day of ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sun']) await press(day, 'checkbox');
  await press('Update Location');
  await waitFor(() =>
    expect(sent('updateLocation')).toMatchObject([
      { updates: { bookingRules: [{ fromPartySize: 8, weekdays: ['saturday'], deposit: 15, freeUntilHours: 48 }] } },
    ]),
  );
  cleanup();
  const quebec = { ...managedTruro, region: 'QC' };
  const saved = { updateLocation: { location: quebec } };
  const there = openOffice('locations', { ...answers, ...saved, getAllLocations: { locations: [quebec] } });
  await there.press('Edit Truro Heights');
  await expect(screen).toShow(/Québec’s law allows no deposit, and a fee of at most \$10\.00 for each guest/);
  await there.press('Add a rule');
  await typeIn(/^What guests do/, 'deposit');
  await expect(screen).toShow(/nothing may be charged before the hour of the booking/);
  await typeIn(/^What guests do/, 'noShowFee');
  await typeIn(/^Amount for each guest/, '10.01');
  await expect(screen).toShow(/a no-show fee of at most 10\.00/);
  await typeIn(/^Amount for each guest/, '10');
  await there.press('Update Location');
  const rule = { fromPartySize: 2, noShowFee: 10, freeUntilHours: 3 };
  await waitFor(() => expect(there.sent('updateLocation')).toMatchObject([{ updates: { bookingRules: [rule] } }]));
});

test('an owner lets guests order by phone at their tables, with or without a yes to the first round', async () => {
  const { press, sent } = openOffice('locations', { ...answers, updateLocation: { location: managedTruro } });
  await press('Edit Truro Heights');
  expect(screen.queryByText('A waiter says yes to the first round')).toBeNull();
  await press(/^Order and pay at the table by phone/, 'switch');
  expect((await screen.findByRole<HTMLInputElement>('switch', { name: /^A waiter says yes/ })).checked).toBe(true);
  await press(/^A waiter says yes to the first round/, 'switch');
  await press('Update Location');
  await waitFor(() =>
    expect(sent('updateLocation')).toMatchObject([
      { updates: { tableOrdering: { isOn: true, firstRoundWaits: false } } },
    ]),
  );
});
