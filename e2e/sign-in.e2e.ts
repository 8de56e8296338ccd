import type { Page } from '@playwright/test';
import { answers, expect, test } from './fixtures.ts';

const PASSWORD = 'Demo-pass-1!';

async function fill(page: Page, fields: Readonly<Record<string, string>>) {
  for (const [label, value] of Object.entries(fields)) await page.getByRole('textbox', { name: label }).fill(value);
}

async function signIn(page: Page, email: string, password: string) {
  await fill(page, { 'Email Address': email, Password: password });
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test('sign-in errors appear beside their fields and clear on editing [C-ROUTE-08] [C-AUTH-14] @phone', async ({
  page,
  accessible,
  expectComplaint,
}) => {
  expectComplaint(/400/);
  await page.goto('/login');
  await accessible(page);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  const email = page.getByRole('textbox', { name: 'Email Address' });
  await expect(email).toHaveAccessibleDescription('Email is required');
  await expect(email).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Password' })).toHaveAccessibleDescription('Password is required');
  await email.fill('asha@example');
  await expect(email).toHaveAccessibleDescription('');
  await signIn(page, 'asha@example', 'x');
  await expect(email).toHaveAccessibleDescription('Invalid email format');
  await accessible(page);

  await signIn(page, 'nobody@demo.test', PASSWORD);
  await expect(email).toHaveAccessibleDescription('No account found with this email address.');
  await signIn(page, 'customer@demo.test', 'Wrong-pass-1!');
  await expect(page.getByRole('textbox', { name: 'Password' })).toHaveAccessibleDescription(
    'Incorrect password. Please try again.',
  );
  await expect(email).toHaveValue('customer@demo.test');
  await signIn(page, 'customer@demo.test', PASSWORD);
  await expect(page).toHaveURL(/\/$/);
});

test('a guarded page redirects to sign-in and back [C-ROUTE-19] [C-ROUTE-20]', async ({ page }) => {
  await page.goto('/privacy');
  await page.goto('/admin/dashboard');
  await expect(page).toHaveURL(/\/login\?from=%2Fadmin%2Fdashboard$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/privacy$/);
  await page.goForward();
  await signIn(page, 'admin@demo.test', PASSWORD);
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
  await expect(page.getByRole('complementary')).toContainText('admin@demo.test');
});

/** A signed-in customer goes from the home page to the account within the page. */
async function openAccount(page: Page) {
  await page.getByRole('button', { name: /Account of/ }).click();
  await page.locator('#account-menu').getByRole('link', { name: 'Past Orders / Reservations' }).click();
}

test('from the sign-in that a pressed link led to, Back returns to the page with the link [C-ROUTE-21]', async ({
  page,
  context,
  signedIn,
}) => {
  await signedIn('customer@demo.test');
  await page.goto('/privacy');
  await answers(page);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click();
  await expect(page).toHaveURL(/\/terms$/);
  await context.clearCookies();
  await openAccount(page);
  await expect(page).toHaveURL(/\/login\?from=%2Fdashboard$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/terms$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/privacy$/);
});

test('Back to a guarded page after signing out shows sign-in once, and Back again leaves it [C-ROUTE-21]', async ({
  page,
  context,
  signedIn,
}) => {
  await signedIn('customer@demo.test');
  await page.goto('/privacy');
  await answers(page);
  await openAccount(page);
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click();
  await expect(page).toHaveURL(/\/terms$/);
  await context.clearCookies();
  await page.goBack();
  await expect(page).toHaveURL(/\/login\?from=%2Fdashboard$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/privacy$/);
});

test('sign-in never redirects to another site', async ({ page }) => {
  await page.goto('/login?from=//elsewhere.example/');
  await signIn(page, 'customer@demo.test', PASSWORD);
  await expect(page).toHaveURL(/127\.0\.0\.1:\d+\/$|localhost:\d+\/$/);
});

test('a customer sees Access Denied in the back office [C-ROUTE-10] [C-ROUTE-22] [C-ROUTE-23] [A-SHELL-36]', async ({
  page,
  signedIn,
  accessible,
}) => {
  await signedIn('customer@demo.test');
  await page.goto('/admin/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Access Denied');
  await expect(page.getByRole('banner').getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expect(page.getByRole('contentinfo').getByRole('navigation', { name: 'Quick Access' })).toBeVisible();
  await expect(page.getByText("You don't have permission to access this admin area.")).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go to Dashboard' })).toHaveAttribute('href', '/dashboard');
  await accessible(page);
});

test('a guest signs up, with explanations for invalid fields [C-AUTH-09]', async ({
  page,
  accessible,
  expectComplaint,
}) => {
  expectComplaint(/400|409/);
  await page.goto('/signup');
  await accessible(page);
  const create = page.getByRole('button', { name: 'Create account' });
  await create.click();
  const password = page.getByRole('textbox', { name: 'Password' });
  await expect(password).toHaveAccessibleDescription('Password is required');
  await expect(page.getByRole('listitem').filter({ hasText: /missing$/ })).toHaveCount(5);

  await fill(page, { 'Full Name': 'Asha Menon', 'Email Address': 'customer@demo.test', Password: PASSWORD });
  await create.click();
  await expect(page.getByRole('textbox', { name: 'Email Address' })).toHaveAccessibleDescription(
    'An account with this email already exists.',
  );
  await fill(page, { 'Email Address': `asha.${Date.now()}.${Math.random()}@demo.test`, Password: PASSWORD });
  await create.click();
  await expect(page.getByRole('heading', { name: 'Your account is ready.' })).toBeVisible();
});

test('signing in and out works without scripts', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' });
  const page = await context.newPage();
  await page.goto('/login?from=%2Fterms');
  await signIn(page, 'customer2@demo.test', 'Wrong-pass-1!');
  await expect(page.getByText('Incorrect password. Please try again.')).toBeVisible();
  await signIn(page, 'customer2@demo.test', PASSWORD);
  await expect(page).toHaveURL(/\/terms$/);
  await page.goto('/sign-out');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Are you sure you want to logout?');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/$/);
  await page.goto('/admin/dashboard');
  await expect(page).toHaveURL(/\/login/);
  await context.close();
});

test('requesting a new password shows the same response for every address', async ({ page, accessible }) => {
  for (const email of ['nobody@demo.test', 'customer2@demo.test']) {
    await page.goto('/forgot-password');
    await fill(page, { 'Email Address': email });
    await page.getByRole('button', { name: 'Send the link' }).click();
    await expect(page.getByRole('status').filter({ hasText: email })).toContainText('If there is an account');
  }
  await accessible(page);
  await page.goto('/reset-password?error=INVALID_TOKEN');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link no longer works.');
});

test('the back office’s sidebar collapses, shows the person and signs out [A-SHELL-21] [A-SHELL-24] [A-SHELL-26] [A-SHELL-27] [A-SHELL-28]', async ({
  page,
  signedIn,
  accessible,
}) => {
  await signedIn('admin@demo.test');
  const me = ((await (await page.request.get('/api/getMe')).json()) as { me: { displayName: string } }).me;
  await page.goto('/admin/dashboard');
  const side = page.getByRole('complementary');
  await expect(side).toContainText(me.displayName);
  await expect(side).toContainText('admin@demo.test');
  const wide = (await side.boundingBox())?.width ?? 0;
  await side.getByRole('button', { name: 'Collapse' }).click();
  await expect.poll(async () => (await side.boundingBox())?.width ?? 0).toBeLessThan(wide / 2);
  await page.reload();
  await side.getByRole('button', { name: 'Expand' }).click();
  await expect.poll(async () => (await side.boundingBox())?.width ?? 0).toBe(wide);
  await accessible(page);
  await side.getByRole('button', { name: 'Logout' }).click();
  await page
    .getByRole('dialog', { name: 'Are you sure you want to logout?' })
    .getByRole('button', { name: 'Logout' })
    .click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('link', { name: 'Order / Reserve', exact: true })).toBeVisible();
});

