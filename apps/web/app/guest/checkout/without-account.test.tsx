import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { GUEST_COOKIE } from '@tiffin/domain/people';
import { refusal, type Answers } from '../../testing/network.ts';
import { dalDish, dalForOne, rootData } from '../../testing/samples.ts';
import { field, openPage, typeIn } from '../../testing/show.tsx';
import * as route from '../../routes/guest/checkout.tsx';
import * as samples from '../../testing/samples.ts';

const line = { id: 'dal', name: 'Dal Tadka', price: 10, quantity: 1, maxQuantity: 10, cartKey: 'dal-default' };
const answers: Answers = {
  getSite: { site: rootData.site },
  getPaymentOptions: { cards: false } as never,
  getLocationMenu: { locationId: 'truro', items: [dalDish], categories: [], version: 1 },
  createCustomerOrderCash: { orderId: dalForOne.id, order: dalForOne },
  sendOrderCode: { channel: 'sms', to: '+19025550101', isSent: true, minutes: 10 },
};

/** Opens the checkout with the cookie of a guest without an account, or another one. */
async function checkout(more: Answers = {}, cookie = `${GUEST_COOKIE}=yes`) {
  localStorage.setItem('sizzle_spice_location_carts', JSON.stringify({ truro: [line] }));
  type Args = Parameters<typeof route.loader>[0];
  const loader = (args: Args) => {
    const request = new Request(args.request);
    // `Request` drops the cookie header in browsers, so it is faked.
    Object.defineProperty(request, 'headers', { value: new Map([['cookie', cookie]]) });
    return route.loader({ ...args, request });
  };
  return openPage({ ...route, loader }, '/checkout?location=truro', { ...answers, ...more });
}

test('a name and a phone number are enough; the other contact field is required only while both are empty', async () => {
  const { press, sent } = await checkout();
  const required = async (label: RegExp) => (await field(label)).getAttribute('aria-required');
  expect([await required(/^Email/), await required(/^Phone/i)]).toEqual(['true', 'true']);
  await expect(screen).toShow('Fill in your name and phone number or email first');
  await typeIn(/^Full Name/, 'Asha Rao');
  await expect(screen).toShow('Fill in your phone number or email first');
  await typeIn(/^Phone( number)?/i, '9025550101');
  expect(await required(/^Email/)).not.toBe('true');
  await press(/^Place/);
  await waitFor(() => expect(sent('createCustomerOrderCash')).toHaveLength(1));
  expect(sent('createCustomerOrderCash')[0]?.['customerInfo']).toEqual({
    name: 'Asha Rao',
    phone: '+19025550101',
    firebaseId: null,
  });
  await expect(screen).toShow('elsewhere');
  expect([localStorage.getItem('tiffin_checkout'), sessionStorage.getItem('tiffin_checkout')]).toEqual([null, null]);
});

test('a delivery needs the phone number, for the driver; an email address alone is not enough', async () => {
  const { press, sent } = await checkout();
  await typeIn(/^Full Name/, 'Asha Rao');
  await typeIn(/^Email/, 'asha@example.test');
  await press('Delivery', 'radio');
  await typeIn(/^Delivery address/, '12 Prince Street, Truro');
  await expect(screen).toShow('Fill in your phone number first');
  await expect(screen).toShow('A delivery needs your phone number, in case the driver has to call you.');
  await press(/^Place/);
  expect(document.activeElement).toBe(await field(/^Phone( number)?/i));
  expect(sent('createCustomerOrderCash')).toEqual([]);
  await typeIn(/^Email/, '');
  await typeIn(/^Phone( number)?/i, '9025550101');
  await press(/^Place/);
  await waitFor(() => expect(sent('createCustomerOrderCash')).toHaveLength(1));
  expect(sent('createCustomerOrderCash')[0]?.['customerInfo']).not.toHaveProperty('email');
});

test('each press on the button focuses the first field that is missing, and sends nothing', async () => {
  const { press, sent } = await checkout();
  await press(/^Place/);
  expect(document.activeElement).toBe(await field(/^Full Name/));
  await press(/^Place/);
  expect(document.activeElement).toBe(await field(/^Full Name/));
  await typeIn(/^Full Name/, 'Asha Rao');
  await press(/^Place/);
  await press(/^Place/);
  expect(document.activeElement).toBe(await field(/^Phone( number)?/i));
  expect(sent('createCustomerOrderCash')).toEqual([]);
});

