import type { Page } from '@playwright/test';
import { eveningTest as test, nothingWaits, openBoard, place, signIn } from './board-page.ts';
import { expect } from './fixtures.ts';

const DRAWER = '\u001bp\u0000';
const CUT = '\u001dV';

/** A fake serial printer that records what it receives and can be unplugged. It stays authorised after a reload. */
async function withSerialPrinter(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const printer = { sent: new Array<number>(), isPlugged: true };
    const port = {
      getInfo: () => ({ usbVendorId: 1208, usbProductId: 514 }),
      async open() {
        if (!printer.isPlugged) throw new DOMException('Failed to open serial port.', 'NetworkError');
      },
      close: () => Promise.resolve(),
      get writable() {
        return new WritableStream<Uint8Array>({ write: (bytes) => void printer.sent.push(...bytes) });
      },
    };
    const serial = {
      async requestPort() {
        localStorage.setItem('serial-allowed', 'yes');
        return port;
      },
      getPorts: async () => (localStorage.getItem('serial-allowed') === null ? [] : [port]),
    };
    Object.defineProperty(navigator, 'serial', { value: serial });
    Object.assign(globalThis, { printer });
  });
}

interface WithPrinter {
  printer: { sent: number[]; isPlugged: boolean };
}

/** Returns what was printed since the last call. */
async function paper(page: Page): Promise<string> {
  const bytes = await page.evaluate(() => (globalThis as unknown as WithPrinter).printer.sent.splice(0));
  return String.fromCharCode(...bytes);
}

/** Returns the next printout up to its cut. */
async function nextPaper(page: Page): Promise<string> {
  let text = '';
  await expect.poll(async () => (text += await paper(page))).toContain(CUT);
  return text;
}

async function plug(page: Page, isPlugged: boolean): Promise<void> {
  await page.evaluate((is) => {
    (globalThis as unknown as WithPrinter).printer.isPlugged = is;
  }, isPlugged);
}

async function openTill(page: Page, url: string): Promise<void> {
  await signIn(page, url, 'staff.truro@demo.test');
  await nothingWaits(page.context().request, url);
  await page.goto(`${url}/admin/dashboard#create-order`);
  // The first page of a new server takes a while.
  await expect(page.getByRole('button', { name: /^Mango Lassi/ })).toBeVisible({ timeout: 20_000 });
}

/** Places a cash order at the till. Returns the last five characters of its number. */
async function takeOrder(page: Page): Promise<string> {
  await page.getByRole('button', { name: /^Mango Lassi/ }).click();
  await page.getByLabel('Name').fill('Zoë Counter');
  await page.getByRole('button', { name: /^Take .* in cash/ }).click();
  await page.getByRole('button', { name: 'Cash received, create order' }).click();
  const done = await page.getByRole('heading', { name: /^Order .+ created/ }).textContent();
  return /[A-Z2-9]{5}/.exec(done ?? '')?.[0] ?? '';
}

async function connect(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Printer: Print dialog' }).click();
  await page.getByRole('button', { name: 'Connect by serial cable' }).click();
}

test('the till’s printer prints a receipt, opens the drawer, and prints a kitchen ticket', async ({
  page,
  evening,
  accessible,
}) => {
  const { url } = evening;
  await withSerialPrinter(page);
  await openTill(page, url);
  const code = await takeOrder(page);

  await connect(page);
  const setup = page.getByRole('dialog', { name: 'Printer of this device' });
  await expect(setup.getByRole('status')).toContainText('Serial cable, 9600 baud');
  await accessible(page);
  await setup.getByRole('button', { name: 'Print a test page' }).click();
  await expect(setup.getByRole('status')).toContainText('Sent to the printer');
  expect(await nextPaper(page)).toContain('The printer works');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Print', exact: true }).click();
  const receipt = await nextPaper(page);
  expect(receipt).toContain(DRAWER);
  expect(receipt).toContain('Sizzle & Spice');
  expect(receipt).toMatch(new RegExp(`TRU-20261120-${code}`));
  expect(receipt).toMatch(/Total CAD +\$\d+\.\d\d/);

  await page.getByRole('button', { name: 'Kitchen ticket' }).click();
  const ticket = await nextPaper(page);
  expect(ticket).toContain(`${code}\n`);
  expect(ticket).toContain('1 Mango Lassi');
  expect(ticket).not.toContain('$');
  expect(ticket).not.toContain(DRAWER);
});

test('without a printer, the print dialog of the device gets only the ticket, also while an order rings', async ({
  page,
  evening: { url },
}) => {
  await page.addInitScript(() => {
    window.print = () => undefined;
  });
  await openTill(page, url);
  await takeOrder(page);
  await place(page, url);
  await expect(page.getByRole('button', { name: 'Show the order' })).toBeVisible();
  await page.getByRole('button', { name: 'Kitchen ticket' }).click();
  await page.emulateMedia({ media: 'print' });
  // Everything on the paper, from top to bottom.
  const observed = await page.evaluate(() =>
    [...document.body.children].flatMap((each) => {
      const { top, height } = each.getBoundingClientRect();
      return height > 0 ? [{ top, text: each.textContent }] : [];
    }),
  );
  expect(observed).toEqual([{ top: 0, text: expect.stringContaining('1 Mango Lassi') }]);
});

