import type { APIRequestContext, Page } from '@playwright/test';
import { answers, expect, holdBack, test } from './fixtures.ts';

const PLACES = ['Truro Heights', 'New Glasgow'];

test('/ and /contact both show the homepage [C-ROUTE-01] [C-HOME-01]', async ({ page, accessible }) => {
  for (const path of ['/', '/contact']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Curries that take their time.');
    for (const place of PLACES) await expect(page.getByRole('article').filter({ hasText: place })).toBeVisible();
  }
  await accessible(page);
});

/** A location's section on the homepage: its profile, whether it is open, and directions. */
async function expectIntroduced(page: Page, place: string, address: string) {
  await page.goto('/');
  const shown = page.getByRole('article').filter({ hasText: place });
  await expect(shown).toContainText(address);
  await expect(shown).toContainText(/Open until \d|Closed - Opens/);
  await expect(shown.getByRole('link', { name: /Map/ })).toHaveAttribute('href', /maps/);
  return shown;
}

test('the homepage presents Truro Heights, also without scripts [C-HOME-04] [C-HOME-05] [C-HOME-06] [C-HOME-07]', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' });
  const page = await context.newPage();
  const truro = await expectIntroduced(page, 'Truro Heights', '395 Truro Heights Road');
  await expect(truro).toContainText('4.5 from 225 reviews');
  await expect(truro).toContainText('Pickup, dine-in and delivery');
  await expect(truro).toContainText('Every day11:30 a.m. – 10:00 p.m.');
  await expect(page.getByRole('article')).toHaveCount(2);
  await expect(page.getByRole('contentinfo')).toContainText('60 Archimedes St');
  await context.close();
});

test('the homepage presents New Glasgow, which does not deliver [C-HOME-08] [C-HOME-09] [C-HOME-10] [C-HOME-11] [C-HOME-12]', async ({
  page,
}) => {
  const glasgow = await expectIntroduced(page, 'New Glasgow', '60 Archimedes St');
  await expect(glasgow).toContainText('4.8 from 186 reviews');
  await expect(glasgow).toContainText('Pickup and dine-in');
  await expect(glasgow).not.toContainText('delivery');
  await expect(glasgow).toContainText('Sun – Thu11:30 a.m. – 9:00 p.m.');
  await expect(glasgow).toContainText('Fri, Sat11:30 a.m. – 10:00 p.m.');
});

async function expectRedirect(request: APIRequestContext, from: string, to: string) {
  const answer = await request.get(from, { maxRedirects: 0 });
  expect(answer.status()).toBe(302);
  expect(answer.headers()['location']).toBe(to);
}
test('/menu redirects to a menu [C-ROUTE-02]', ({ request }) => expectRedirect(request, '/menu', '/menu/truro'));
test('/signin redirects to sign-in [C-ROUTE-14]', ({ request }) => expectRedirect(request, '/signin', '/login'));
test('/signin keeps the page to return to [C-ROUTE-14]', ({ request }) =>
  expectRedirect(request, '/signin?from=%2Fcheckout', '/login?from=%2Fcheckout'));
test('/register redirects to sign-up [C-ROUTE-15]', ({ request }) => expectRedirect(request, '/register', '/signup'));
test('/admin redirects to the dashboard [C-ROUTE-16]', ({ request }) =>
  expectRedirect(request, '/admin', '/admin/dashboard'));
test('/admin/orders redirects to the board', ({ request }) =>
  expectRedirect(request, '/admin/orders', '/admin/dashboard#orders'));

async function expectPublic(page: Page, path: string, words: string) {
  const answer = await page.goto(path);
  expect(answer?.status()).toBe(200);
  await expect(page.getByRole('main')).toContainText(words);
}
test('everyone can open a menu [C-ROUTE-03]', ({ page }) => expectPublic(page, '/menu/truro', 'Truro Heights'));
test('everyone can open /order-success [C-ROUTE-05]', ({ page }) =>
  expectPublic(page, '/order-success', 'Order Not Found'));
test('everyone can book a table [C-ROUTE-07]', ({ page }) => expectPublic(page, '/reservations', 'A table for'));
test('everyone can read the privacy page [C-ROUTE-11]', ({ page }) => expectPublic(page, '/privacy', 'Privacy'));
test('everyone can read the terms [C-ROUTE-12]', ({ page }) => expectPublic(page, '/terms', 'Terms of Service'));
test('everyone can cancel a payment [C-ROUTE-13]', ({ page }) => expectPublic(page, '/payment-cancel', 'cancelled'));

