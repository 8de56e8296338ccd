import { eveningTest, place, signIn } from './board-page.ts';
import { expect } from './fixtures.ts';

const GUEST = { name: 'Zoe Zander', email: 'zoe.zander@guest.test', phone: '(902) 555-0188' };

eveningTest(
  'an admin sees what would be erased of a guest without an account, erases it, and the order names nobody',
  async ({ page, evening, accessible }) => {
    const { url } = evening;
    const { request } = page.context();
    const code = await place(page, url, { customer: GUEST });
    await signIn(page, url, 'admin@demo.test');
    const { orders } = await (await request.get(`${url}/api/getLocationOrders?status=pending&limit=500`)).json();
    const orderId = orders.find(({ id }: { id: string }) => id.endsWith(code)).id;
    const details = async () => (await request.get(`${url}/api/getOrderDetails?orderId=${orderId}`)).text();
    for (const status of ['preparing', 'ready', 'completed']) {
      const data = { orderId, status };
      await request.post(`${url}/api/updateOrderStatus`, { data, headers: { origin: url } });
    }

    await page.goto(`${url}/admin/dashboard#privacy`);
    const search = page.getByLabel('Order or reservation number, email or phone');
    const look = page.getByRole('button', { name: 'Show what would be erased' });
    await search.fill(GUEST.email);
    await look.click();
    const main = page.getByRole('main');
    await expect(main).toContainText(`${GUEST.name} · ${GUEST.email}`);
    await expect(main).toContainText('1 order');
    await accessible(page);
    expect(await details()).toContain(GUEST.name);

    await page.getByRole('button', { name: 'Erase for good…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Erase this person for good?' });
    await dialog.getByRole('button', { name: 'Erase for good' }).click();
    await expect(main).toContainText('Orders and reservations stay without name, contacts and notes.');
    expect(await details()).not.toMatch(/zander/i);

    await search.fill(GUEST.email);
    await look.click();
    await expect(main).toContainText('Nothing found');
    await page.goto(`${url}/admin/dashboard#find-order`);
    await page.getByRole('searchbox', { name: 'Search every order' }).fill(code);
    await page.getByRole('link', { name: new RegExp(code) }).click();
    await expect(page.getByRole('heading', { level: 1, name: `Details of ${code}` })).toBeVisible();
    await expect(main).toContainText('Deleted guest');
    await expect(main).not.toContainText('Zoe');
  },
);