test('an unplugged printer is reported, and the ticket prints once it is back', async ({ page, evening }) => {
  const { url } = evening;
  await withSerialPrinter(page);
  await openBoard(page, url, 'staff.truro@demo.test');
  const code = await place(page, url);
  await page.getByRole('button', { name: 'Accept Order & Start Preparing' }).click();
  await connect(page);
  await page.keyboard.press('Escape');
  await plug(page, false);
  await page.getByRole('button', { name: `Details of ${code}` }).click();
  await page.getByRole('button', { name: 'Kitchen ticket' }).click();
  await expect(
    page.getByText('Nothing was printed. Check that the printer is switched on and plugged in, and has paper.'),
  ).toBeVisible();
  expect(await paper(page)).toBe('');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Printer: Not reachable' })).toBeVisible();
  await plug(page, true);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('button', { name: 'Printer: Ready' })).toBeVisible();
  expect(await nextPaper(page)).toContain(`${code}\n`);
});

test('tickets of new orders print automatically, each once, also after a reload', async ({ page, evening }) => {
  const { url } = evening;
  await withSerialPrinter(page);
  await openTill(page, url);
  const before = await takeOrder(page);
  await connect(page);
  await page.getByRole('switch', { name: /^Print new orders’ tickets/ }).check({ force: true });
  await page.keyboard.press('Escape');
  const first = await takeOrder(page);
  const printed = await nextPaper(page);
  expect(printed.split(CUT)).toHaveLength(2);
  expect(printed).toContain(`${first}\n`);
  expect(printed).not.toContain(before);

  await page.reload();
  await expect(page.getByRole('button', { name: /^Mango Lassi/ })).toBeVisible();
  const second = await takeOrder(page);
  expect(await nextPaper(page)).toContain(`${second}\n`);
  expect(await paper(page)).toBe('');
});

test('in the Android app the point of sale starts, the page looks the same, and a network printer prints [C-POS-01] [C-POS-07] [A-SHELL-05]', async ({
  page,
  evening,
}) => {
  const { url } = evening;
  await page.goto(url);
  const asBefore = await page.getByRole('main').innerText();
  await page.addInitScript(() => {
    const calls = new Array<{ plugin: string; method: string; options: { base64?: string } }>();
    const native = (name: string, ...methods: string[]) => ({
      name,
      methods: methods.map((method) => ({ name: method, rtype: 'promise' })),
    });
    Object.assign(globalThis, {
      calls,
      androidBridge: {},
      Capacitor: {
        PluginHeaders: [
          native('Device', 'getInfo'),
          native('StatusBar', 'hide'),
          native('KeepAwake', 'keepAwake'),
          native('NetworkPrinter', 'print'),
          { name: 'App', methods: [{ name: 'addListener' }] },
        ],
        async nativePromise(plugin: string, method: string, options: object) {
          calls.push({ plugin, method, options });
          return { model: 'SM-X200' };
        },
        async nativeCallback(plugin: string, method: string) {
          calls.push({ plugin, method, options: {} });
          return 'listening';
        },
      },
    });
  });
  const log = page.waitForEvent('console', (message) => message.text().startsWith('Point of sale: {'));
  await page.goto(url);
  expect((await log).text()).toBe('Point of sale: {"success":true,"deviceInfo":{"model":"SM-X200"}}');
  expect(await page.getByRole('main').innerText()).toBe(asBefore);
  const calls = () =>
    page.evaluate(
      () =>
        (globalThis as unknown as { calls: { plugin: string; method: string; options: { base64?: string } }[] }).calls,
    );
  await expect
    .poll(async () => (await calls()).map(({ plugin, method }) => `${plugin}.${method}`))
    .toEqual(['Device.getInfo', 'StatusBar.hide', 'App.addListener', 'App.addListener', 'KeepAwake.keepAwake']);

  await openTill(page, url);
  await takeOrder(page);
  await page.getByRole('button', { name: 'Printer: Print dialog' }).click();
  await page.getByRole('button', { name: 'Connect over the network' }).click();
  await expect(page.getByText('An address looks like 192.168.1.50')).toBeVisible();
  await page.getByLabel('Address of the printer').fill('192.168.1.50');
  await page.getByRole('button', { name: 'Connect over the network' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Kitchen ticket' }).click();
  await expect(page.getByText('Sent to the printer')).toBeVisible();
  const job = (await calls()).find(({ plugin }) => plugin === 'NetworkPrinter');
  expect(job).toMatchObject({ method: 'print', options: { host: '192.168.1.50', port: 9100 } });
  expect(atob(job?.options.base64 ?? '')).toContain('1 Mango Lassi');
});
