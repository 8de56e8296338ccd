import type { Page } from '@playwright/test';
import { holdBack } from './fixtures.ts';
import { expect, test } from './own-restaurant.ts';

const ADMIN = 'admin@demo.test';

const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog').last();

async function openLocations(page: Page): Promise<void> {
  await page.goto('/admin/dashboard#locations');
  await expect(page.getByRole('heading', { name: 'Locations', level: 1 })).toBeVisible();
  await expect(page.getByRole('article').first()).toBeVisible();
}

async function post(page: Page, name: string, data: object): Promise<Record<string, unknown>> {
  const answer = await page.request.post(`/api/${name}`, { data, headers: { origin: new URL(page.url()).origin } });
  expect(answer.status(), await answer.text()).toBe(200);
  return (await answer.json()) as Record<string, unknown>;
}

/** Creates a location for this test. */
async function open(page: Page, name: string, more: object = {}): Promise<string> {
  const id = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  const location = {
    id,
    name,
    address: '12 Pictou Road',
    postalCode: 'B2N 2R9',
    phone: '(902) 555-0161',
    email: `${id}@demo.test`,
    ...more,
  };
  await post(page, 'addLocation', { location });
  return id;
}

test('a location’s card copies what it shows, and the demo has its own figures [A-LOC-01] [A-LOC-10] [A-LOC-13] [A-LOC-15] [A-LOC-17]', async ({
  page,
  context,
  signedIn,
  accessible,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signedIn(ADMIN);
  await openLocations(page);
  const figures = page.getByLabel('Location figures');
  for (const tile of ['Total Locations', 'Active Locations', 'Avg Rating', 'Total Orders', 'Monthly Revenue']) {
    await expect(figures).toContainText(tile);
  }
  await expect(figures).toContainText(/\$\d+\.\dK/);
  const truro = card(page, 'Truro Heights');
  for (const words of ['225 reviews', '+3 more', 'Manager Meera Nair']) await expect(truro).toContainText(words);
  await expect(truro.getByRole('link', { name: '(902) 555-0123' })).toHaveAttribute('href', 'tel:+19025550123');
  await expect(truro.getByRole('link', { name: /Open in maps/ })).toHaveAttribute('href', /maps.*Truro/);
  for (const [what, text] of [
    ['ID', 'truro'],
    ['address', '395 Truro Heights Road, B2N 1A1'],
    ['phone', '(902) 555-0123'],
    ['email', 'truro@sizzleandspice.test'],
  ] as const) {
    await truro.getByRole('button', { name: `Copy ${what}` }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(text);
  }
  await expect(truro).toContainText(/Today: 11:30 - 22:00/);
  await accessible(page);
});

test('a location with little data or closed today shows that [A-LOC-16] [A-LOC-18] [A-LOC-20]', async ({
  page,
  signedIn,
}) => {
  await signedIn(ADMIN);
  await page.goto('/');
  await open(page, 'Quiet Corner');
  const closed = { open: '11:00', close: '20:00', closed: true };
  const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
  await open(page, 'Winter Sleep', {
    isActive: false,
    rating: 0,
    hours: Object.fromEntries(days.map((day) => [day, closed])),
  });
  await openLocations(page);
  const quiet = card(page, 'Quiet Corner');
  await expect(quiet).toContainText('Hours TBD');
  await expect(quiet).toContainText('Manager TBD');
  await expect(quiet).not.toContainText('Since');
  await expect(quiet).not.toContainText('reviews');
  const winter = card(page, 'Winter Sleep');
  await expect(winter).toContainText('Closed Today');
  await expect(winter).toContainText('Inactive');
  await expect(winter.getByLabel('Figures of Winter Sleep')).toHaveCount(0);
});

test('an admin adds a location whose id is validated while typing, and guests see it once it is published [A-LOC-25] [A-LOC-26] [A-LOC-41] [A-LOC-43] [A-LOC-45]', async ({
  page,
  browser,
  baseURL,
  signedIn,
  accessible,
}) => {
  await signedIn(ADMIN);
  await openLocations(page);
  const name = 'Bible Hill';
  await page.getByRole('button', { name: 'Add Location' }).click();
  const form = dialog(page);
  const id = form.getByLabel('Location ID');
  await id.pressSequentially('Tr_u r!o');
  await expect(id).toHaveValue('truro');
  await expect(form.getByText('This location ID already exists')).toBeVisible();
  await id.fill('t');
  await expect(form.getByText('ID must be at least 2 characters')).toBeVisible();
  await form.getByLabel('Location Name').fill(name);
  await form.getByRole('button', { name: 'Auto' }).click();
  await expect(id).toHaveValue('bible-hill');
  await expect(form.getByText('Valid location ID')).toBeVisible();
  await form.getByLabel('Address').fill('12 Pictou Road');
  await form.getByLabel('Pincode').fill('B2N 2R9');
  await form.getByLabel('Phone', { exact: true }).fill('9025550161');
  await form.getByLabel('Email').fill('biblehill@demo.test');
  await form.getByLabel('Manager').fill('Ann Gillis');
  await form.getByLabel('Capacity').fill('40');
  await form.getByLabel('Opening Date').fill('2026-11-01');
  await accessible(page);
  await expect(form.getByLabel('Phone', { exact: true })).toHaveValue('(902) 555-0161');
  await form.getByRole('checkbox', { name: 'Dine-in', exact: true }).check();
  await form.getByRole('checkbox', { name: 'Monday closed' }).check();
  await expect(form.getByLabel('Monday opens')).toBeDisabled();
  await form.getByLabel('Tuesday opens').fill('10:15');
  await form.getByLabel('Tuesday closes').fill('01:00');
  await expect(form.getByRole('switch', { name: /Active Location/ })).not.toBeChecked();
  await form.getByRole('button', { name: 'Add Location' }).click();
  await expect(card(page, name)).toContainText('Ann Gillis');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: `Publish ${name}` }).click();
  await expect(page.getByRole('button', { name: `Deactivate ${name}` })).toBeVisible();

  const guest = await (await browser.newContext({ ...(baseURL && { baseURL }), locale: 'en-CA' })).newPage();
  await guest.goto('/');
  const shown = guest.getByRole('article').filter({ hasText: name });
  await expect(shown).toContainText('12 Pictou Road');
  await expect(shown).toContainText('MonClosed');
  await expect(shown).toContainText('10:15 a.m.');
  await guest.context().close();
});