test('the address of the checkout leads to sign-in, which offers to continue without an account; the cart leads to the checkout at once [C-ROUTE-04]', async ({
  page,
}) => {
  await page.goto('/menu/truro');
  await answers(page);
  await page.goto('/checkout?location=truro');
  await expect(page).toHaveURL(/\/login\?from=%2Fcheckout/);
  await expect(page.getByRole('button', { name: 'Continue without an account' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/menu\/truro$/);
  await answers(page);
  await page.getByRole('button', { name: 'Add Mango Lassi', exact: true }).first().click();
  await page.getByRole('link', { name: /^Checkout/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/menu\/truro/);
});
test('/dashboard requires sign-in [C-ROUTE-09]', ({ request }) =>
  expectRedirect(request, '/dashboard', '/login?from=%2Fdashboard'));
test('/admin/dashboard requires sign-in [C-ROUTE-10]', ({ request }) =>
  expectRedirect(request, '/admin/dashboard', '/login?from=%2Fadmin%2Fdashboard'));

test('a guarded page shows that sign-in is being checked while it loads [C-ROUTE-18]', async ({ page, signedIn }) => {
  await signedIn('customer@demo.test');
  await page.goto('/');
  await answers(page);
  const letGo = await holdBack(page, '**/dashboard.data*');
  await page.getByRole('button', { name: /Account of/ }).click();
  await page.locator('#account-menu').getByRole('link', { name: 'Past Orders / Reservations' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Checking authentication...' })).toBeVisible();
  letGo();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByText('Checking authentication...')).toBeHidden();
});

test('the admin dashboard opens for an admin with both locations to choose from [C-ROUTE-10] [A-SHELL-01] [A-ROLE-07]', async ({
  page,
  signedIn,
}) => {
  await signedIn('admin@demo.test');
  await page.goto('/admin/dashboard#orders');
  await expect(page.getByRole('heading', { name: 'Order Management' })).toBeVisible();
  const places = page.getByRole('combobox').first().locator('option');
  await expect(places.filter({ hasText: 'Truro Heights' })).toHaveCount(1);
  await expect(places.filter({ hasText: 'New Glasgow' })).toHaveCount(1);
});

test('choosing a section updates the address, and logging out asks for confirmation [A-SHELL-20] [A-ROLE-17]', async ({
  page,
  signedIn,
}) => {
  await signedIn('admin@demo.test');
  await page.goto('/admin/dashboard#orders');
  await page.getByRole('link', { name: 'Menu', exact: true }).click();
  await expect(page).toHaveURL('/admin/dashboard#menu');
  await expect(page.getByText(/\d+ of \d+ items/)).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByText('Are you sure you want to logout?')).toBeVisible();
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/');
});

test('a menu’s structured data lists at most 15 dishes [C-SEO-01]', async ({ request }) => {
  const html = await (await request.get('/menu/truro')).text();
  const data = [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)].map(
    (match) => match[1] ?? '',
  );
  const dishes = data.join('').split('"MenuItem"').length - 1;
  expect(dishes).toBeGreaterThan(5);
  expect(dishes).toBeLessThanOrEqual(15);
});

test('any other path shows a not-found page, with status 404 [C-ROUTE-17]', async ({
  page,
  expectComplaint,
  accessible,
}) => {
  expectComplaint(/404/);
  const answer = await page.goto('/no/such/page');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('isn’t on the menu');
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await accessible(page);
});

test('the header stays on top, has its links and changes after 10 px of scrolling [C-NAV-01] [C-NAV-02] [C-NAV-03] [C-NAV-08]', async ({
  page,
}) => {
  await page.goto('/');
  const bar = page.getByRole('banner');
  const links = bar.getByRole('navigation', { name: 'Main' }).getByRole('link');
  await expect(links).toHaveText(['Home', 'Order Now', 'Make a reservation']);
  await expect(links.nth(1)).toHaveAttribute('href', '/menu');
  await expect(links.nth(2)).toHaveAttribute('href', '/reservations');
  await expect(bar.getByRole('link', { name: 'Order / Reserve', exact: true })).toHaveAttribute('href', '/login');
  await expect(bar.getByRole('img').or(bar.locator('img')).first()).toBeVisible();
  await expect(bar).toHaveCSS('position', 'fixed');

  const style = () => bar.evaluate((element) => getComputedStyle(element).backgroundColor);
  const atTop = await style();
  await page.evaluate(() => scrollTo(0, 10));
  await expect.poll(style).toBe(atTop);
  await page.evaluate(() => scrollTo(0, 11));
  await expect.poll(style).not.toBe(atTop);
});

test('the footer lists locations, links and contact details [C-HOME-15] [C-NAV-15] [C-NAV-16] [C-NAV-17] [C-NAV-19]', async ({
  page,
  request,
}) => {
  const { site } = (await (await request.get('/api/getSite')).json()) as {
    site: { phone: string; email: string; name: string };
  };
  await page.goto('/privacy');
  const footer = page.getByRole('contentinfo');
  for (const place of PLACES) await expect(footer.getByRole('heading', { name: place })).toBeVisible();
  const quick = footer.getByRole('navigation', { name: 'Quick Access' });
  await expect(quick.getByRole('link', { name: 'Menu' })).toHaveAttribute('href', '/menu');
  await expect(quick.getByRole('link', { name: 'Reservations' })).toHaveAttribute('href', '/reservations');
  await expect(footer).toContainText(site.phone);
  await expect(footer.getByRole('link', { name: site.email })).toHaveAttribute('href', `mailto:${site.email}`);
  await expect(footer).toContainText(`© ${new Date().getFullYear()} ${site.name}`);
  await expect(footer.getByRole('link', { name: 'Privacy' })).toHaveAttribute('href', '/privacy');
  await expect(footer.getByRole('link', { name: 'Terms' })).toHaveAttribute('href', '/terms');
});

test('the mobile menu slides in, and closes when the page or the width changes [C-NAV-09] [C-NAV-10] [C-NAV-11] [C-NAV-14] @phone', async ({
  page,
  accessible,
}) => {
  await page.goto('/');
  const menu = page.getByRole('dialog', { name: 'Site menu' });
  await expect(menu).toBeHidden();
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(menu).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Order Online / Reserve Table' })).toHaveAttribute('href', '/login');
  await accessible(page);
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();

  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.setViewportSize({ width: 767, height: 800 });
  await expect(menu).toBeVisible();
  await page.setViewportSize({ width: 768, height: 800 });
  await expect(menu).toBeHidden();
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeHidden();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Open menu' }).click();
  await menu.getByRole('link', { name: 'Order Online / Reserve Table' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(menu).toBeHidden();
});

test('a signed-out phone always shows the sign-in link, down to 320 px @phone', async ({ page, signedIn }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/menu/truro');
  const signIn = page.getByRole('banner').getByRole('link', { name: 'Sign in', exact: true });
  await expect(signIn).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeInViewport({ ratio: 1 });
  await signIn.click();
  await expect(page).toHaveURL(/\/login\?step=sign-in$/);
  await signedIn('customer@demo.test');
  await page.goto('/menu/truro');
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeVisible();
  await expect(signIn).toHaveCount(0);
});

test('a customer’s mobile menu shows their figures and Sign Out [C-NAV-12] [C-NAV-13] @phone', async ({
  page,
  signedIn,
}) => {
  await signedIn('customer@demo.test');
  await page.goto('/');
  await page.getByRole('button', { name: 'Open menu' }).click();
  const menu = page.getByRole('dialog', { name: 'Site menu' });
  for (const figure of ['loyalty points', 'completed orders', 'total spent']) await expect(menu).toContainText(figure);
  await expect(menu.getByRole('link', { name: 'Past Orders / Reservations' })).toHaveAttribute('href', '/dashboard');
  await menu.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByRole('dialog', { name: 'Are you sure you want to logout?' })).toBeVisible();
});

const people = [
  ['customer@demo.test', 'Customer', 'Past Orders / Reservations', '/dashboard'],
  ['admin@demo.test', 'Admin User', 'Admin Dashboard', '/admin/dashboard'],
] as const;

for (const [email, role, entry, href] of people) {
  test(`the account menu of ${email} [C-NAV-04] [C-NAV-05] [C-NAV-06] [C-NAV-07]`, async ({
    page,
    signedIn,
    accessible,
  }) => {
    await signedIn(email);
    const me = ((await (await page.request.get('/api/getMe')).json()) as { me: { displayName: string } }).me;
    await page.goto('/');
    const bar = page.getByRole('banner');
    await bar.getByRole('button', { name: /Account of/ }).click();
    const menu = page.locator('#account-menu');
    await expect(menu.getByText(me.displayName.split(' ')[0] ?? '', { exact: true })).toBeVisible();
    await expect(menu).toContainText(email);
    await expect(menu).toContainText(role);
    await expect(menu.getByRole('link', { name: entry })).toHaveAttribute('href', href);
    await accessible(page);

    // Before that, Logout leads to a page that asks the same.
    await answers(page);
    await menu.getByRole('button', { name: 'Logout' }).click();
    const question = page.getByRole('dialog', { name: 'Are you sure you want to logout?' });
    await question.getByRole('button', { name: 'Stay signed in' }).click();
    await expect(question).toBeHidden();
    await bar.getByRole('button', { name: /Account of/ }).click();
    await menu.getByRole('button', { name: 'Logout' }).click();
    await question.getByRole('button', { name: 'Logout' }).click();
    await expect(bar.getByRole('link', { name: 'Order / Reserve', exact: true })).toBeVisible();
    await expect(page).toHaveURL(/\/$/);
  });
}

test('toasts have a fixed position, a label and a maximum number [C-NAV-24] [C-NAV-25] [C-NAV-26]', async ({
  page,
  signedIn,
  expectComplaint,
}) => {
  expectComplaint(/status of 403.*setFavorite/);
  await signedIn('customer@demo.test');
  await page.route('**/api/setFavorite', (route) => route.fulfill({ status: 403, json: { success: false } }));
  await page.goto('/menu/truro');
  await answers(page);
  const place = page.getByRole('region', { name: 'Notifications', exact: true });
  const favourites = page.getByRole('button', { name: /is a favourite$/ });
  for (let dish = 0; dish < 4; dish++) await favourites.nth(dish).click();
  const toasts = place.getByRole('listitem');
  await expect(place.locator('li[data-visible=true]')).toHaveCount(3);
  const list = place.getByRole('list');
  await expect(list).toHaveCSS('--width', '356px');
  await expect(list).toHaveCSS('--gap', '14px');
  await expect(toasts.first().getByRole('button', { name: 'Close toast' })).toBeVisible();
  await expect(toasts).toHaveCount(0, { timeout: 8000 });
});

test('every page has a title and a description, and search engines skip sign-in and dashboards [C-SEO-02] [C-SEO-03]', async ({
  page,
  signedIn,
}) => {
  const visited = new Set<string>();
  const look = async (path: string, hidden: boolean) => {
    await page.goto(path);
    const title = await page.title();
    expect(title).toContain(' · ');
    expect(visited, `${path} has a title of its own`).not.toContain(title);
    visited.add(title);
    await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /.{20,}/);
    await expect(page.locator('meta[name=robots]')).toHaveCount(hidden ? 1 : 0);
    await expect(page.locator('link[rel=canonical]')).toHaveCount(hidden ? 0 : 1);
  };
  for (const path of ['/', '/privacy', '/terms']) await look(path, false);
  for (const path of ['/login', '/signup', '/forgot-password']) await look(path, true);
  await signedIn('admin@demo.test');
  await look('/admin/dashboard', true);
});

test('legal pages have breadcrumbs for people and for search engines [C-SEO-04]', async ({ page, accessible }) => {
  for (const [path, name] of [
    ['/privacy', 'Privacy Policy'],
    ['/terms', 'Terms of Service'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('navigation', { name: 'Breadcrumbs' })).toContainText(name);
    const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '') as {
      itemListElement: { name: string }[];
    };
    expect(data.itemListElement.map((item) => item.name)).toEqual(['Home', name]);
    await accessible(page);
  }
});

test('the sitemap and structured data list the pages and the restaurants', async ({ page, request, baseURL }) => {
  const sitemap = await (await request.get('/sitemap.xml')).text();
  for (const path of ['/', '/menu/truro', '/menu/new-glasgow', '/reservations', '/privacy', '/terms']) {
    expect(sitemap).toMatch(new RegExp(`<loc>https?://[^/<]+${path}</loc>`));
  }
  expect(sitemap).not.toContain('/login');
  expect(await (await request.get('/robots.txt')).text()).toContain('Sitemap: ');
  await page.goto(baseURL ?? '/');
  const blocks = await page.locator('script[type="application/ld+json"]').allTextContents();
  const kinds = blocks.map((block) => JSON.parse(block) as { '@type': string; name: string; url: string });
  const restaurants = kinds.filter((block) => block['@type'] === 'Restaurant');
  expect(restaurants.map(({ url }) => new URL(url).pathname).toSorted()).toEqual(['/menu/new-glasgow', '/menu/truro']);
});

test('forms do not shift while their scripts load @both', async ({ page }) => {
  await page.addInitScript(() => {
    const moved: number[] = [];
    Object.assign(globalThis, { moved });
    new PerformanceObserver((observed) =>
      moved.push(...observed.getEntries().map((shift) => (shift as PerformanceEntry & { value: number }).value)),
    ).observe({
      type: 'layout-shift',
      buffered: true,
    });
  });
  for (const path of ['/login', '/signup', '/forgot-password', '/reservations']) {
    await page.goto(path, { waitUntil: 'networkidle' });
    expect(await page.evaluate(() => (globalThis as unknown as { moved: number[] }).moved), path).toEqual([]);
  }
});
