import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { EVENING, placePaid, signIn } from './board-page.ts';
import { expect, test } from './fixtures.ts';

test('staff find an order of last week, refund a dish and text the guest', async ({ page, ownServer }) => {
  test.setTimeout(180_000);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tiffin-data-'));
  const lastWeek = await ownServer({ dataDir, env: { ...EVENING.env, CLOCK_AT: '2026-11-13T22:00:00.000Z' } });
  await signIn(page, lastWeek.url, 'manager.truro@demo.test');
  const code = await placePaid(page, lastWeek.url);
  await page.context().clearCookies();
  await lastWeek.stop();

  // No text is really sent. The credentials only enable the feature.
  const sms = { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 't', TWILIO_FROM: '+19025550199' };
  const base = { TWILIO_API_BASE: 'http://127.0.0.1:9' };
  const { url } = await ownServer({ dataDir, env: { ...EVENING.env, ...sms, ...base } });
  await signIn(page, url, 'manager.truro@demo.test');
  await page.goto(`${url}/admin/dashboard#find-order`);
  await page.getByRole('searchbox', { name: 'Search every order' }).fill('Asha');
  await page.getByLabel('To', { exact: true }).fill('2026-11-14');
  await page.getByRole('link', { name: new RegExp(code) }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Details of ${code}` })).toBeVisible();

  await page.getByRole('button', { name: 'Refund items…' }).click();
  const refund = page.getByRole('dialog', { name: 'Refund items' });
  await refund
    .getByRole('button', { name: /^One more/ })
    .first()
    .click();
  await refund.getByLabel('Reason').fill('A dish was missing');
  await refund.getByRole('button', { name: /^Refund \$[1-9]/ }).click();
  await expect(page.getByRole('main')).toContainText('A dish was missing');

  await page.getByRole('button', { name: 'Text the guest' }).click();
  await page.getByRole('button', { name: '10 minutes late' }).click();
  await expect(page.getByLabel('Message')).toHaveValue(/about 10 minutes late/);
  await page.getByRole('button', { name: /^Send to/ }).click();
  await expect(page.getByText(/^The text to .* is on its way$/)).toBeVisible();
  await rm(dataDir, { recursive: true, force: true });
});