test('an admin edits a location’s hours, a special date, order limits and tax [A-LOC-24] [A-LOC-27]', async ({
  page,
  signedIn,
  accessible,
}) => {
  await signedIn(ADMIN);
  await page.goto('/');
  const id = await open(page, 'Edit Street');
  await openLocations(page);
  await page.getByRole('button', { name: 'Edit Edit Street' }).click();
  const form = dialog(page);
  await expect(form.getByLabel('Location ID')).toHaveAttribute('readonly');
  await expect(form.getByText('Cannot be changed after creation')).toBeVisible();
  await expect(form.getByText(/No hours are set yet/)).toBeVisible();
  await form.getByLabel('Monday opens').fill('09:00');
  await form.getByRole('button', { name: 'Same hours every day' }).click();
  await expect(form.getByLabel('Sunday opens')).toHaveValue('09:00');
  await form.getByRole('button', { name: 'Add Date' }).click();
  await form.getByRole('button', { name: 'Update Location' }).click();
  await expect(form.getByText('Invalid date')).toBeVisible();
  await form.getByLabel('Date', { exact: true }).fill('2027-12-24');
  await form.getByRole('checkbox', { name: 'Closed', exact: true }).uncheck();
  await form.getByLabel('Opens', { exact: true }).fill('11:00');
  await form.getByLabel('Closes', { exact: true }).fill('15:00');
  await form.getByLabel('Note').fill('Christmas Eve');
  await form.getByRole('checkbox', { name: 'Use the usual limits' }).uncheck();
  await form.getByLabel('Not accepted, late').fill('2');
  await form.getByLabel('Other rate, percent').fill('14.975');
  await form.getByRole('button', { name: 'Update Location' }).click();
  await expect(form.getByText('Late must come after soon')).toBeVisible();
  await accessible(page);
  await form.getByLabel('Not accepted, late').fill('6');
  await form.getByRole('button', { name: 'Update Location' }).click();
  await expect(page.getByText('Edit Street saved')).toBeVisible();
  const answer = await page.request.get('/api/getAllLocations');
  const { locations } = (await answer.json()) as { locations: ({ id: string } & Record<string, unknown>)[] };
  expect(locations.find((location) => location.id === id)).toMatchObject({
    hours: { sunday: { open: '09:00', close: '22:00', closed: false } },
    hoursExceptions: [{ date: '2027-12-24', closed: false, open: '11:00', close: '15:00', note: 'Christmas Eve' }],
    ticketLimits: { acceptSoon: 3, acceptLate: 6, dueSoon: 5, passSoon: 10, passLate: 15 },
    taxRateOverride: 0.14975,
  });
});

