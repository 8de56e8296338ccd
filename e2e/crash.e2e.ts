import { answers, expect, test } from './fixtures.ts';

test('a page that crashes shows an error id that is in the server’s log [C-NAV-20] [C-NAV-21] [C-NAV-22] [C-NAV-23]', async ({
  page,
  ownServer,
  expectComplaint,
  accessible,
}) => {
  expectComplaint(/./);
  const server = await ownServer();
  await page.goto(server.url);
  await answers(page);
  let broken = true;
  await page.route('**/login.data*', (route) =>
    broken ? route.fulfill({ status: 500, body: 'nonsense' }) : route.continue(),
  );
  await page.getByRole('link', { name: 'Order / Reserve', exact: true }).first().click();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Something went wrong');
  const id = await page.locator('code').textContent();
  expect(id).toMatch(/^E-[0-9A-Z]{8}$/);
  await expect.poll(() => server.output()).toContain(id ?? '');
  await expect(page.getByRole('button', { name: 'Reload Page' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go Home' })).toHaveAttribute('href', '/');
  const { site } = (await (await page.request.get(`${server.url}/api/getSite`)).json()) as {
    site: { supportEmail: string };
  };
  await expect(page.getByRole('link', { name: site.supportEmail })).toHaveAttribute(
    'href',
    new RegExp(`^mailto:${site.supportEmail}`),
  );
  await accessible(page);

  broken = false;
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Good to see you.');
});

test('a page whose scripts failed to load reloads as soon as the server responds', async ({
  page,
  expectComplaint,
}) => {
  // Browsers log a script that failed to load without a message.
  expectComplaint(/^/);
  const away = ['**/assets/*.js', '**/api/ping'];
  for (const what of away) await page.route(what, (route) => route.abort());
  await page.goto('/menu/truro');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForRequest('**/api/ping');
  for (const what of away) await page.unroute(what);
  await answers(page);
});
