import { readFile } from 'node:fs/promises';
import { parseCsv, writeCsv } from '@tiffin/domain/core';
import type { Page } from '@playwright/test';
import { expect, test } from './own-restaurant.ts';

const dishCard = (page: Page, name: string) => page.getByRole('article', { name, exact: true });

test('an owner exports the menu, changes it in a spreadsheet and imports it; guests see the change, and one press undoes it', async ({
  page,
  browser,
  baseURL,
  signedIn,
  accessible,
}, info) => {
  await signedIn('admin@demo.test');
  await page.goto('/admin/dashboard?location=truro#menu');
  await expect(dishCard(page, 'Vegetable Samosas')).toContainText('$6.95');
  await page.getByRole('button', { name: 'Import or Export' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const exported = await readFile(await (await downloading).path(), 'utf8');
  const [headings = [], ...rows] = parseCsv(exported) ?? [];
  const at = (heading: string) => headings.indexOf(heading);
  const samosas = rows.find((row) => row[at('name')] === 'Vegetable Samosas') ?? [];
  samosas[at('price')] = '7.45';
  const added = `Pani Puri ${info.project.name}`;
  const pani = headings.map((heading) => ({ name: added, category: 'Street Food', price: '8.50' })[heading] ?? '');

  const guest = await (await browser.newContext({ ...(baseURL && { baseURL }), locale: 'en-CA' })).newPage();
  await guest.goto('/menu/truro');
  await expect(guest.getByRole('listitem').filter({ hasText: 'Vegetable Samosas' }).last()).toContainText('$6.95');

  await page.getByLabel('choose a file').setInputFiles({
    name: 'menu.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(writeCsv(headings, [...rows, pani])),
  });
  await expect(page.getByText('$6.95')).toBeVisible();
  await expect(page.getByText('$7.45')).toBeVisible();
  await page.getByRole('radio', { name: 'New 1' }).check();
  await expect(page.getByText(added, { exact: true })).toBeVisible();
  await expect(page.getByText('New categories: Street Food.')).toBeVisible();
  await accessible(page);
  await page.getByRole('button', { name: 'Import 2 changes' }).click();
  await expect(page.getByRole('heading', { name: '2 changes imported' })).toBeVisible();
  // An open page updates live.
  await expect(guest.getByRole('listitem').filter({ hasText: 'Vegetable Samosas' }).last()).toContainText('$7.45');
  await expect(guest.getByRole('listitem').filter({ hasText: added }).last()).toContainText('$8.50');

  await page.getByRole('button', { name: 'Undo all 2' }).click();
  await expect(guest.getByRole('listitem').filter({ hasText: 'Vegetable Samosas' }).last()).toContainText('$6.95');
  await expect(guest.getByRole('listitem').filter({ hasText: added }).last()).toHaveCount(0);
  await page.getByRole('button', { name: 'Back to the menu' }).click();
  await expect(dishCard(page, 'Vegetable Samosas')).toContainText('$6.95');
});
