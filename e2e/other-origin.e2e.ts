import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from './fixtures.ts';

/** A website on another origin. */
async function website() {
  const site = { body: '' };
  const server = createServer((_request, answer) =>
    answer
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(`<!doctype html><title>Ours</title><body>${site.body}`),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(site, { url, close: () => server.close().closeAllConnections() });
}

test('a page of another origin shows whether the restaurant is open, orders and books; one that is not listed reads nothing', async ({
  page,
  baseURL,
  signedIn,
  expectComplaint,
}) => {
  const ours = baseURL ?? '';
  await signedIn('admin@demo.test');
  const [site, stranger] = [await website(), await website()];
  const created = await page.request.post(`${baseURL}/api/createApiKey`, {
    data: { name: 'Website', kind: 'customer', origins: [site.url] },
    headers: { origin: ours },
  });
  const { key } = (await created.json()) as { key: string };
  for (const show of ['order', 'book']) {
    site.body += `<script async src="${baseURL}/embed.js" data-key="${key}" data-location="truro" data-show="${show}"></script>`;
  }
  await page.goto(site.url);
  await expect(page.getByRole('status').first()).toHaveText(/^(Open|Closed)/);
  await expect(page.getByRole('link', { name: 'Order online' })).toHaveAttribute('href', `${baseURL}/menu/truro`);
  await page.getByLabel('People').selectOption('4');
  const [booking] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('button', { name: 'Book a table' }).click(),
  ]);
  await expect(booking).toHaveURL(/\/reservations\?location=truro&party=4&day=[\d-]+$/);
  await booking.close();

  const hoursAndPrice = await page.evaluate(
    async ([url, apiKey]) => {
      const ask = async (call: string) =>
        (await fetch(`${url}/api/${call}`, { headers: { 'x-api-key': apiKey } })).json();
      const { locations } = await ask('getLocations');
      const quoted = await fetch(`${url}/api/quoteOrder`, {
        method: 'POST',
        headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
        // The journey runs at any hour, also when the restaurant is closed.
        body: JSON.stringify({
          locationId: 'truro',
          orderType: 'pickup',
          items: [{ id: 'mango-lassi', quantity: 2 }],
          agreesToWait: true,
        }),
      });
      return [locations[0].openText, (await quoted.json()).success];
    },
    [ours, key] as const,
  );
  expect(hoursAndPrice).toEqual([expect.stringMatching(/Open|Closed/), true]);

  expectComplaint(/CORS policy|net::ERR_FAILED/);
  await page.goto(stranger.url);
  const read = await page.evaluate(
    ([url, apiKey]) =>
      Promise.all(
        [{ 'x-api-key': apiKey }, {}].map((headers) =>
          fetch(`${url}/api/getLocations`, { headers: headers as Record<string, string> }).then(
            () => 'read',
            () => 'refused',
          ),
        ),
      ),
    [ours, key] as const,
  );
  expect(read).toEqual(['refused', 'refused']);
  site.close();
  stranger.close();
});
