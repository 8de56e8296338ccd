import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { mailTo } from './api-client.ts';
import { book, fillSlot, tableTest } from './bookings.ts';
import { answers, expect } from './fixtures.ts';

const test = tableTest();

const choose = {
  party: (page: Page, size: string) => page.getByRole('radio', { name: size, exact: true }).check(),
  day: (page: Page, day: RegExp) => page.getByRole('radio', { name: day }).check(),
  time: (page: Page, time: string) => page.getByRole('radio', { name: time }).check(),
};

async function whoComes(page: Page, email: string) {
  await page.getByRole('textbox', { name: 'Full Name' }).fill('Asha Rao');
  await page.getByRole('textbox', { name: 'Email Address' }).fill(email);
  await page.getByRole('textbox', { name: 'Phone Number' }).fill('902 555 0123');
}

const reserve = (page: Page) => page.getByRole('button', { name: /^Reserve/ }).click();
const anyone = () => `guest.${Math.random().toString(36).slice(2)}@example.com`;

test('a guest books a table in three taps and three fields, and gets a confirmation page, a calendar file and a mail [C-ROUTE-07] [C-RES-17] [C-DATA-09] [A-MAIL-27] @phone', async ({
  page,
  accessible,
}) => {
  await page.goto('/reservations');
  const sentence = page.getByRole('heading', { level: 1 });
  await expect(sentence).toHaveText('A table for two at Truro Heights, which day at what time?');
  // Lists only locations with tables, by name.
  await expect(page.getByRole('group', { name: 'Location' }).getByRole('radio')).toHaveCount(2);
  await accessible(page);

  await page.getByRole('radio', { name: 'Truro Heights' }).check();
  await choose.party(page, '4');
  await choose.day(page, /Friday, November 27/);
  await choose.time(page, '7:00 p.m.');
  await expect(sentence).toHaveText('A table for four at Truro Heights, Friday, Nov 27 at 7:00 p.m.');
  await expect(page.getByText('All times are Halifax time.')).toBeVisible();
  await accessible(page);

  await reserve(page);
  await expect(page.getByRole('textbox', { name: 'Full Name' })).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Full Name' })).toHaveAccessibleDescription(
    'Name must be at least 2 characters',
  );
  await expect(page.getByRole('textbox', { name: 'Email Address' })).toHaveAccessibleDescription(
    'Please enter a valid email address',
  );
  await accessible(page);

  const email = anyone();
  await whoComes(page, email);
  await expect(page.getByRole('textbox', { name: 'Full Name' })).toHaveAccessibleDescription('');
  await page.getByRole('textbox', { name: 'Special requests' }).fill('A high chair, please');
  await page.getByRole('button', { name: 'Reserve for four, 7:00 p.m.' }).click();

  await expect(page).toHaveURL(/\/reservations\/RES-TRU-20261127-[A-Z]{4}\?token=/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your table is booked');
  // This server sends no mail, so the page promises none.
  await expect(page.getByText('No confirmation could be sent: please keep the link to this page.')).toBeVisible();
  const number = /RES-TRU-20261127-[A-Z]{4}/.exec(page.url())?.[0] ?? '';
  await expect(page.getByText(number)).toBeVisible();
  await expect(page.getByText('A high chair, please')).toBeVisible();
  await accessible(page);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Add to calendar' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`${number}.ics`);
  expect(await readFile(await download.path(), 'utf8')).toContain('DTSTART:20261127T230000Z');
  const mail = await mailTo(new URL(page.url()).origin, email, 'reservation_confirmation');
  expect(mail).toContain('395 Truro Heights Road');
});

