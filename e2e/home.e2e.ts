import { expect, test } from './fixtures.ts';

test('@both the home page names both restaurants and axe finds nothing', async ({ page, accessible }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const place of ['Truro', 'New Glasgow']) await expect(page.getByText(place).first()).toBeVisible();
  await accessible(page);
});

test('the sign-in of a demo person is the same in every page of the journey', async ({ page, signedIn }) => {
  await signedIn('customer@demo.test');
  await page.goto('/');
  const { me } = await (await page.request.get('/api/getMe')).json();
  expect(me.email).toBe('customer@demo.test');
});