test.each([
  [/^Email/, 'asha@example.test', /^Phone( number)?/i],
  [/^Phone( number)?/i, '9025550101', /^Email/],
])(
  'a guest who fills in %s after a press sees no error at the field that is no longer needed',
  async (typed, text, other) => {
    const { press } = await checkout();
    await press(/^Place/);
    const isWrong = async () => (await field(other)).getAttribute('aria-invalid');
    expect(await isWrong()).toBe('true');
    await typeIn(typed, text);
    expect(await isWrong()).not.toBe('true');
  },
);

test('a wrong phone number keeps its error while the guest types an email address', async () => {
  const { press } = await checkout();
  await typeIn(/^Full Name/, 'Asha Rao');
  await typeIn(/^Phone( number)?/i, '12');
  await press(/^Place/);
  await typeIn(/^Email/, 'asha@example.test');
  expect((await field(/^Phone( number)?/i)).getAttribute('aria-invalid')).toBe('true');
});

test.each([
  [['email', 'sms'], 'A phone number or an email is enough. We send updates about your order there.'],
  [['email'], 'A phone number or an email is enough. We send updates about your order by email.'],
  [['sms'], 'A phone number or an email is enough. We send updates about your order by text message.'],
  [[], 'A phone number or an email is enough.'],
] as const)('a restaurant that can send %o promises only that', async (sends, words) => {
  vi.spyOn(samples.rootData.site, 'sends', 'get').mockReturnValue([...sends]);
  await checkout();
  await expect(screen).toShow(words);
});

test('an email address alone is enough, and an invalid one shows an error', async () => {
  const { press, sent } = await checkout();
  await typeIn(/^Full Name/, 'Asha Rao');
  await typeIn(/^Email/, 'asha@');
  await expect(screen).toShow('Check your email address first');
  await typeIn(/^Email/, 'asha@example.test');
  await press(/^Place/);
  await waitFor(() => expect(sent('createCustomerOrderCash')).toHaveLength(1));
  expect(sent('createCustomerOrderCash')[0]?.['customerInfo']).toMatchObject({ email: 'asha@example.test' });
});

/** What an earlier order left on the device. */
function remember(fields: object = {}) {
  const guest = { name: 'Asha Rao', phone: '+19025550101', email: '', payment: 'cash', locationId: 'truro' };
  localStorage.setItem('tiffin_guest', JSON.stringify({ ...guest, at: Date.now(), ...fields }));
}

test('a guest whom the device remembers fills in nothing: one press orders', async () => {
  remember();
  const { press, sent } = await checkout();
  await expect(screen).toShow('Welcome back, Asha');
  expect(screen.queryByLabelText(/^Full Name/)).toBeNull();
  await press(/^Place/);
  await waitFor(() => expect(sent('createCustomerOrderCash')).toHaveLength(1));
  expect(sent('createCustomerOrderCash')[0]?.['customerInfo']).toMatchObject({
    name: 'Asha Rao',
    phone: '+19025550101',
  });
  await expect(screen).toShow('elsewhere');
  expect(localStorage.getItem('tiffin_guest')).toContain(dalForOne.orderId);
});

test('a remembered guest changes the contact in fields, or is forgotten and starts with empty ones', async () => {
  remember();
  const { press } = await checkout();
  await press('Change your name and contact');
  expect((await field(/^Full Name/)).value).toBe('Asha Rao');
  await typeIn(/^Full Name/, 'Asha R');
  cleanup();
  sessionStorage.clear();
  const again = await checkout();
  await again.press('Remove my details from this device');
  await waitFor(async () => expect((await field(/^Full Name/)).value).toBe(''));
  expect((await field(/^Phone( number)?/i)).value).toBe('');
  expect(localStorage.getItem('tiffin_guest')).toBeNull();
});