test('the manage link opens the reservation on any device, cancels it once and shows its status @phone', async ({
  page,
  accessible,
}) => {
  const made = await book(page.request, { date: '2026-11-28', time: '18:30' });
  await page.goto(made.manageUrl);
  await page.getByRole('button', { name: 'Cancel reservation' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel this reservation?' });
  await expect(dialog).toContainText('A table for two at Truro Heights, Saturday, Nov 28 at 6:30 p.m.');
  await accessible(page);
  await dialog.getByRole('textbox').fill('We are ill');
  await dialog.getByRole('button', { name: 'Cancel reservation' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This reservation is cancelled');
  await expect(page.getByText('We are ill')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel reservation' })).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This reservation is cancelled');
  await accessible(page);
});

test('a guest books, changes the time by the link, and staff see the new time and the old one @phone', async ({
  page,
  signedIn,
  accessible,
}) => {
  const customerInfo = { name: 'Moving Guest', email: anyone(), phone: '902-555-0170' };
  const made = await book(page.request, { date: '2026-11-29', time: '18:00', customerInfo });
  await page.goto(made.manageUrl);
  await page.getByRole('link', { name: 'Change reservation' }).click();
  await expect(page.getByRole('radio', { name: /6:00 p\.m\..*Yours now/ })).toBeChecked();
  await choose.time(page, '7:30 p.m.');
  const change = page.getByRole('row', { name: /^Time/ });
  await expect(change).toHaveText(/6:00 p\.m\..*7:30 p\.m\./);
  await accessible(page);
  await page.getByRole('button', { name: 'Move to 7:30 p.m.' }).click();
  await expect(page).toHaveURL(new RegExp(`/reservations/${made.reservationId}\\?token=`));
  await expect(page.getByText('A table for two at Truro Heights, Sunday, Nov 29 at 7:30 p.m.')).toBeVisible();

  await signedIn('staff.truro@demo.test');
  await page.goto('/admin/dashboard?view=list#reservations');
  const card = page.getByRole('article', { name: 'Moving Guest' });
  await expect(card).toContainText('7:30');
  await expect(card).toContainText('Before: Sun, Nov 29 at 6:00 p.m., 2 guests');
});

test('an incomplete link finds nothing, and the page for lost links sends a new one [C-ERR-39]', async ({
  page,
  expectComplaint,
  accessible,
}) => {
  expectComplaint(/404/);
  const made = await book(page.request);
  const answer = await page.goto(made.manageUrl.slice(0, -3));
  expect(answer?.status()).toBe(404);
  // Other sites never get the link; the form of this page needs to name its own.
  expect(answer?.headers()['referrer-policy']).toBe('same-origin');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Reservation not found: ${made.reservationId}`);
  await accessible(page);

  await page.getByRole('link', { name: 'Send the link' }).click();
  await page.getByRole('textbox', { name: 'Email Address' }).fill('robin@example.com');
  await accessible(page);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(
    page.getByText('If there is a reservation for robin@example.com, its link is on its way.'),
  ).toBeVisible();
});

test('a large party enters its number, and the drawing seats them all', async ({ page }) => {
  await page.goto('/reservations?location=truro');
  const plates = page.locator('main svg[viewBox="0 0 560 560"] circle[r="38"]');
  await expect(plates).toHaveCount(2);
  await choose.party(page, '8+');
  await page.getByRole('button', { name: 'One more guest' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('A table for nine');
  await expect(plates).toHaveCount(9);
});

test('input survives a reload', async ({ page }) => {
  await page.goto('/reservations?location=truro');
  await choose.day(page, /Saturday, November 28/);
  await choose.time(page, '6:00 p.m.');
  await whoComes(page, 'asha@example.com');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'A table for two at Truro Heights, Saturday, Nov 28 at 6:00 p.m.',
  );
  await expect(page.getByRole('textbox', { name: 'Email Address' })).toHaveValue('asha@example.com');
});

test('closed days cannot be chosen, and full times are hidden until a cancellation [C-RES-14] [C-RES-16] [A-LIMIT-24]', async ({
  page,
  signedIn,
}) => {
  const slot = { date: '2026-12-03', time: '19:00' };
  await book(page.request, { ...slot, partySize: 20 });
  await page.goto('/reservations?location=truro');
  await choose.day(page, /Thursday, December 3/);
  const time = page.getByRole('radio', { name: '7:00 p.m.' });
  await time.check();
  const last = await book(page.request, { ...slot, partySize: 20 });
  // Another guest books the time while the page is open.
  await expect(time).toHaveCount(0, { timeout: 10_000 });
  await expect(page.getByText('7:00 p.m. has just been taken. Please choose another time.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('what time?');
  const token = new URL(last.manageUrl).searchParams.get('token');
  await page.request.post('/api/cancelReservation', { data: { reservationId: last.id, token } });
  await expect(time).toBeVisible({ timeout: 10_000 });

  await signedIn('admin@demo.test');
  const { location } = await (await page.request.get('/api/getLocation?locationId=new-glasgow')).json();
  const sunday = { open: '11:30', close: '21:00', closed: true };
  const answer = await page.request.post('/api/updateLocation', {
    data: { locationId: 'new-glasgow', updates: { hours: { ...location.hours, sunday } } },
    headers: { origin: new URL(page.url()).origin },
  });
  expect(answer.status()).toBe(200);
  await page.goto('/reservations?location=new-glasgow');
  await expect(page.getByRole('radio', { name: /Sunday, November 22 Closed/ })).toBeDisabled();
  await expect(page.getByRole('radio', { name: /Saturday, November 21/ })).toBeEnabled();
});

test('a guest who is too late is offered the nearest free times [C-RES-15] @phone', async ({
  page,
  accessible,
  expectComplaint,
}) => {
  expectComplaint(/409/);
  const slot = { date: '2026-12-08', time: '19:00' };
  await page.goto('/reservations?location=truro');
  await page.getByRole('button', { name: 'Later days' }).click();
  await choose.day(page, /Tuesday, December 8/);
  await choose.time(page, '7:00 p.m.');
  await whoComes(page, anyone());
  // The page does not learn of it in time.
  await page.route('**/api/getReservationSlots*', () => undefined);
  await fillSlot(page.request, slot);
  await reserve(page);
  const alert = page.getByRole('alert').filter({ hasText: 'This time is no longer available' });
  await expect(alert.getByRole('button')).toHaveText([/6:00 p.m./, /6:30 p.m./, /7:30 p.m./]);
  await accessible(page);
  await alert.getByRole('button', { name: /7:30 p.m./ }).click();
  await page.getByRole('button', { name: 'Reserve for two, 7:30 p.m.' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your table is booked');
});

test('a guest who already has a reservation is told why they cannot book again [C-RES-08]', async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/409/);
  const email = anyone();
  await book(page.request, { customerInfo: { name: 'Asha Rao', email: email.toUpperCase(), phone: '9025550123' } });
  await page.goto('/reservations?location=truro');
  await choose.day(page, /Sunday, November 29/);
  await choose.time(page, '1:00 p.m.');
  await whoComes(page, email);
  await reserve(page);
  await expect(page.getByRole('alert').filter({ hasText: 'Nothing was booked' })).toContainText(
    'You already have an active reservation at this location. Please cancel your existing reservation first.',
  );
});

test('an offline booking is queued with a message, and sent once with the connection [C-RES-09] [C-RES-10] [C-ERR-37] @phone', async ({
  page,
  context,
  accessible,
}) => {
  await page.goto('/reservations?location=truro');
  await choose.day(page, /Monday, November 30/);
  await choose.time(page, '6:30 p.m.');
  await whoComes(page, anyone());
  await context.setOffline(true);
  await expect(page.getByText('You are offline.')).toBeVisible();
  await reserve(page);
  const waiting = page.getByRole('status', { name: 'Waiting for a connection' });
  await expect(waiting).toContainText('Queued for when online');
  await expect(waiting).toContainText('A table for two at Truro Heights, Monday, Nov 30 at 6:30 p.m.');
  await accessible(page);
  await context.setOffline(false);
  await expect(page).toHaveURL(/\/reservations\/RES-TRU-20261130-/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your table is booked');
  expect(await page.evaluate(() => localStorage.getItem('tiffin_reservation_queue'))).toBeNull();
});

test('the queue survives a reload, and two reconnecting tabs send it once [C-RES-10] [C-RES-11]', async ({
  page,
  context,
  signedIn,
  expectComplaint,
}) => {
  expectComplaint(/ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED/);
  const email = anyone();
  const keys = new Set<string | null>();
  await page.goto('/reservations?location=truro');
  await choose.day(page, /Tuesday, December 1/);
  await choose.time(page, '6:00 p.m.');
  await whoComes(page, email);
  await context.setOffline(true);
  await reserve(page);
  const queued = (of: Page) => of.getByRole('status', { name: 'Waiting for a connection' });
  await expect(queued(page)).toContainText('Queued for when online');
  await page.close();

  // The network is back, but the server does not respond: the booking stays queued in every tab.
  let isReached = false;
  await context.route('**/api/createReservation', async (route) => {
    keys.add(await route.request().headerValue('idempotency-key'));
    await (isReached ? route.continue() : route.abort('connectionrefused'));
  });
  await context.setOffline(false);
  const [one, two] = [await context.newPage(), await context.newPage()];
  for (const tab of [one, two]) {
    await tab.goto('/reservations?location=truro');
    await expect(queued(tab)).toContainText('Queued for when online');
  }
  isReached = true;
  await Promise.all([one, two].map((tab) => tab.reload()));
  await expect(queued(one)).toBeEmpty({ timeout: 20_000 });
  await expect(queued(two)).toBeEmpty();
  await signedIn('admin@demo.test');
  const booked = async () => (await context.request.get(`/api/getAllReservations?search=${email}`)).json();
  // A page says nothing yet of what waits while it reads its queue.
  await expect.poll(async () => (await booked()).total).toBe(1);
  // All attempts have the same idempotency key.
  expect(keys.size).toBe(1);
});

test('an offline cancellation is queued, too [C-RES-09] [C-RES-10]', async ({ page, context, expectComplaint }) => {
  expectComplaint(/ERR_INTERNET_DISCONNECTED/);
  const made = await book(page.request, { date: '2026-12-02' });
  // The server asks a page that is as new as its reservation to load its data again. That must not meet the lost network.
  await page.addInitScript(() => {
    Reflect.set(
      globalThis,
      'EventSource',
      class extends EventTarget {
        close() {}
      },
    );
  });
  await page.goto(made.manageUrl);
  await answers(page);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Cancel reservation' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel reservation' }).click();
  await expect(page.getByRole('status', { name: 'Waiting for a connection' })).toContainText('Queued for when online');
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This reservation is cancelled');
});

test('the days around a clock change have twenty times, in browsers of any time zone [C-RES-12]', async ({
  browser,
  ownServer,
}) => {
  test.slow();
  const server = await ownServer({ env: { CLOCK_AT: '2027-03-01T15:00:00Z' } });
  for (const timezoneId of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    const context = await browser.newContext({ timezoneId, locale: 'en-CA', baseURL: server.url });
    const page = await context.newPage();
    await page.goto('/reservations?location=truro');
    await expect(page.getByRole('radio', { name: /Monday, March 1/ })).toBeVisible();
    for (const day of [/Saturday, March 13/, /Sunday, March 14/]) {
      await choose.day(page, day);
      const times = page.getByRole('group', { name: /^Time/ }).getByRole('radio');
      await expect(times).toHaveCount(20);
      await expect(page.getByRole('radio', { name: '12:00 p.m.' })).toBeVisible();
      await expect(page.getByRole('radio', { name: '9:30 p.m.' })).toBeVisible();
    }
    await choose.time(page, '6:00 p.m.');
    await whoComes(page, anyone());
    const [answer] = await Promise.all([page.waitForResponse('**/api/createReservation'), reserve(page)]);
    expect((await answer.json()).reservation.startsAt).toBe('2027-03-14T21:00:00.000Z');
    await expect(
      page.locator('p').filter({ hasText: 'A table for two at Truro Heights, Sunday, Mar 14 at 6:00 p.m.' }),
    ).toBeVisible();
    await context.close();
  }
});

test('a guest joins the waitlist in French by the code at the door, and sees the place', async ({
  page,
  accessible,
}) => {
  await page.goto('/fr/waitlist/truro?party=3');
  await accessible(page);
  await page.getByRole('textbox', { name: 'Nom' }).fill('Asha Rao');
  await page.getByRole('textbox', { name: 'Téléphone' }).fill('902 555 0123');
  await page.getByRole('button', { name: 'S’inscrire' }).click();
  await expect(page).toHaveURL(/\/fr\/waitlist\/truro\?wait=/);
  await expect(page.getByRole('button', { name: 'Quitter la liste d’attente' })).toBeVisible();
  await accessible(page);
});
