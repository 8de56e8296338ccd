import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { findOrInstallChromium } from '../scripts/chromium.mjs';

// Takes the pictures of the handbook and the README from a running demo: `npm run pictures -- http://127.0.0.1:3000`.
// Most show the back office as a demo admin sees it, and two the menu and the checkout of a guest.
const PICTURES = {
  board: '/admin/dashboard#orders',
  till: '/admin/dashboard#create-order',
  'find-order': '/admin/dashboard#find-order',
  reservations: '/admin/dashboard#reservations',
  menu: '/admin/dashboard#menu',
  users: '/admin/dashboard#users',
  dashboard: '/admin/dashboard#dashboard',
  'set-up': '/admin/set-up#look',
} as const;
/** The demo password of README.md. */
const PASSWORD = 'Demo-pass-1!';
const FOLDER = path.join(import.meta.dirname, '../docs/handbook');
/** Pages of the handbook must load quickly on a phone. */
const MOST_BYTES = 60_000;

const baseURL = process.argv[2] ?? 'http://127.0.0.1:3000';
const browser = await chromium.launch({
  executablePath: await findOrInstallChromium(),
  args: ['--no-sandbox'],
});
const context = await browser.newContext({
  baseURL,
  viewport: { width: 1250, height: 800 },
  locale: 'en-CA',
  timezoneId: 'America/Halifax',
});
const signedIn = await context.request.post('/api/auth/sign-in/email', {
  data: { email: 'admin@demo.test', password: PASSWORD },
  headers: { origin: baseURL },
});
if (!signedIn.ok()) throw new Error(`Nobody could be signed in at ${baseURL}: ${signedIn.status()}`);

for (const [name, address] of Object.entries(PICTURES)) {
  const page = await context.newPage();
  await page.goto(address);
  // The page is complete when no loading indicator is left.
  await page.locator('main :is(h1, h2)').first().waitFor();
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
  // The alarm of new orders covers the board.
  const snooze = page.getByRole('button', { name: 'Snooze for a minute' });
  if (await snooze.isVisible()) await snooze.click();
  await take(page, path.join(FOLDER, `${name}.webp`));
  await page.close();
}

const guest = await browser.newPage({ baseURL, viewport: { width: 1250, height: 800 }, locale: 'en-CA' });
for (const dish of ['Mango Lassi', 'Salted Lassi']) {
  await guest.goto('/menu/truro', { waitUntil: 'networkidle' });
  await guest
    .getByRole('button', { name: `Add ${dish}`, exact: true })
    .first()
    .click();
  await guest
    .getByRole('button', { name: `1 ${dish} in your order, change` })
    .first()
    .waitFor();
}
await take(guest, path.join(FOLDER, '../pictures/menu.webp'));
await guest.goto('/checkout?location=truro');
await guest.getByRole('button', { name: 'Continue without an account' }).click();
await guest.getByRole('textbox', { name: 'Phone Number' }).waitFor();
await take(guest, path.join(FOLDER, '../pictures/checkout.webp'));
await browser.close();

async function take(page: Page, file: string): Promise<void> {
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
  await page.evaluate(() => document.fonts.ready.then(() => scrollTo(0, 0)));
  const devtools = await page.context().newCDPSession(page);
  for (const quality of [70, 50, 30]) {
    const { data } = await devtools.send('Page.captureScreenshot', {
      format: 'webp',
      quality,
      clip: { x: 0, y: 0, width: 1250, height: 800, scale: 0.8 },
    });
    const picture = Buffer.from(data, 'base64');
    if (picture.length > MOST_BYTES) continue;
    writeFileSync(file, picture);
    process.stdout.write(`${path.basename(file)}: ${Math.round(picture.length / 1000)} kB\n`);
    return;
  }
  throw new Error(`${path.basename(file)} is too large`);
}