test('on a phone the list of sections slides over the page [A-SHELL-22] [A-SHELL-23] @phone', async ({
  page,
  signedIn,
  accessible,
}) => {
  await signedIn('admin@demo.test');
  await page.goto('/admin/dashboard');
  await expect(page.getByRole('complementary')).toBeHidden();
  await page.getByRole('button', { name: 'Open sections' }).click();
  const over = page.getByRole('dialog', { name: 'Sections' });
  await expect(over).toContainText('admin@demo.test');
  await accessible(page);
  await page.setViewportSize({ width: 768, height: 900 });
  await expect(over).toBeHidden();
  await expect(page.getByRole('complementary')).toBeVisible();
});

test('a manager creates a passkey and signs in with it alone', async ({ page, context, baseURL, accessible }) => {
  // Passkeys do not work for IP addresses.
  const base = String(baseURL).replace('127.0.0.1', 'localhost');
  await page.goto(`${base}/login?from=/devices`);
  await signIn(page, 'manager.truro@demo.test', PASSWORD);
  const browser = await context.newCDPSession(page);
  await browser.send('WebAuthn.enable');
  await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Truro laptop');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('button', { name: 'Rename Truro laptop' })).toBeVisible();
  await accessible(page);
  await context.clearCookies();
  await page.goto(`${base}/login?from=/devices`);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByText(/added .*, last used/)).toBeVisible();
  await page.getByRole('button', { name: 'Remove Truro laptop' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('That passkey no longer works.')).toBeVisible();
});