test('of two people who edit a location, the second sees the difference and decides', async ({
  page,
  signedIn,
  expectComplaint,
}) => {
  expectComplaint(/409/);
  await signedIn(ADMIN);
  await page.goto('/');
  const id = await open(page, 'Two Hands');
  await openLocations(page);
  await page.getByRole('button', { name: 'Edit Two Hands' }).click();
  const form = dialog(page);
  await form.getByLabel('Manager').fill('Mine');
  await post(page, 'updateLocation', { locationId: id, updates: { manager: 'Theirs', capacity: 30 } });
  await form.getByRole('button', { name: 'Update Location' }).click();
  await expect(form.getByText('Somebody else changed this location while you were editing it.')).toBeVisible();
  await expect(form.getByLabel('Capacity')).toHaveValue('30');
  await form.getByRole('radio', { name: 'Take theirs' }).check();
  await expect(form.getByLabel('Manager')).toHaveValue('Theirs');
  await form.getByRole('button', { name: 'Update Location' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(card(page, 'Two Hands')).toContainText('Manager Theirs');
});

test('a location is deactivated, activated, and deleted after confirmation; guests no longer see it [A-LOC-12] [A-LOC-32] [A-LOC-33] [A-LOC-57]', async ({
  page,
  browser,
  baseURL,
  signedIn,
}) => {
  await signedIn(ADMIN);
  await page.goto('/');
  await open(page, 'Short Story');
  await openLocations(page);
  const story = card(page, 'Short Story');
  const guest = await (await browser.newContext({ ...(baseURL && { baseURL }), locale: 'en-CA' })).newPage();
  const onSite = guest.getByRole('article').filter({ hasText: 'Short Story' });
  await guest.goto('/');
  await expect(onSite).toBeVisible();
  await story.getByRole('button', { name: 'Deactivate Short Story' }).click();
  await dialog(page).getByRole('button', { name: 'Deactivate' }).click();
  await expect(story).toContainText('Inactive');
  await expect(page.getByText('Short Story is inactive')).toBeVisible();
  await guest.goto('/');
  await expect(onSite).toHaveCount(0);
  await story.getByRole('button', { name: 'Activate Short Story' }).click();
  await expect(page.getByText('Short Story is active')).toBeVisible();
  await guest.goto('/');
  await expect(onSite).toBeVisible();
  await story.getByRole('button', { name: 'Delete Short Story' }).click();
  await expect(dialog(page)).toContainText(
    'Are you sure you want to delete this location? This will deactivate it to preserve order history.',
  );
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Short Story deleted')).toBeVisible();
  await expect(story).toHaveCount(0);
  await guest.goto('/');
  await expect(onSite).toHaveCount(0);
  await guest.context().close();
});

test('an offline change is shown at once, marked as waiting, and sent with the connection [A-LOC-06] [A-LOC-07] [A-LOC-09] [A-DATA-27] [A-OFF-08]', async ({
  page,
  context,
  signedIn,
  expectComplaint,
}) => {
  expectComplaint(/ERR_INTERNET_DISCONNECTED|Failed to fetch|EventSource/);
  await signedIn(ADMIN);
  await page.goto('/');
  const id = await open(page, 'Patient Place');
  await openLocations(page);
  const place = card(page, 'Patient Place');
  await expect(page.getByLabel('Notifications').first()).toBeAttached();
  const letThrough = await holdBack(page, '**/api/toggleLocationStatus');
  await context.setOffline(true);
  await expect(page.getByText('Working offline - changes will sync when reconnected')).toBeVisible();
  await expect(place.getByText('Offline')).toBeVisible();
  await place.getByRole('button', { name: 'Deactivate Patient Place' }).click();
  await dialog(page).getByRole('button', { name: 'Deactivate' }).click();
  await expect(page.getByText('Queued for when online')).toBeVisible();
  await expect(place).toContainText('Inactive');
  await context.setOffline(false);
  await expect(page.getByText('1 operations syncing...')).toBeVisible();
  letThrough();
  await expect(page.getByText('1 operations syncing...')).toHaveCount(0);
  await expect
    .poll(async () => {
      const { locations } = (await (await page.request.get('/api/getAllLocations')).json()) as {
        locations: { id: string; isActive: boolean }[];
      };
      return locations.find((location) => location.id === id)?.isActive;
    })
    .toBe(false);
});

test('a change made elsewhere appears live, and managers do not see the section [A-DATA-11]', async ({
  page,
  context,
  signedIn,
}) => {
  await signedIn(ADMIN);
  await page.goto('/');
  const id = await open(page, 'Live Lane');
  await openLocations(page);
  await expect(card(page, 'Live Lane')).toBeVisible();
  await post(page, 'updateLocation', { locationId: id, updates: { name: 'Lively Lane' } });
  await expect(card(page, 'Lively Lane')).toBeVisible();
  await page.goto('/');
  await context.clearCookies();
  await signedIn('manager.truro@demo.test');
  await page.goto('/admin/dashboard#locations');
  const sections = page.getByRole('navigation', { name: 'Sections' });
  await expect(sections.getByRole('link', { name: 'Dashboard', exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Locations', level: 1 })).toHaveCount(0);
});