test('remembered contact that is not enough for the order shows its fields', async () => {
  remember({ phone: '', email: 'asha@' });
  await checkout();
  await expect(screen).toShow('Check your email address first');
  expect((await field(/^Full Name/)).value).toBe('Asha Rao');
});

test('a guest’s draft is stored in the tab, because others may use the device next', async () => {
  await checkout();
  await typeIn(/^Full Name/, 'Asha Rao');
  await waitFor(() => expect(sessionStorage.getItem('tiffin_checkout')).toContain('Asha'));
  expect(localStorage.getItem('tiffin_checkout')).toBeNull();
});

test('redirects to sign-in a guest who did not choose to continue without an account, and everybody if the restaurant requires accounts', async () => {
  await checkout({}, '');
  await expect(screen).toShow('elsewhere');
});

test('a restaurant that requires accounts does not show the form without one', async () => {
  await checkout({ getSite: { site: { ...rootData.site, guestCheckout: false } } });
  await expect(screen).toShow('elsewhere');
});

const requests = () =>
  refusal('code-needed', 'You have an order under way.', { because: 'open-order', channel: 'sms', to: '+19025550101' });

async function pressed(more: Answers) {
  const page = await checkout(more);
  await typeIn(/^Full Name/, 'Asha Rao');
  await typeIn(/^Phone( number)?/i, '9025550101');
  await page.press(/^Place/);
  await screen.findByRole('dialog', { name: 'Is this number yours?' });
  return page;
}

test('a second cash order asks for the code in the text message and is placed with it', async () => {
  const { press, sent } = await pressed({
    createCustomerOrderCash: (query) =>
      query['contactCode'] === '123456'
        ? { orderId: dalForOne.id, order: dalForOne }
        : query['contactCode']
          ? refusal('code-refused')
          : requests(),
  });
  await expect(screen).toShow('We sent a code to (902) 555-0101. It is valid for 10 minutes.');
  expect(sent('sendOrderCode')).toEqual([{ phone: '+19025550101', locationId: 'truro' }]);
  await press('Place Order');
  await expect(screen).toShow('Please type the six digits.');
  await typeIn('Code', '111 111');
  await press('Place Order');
  await expect(screen).toShow(/This code is wrong or has expired/);
  await typeIn('Code', '123 456');
  await press('Place Order');
  await expect(screen).toShow('elsewhere');
});

test('a scheduled order says why it asks for a code', async () => {
  await pressed({
    createCustomerOrderCash: () => refusal('code-needed', 'Later.', { because: 'later-order', channel: 'sms' }),
  });
  await expect(screen).toShow('This order is for later and will be paid in cash.');
});

test('a valid code is sent again after the order failed for another reason, and an expired one shows an error', async () => {
  const refusals = [requests, () => refusal('location-inactive'), () => refusal('code-refused'), requests];
  const { press, sent } = await pressed({ createCustomerOrderCash: () => refusals.shift()?.() ?? requests() });
  await expect(screen).toShow('We sent a code to (902) 555-0101. It is valid for 10 minutes.');
  await typeIn('Code', '123 456');
  await press('Place Order');
  await expect(screen).toShow('Location is currently inactive');
  await press(/^Place/);
  await expect(screen).toShow(/This code is wrong or has expired/);
  await press(/^Place/);
  await screen.findByRole('dialog', { name: 'Is this number yours?' });
  expect(sent('createCustomerOrderCash').map((each) => each['contactCode'])).toEqual([
    undefined,
    '123456',
    '123456',
    undefined,
  ]);
});

test('a code that could not be sent shows an error, and another can be requested', async () => {
  let tries = 0;
  const { press } = await pressed({
    createCustomerOrderCash: requests,
    sendOrderCode: () =>
      ++tries === 1
        ? refusal('invalid-argument', 'No text reaches this number')
        : { channel: 'sms', to: '+19025550101', isSent: false, minutes: 10 },
  });
  await expect(screen).toShow('No text reaches this number');
  await press('Send another code');
  await expect(screen).toShow(/Please call us at \(902\) 555-0123/);
  await press('Back');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Is this number yours?' })).toBeNull());
  expect((await field(/^Full Name/)).value).toBe('Asha Rao');
});
