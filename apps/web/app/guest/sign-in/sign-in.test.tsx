import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { redirect } from 'react-router';
import type { FailureCode } from '@tiffin/domain/core';
import Frame from '../../routes/guest/sign-in-frame.tsx';
import * as login from '../../routes/guest/login.tsx';
import * as forgot from '../../routes/guest/forgot-password.tsx';
import * as signup from '../../routes/guest/signup.tsx';
import { toast } from '../../ui/toasts.ts';
import { refusal, type Answers } from '../../testing/network.ts';
import { rootData, truro } from '../../testing/samples.ts';
import { field, openPages, typeIn } from '../../testing/show.tsx';

const pages = { '/login': login, '/forgot-password': forgot, '/signup': signup };
const open = (at: keyof typeof pages, answers: Answers = {}) => openPages(Frame, pages, at, answers);

const authAnswers = (call: string, answer: Response) => ({ [call]: answer }) as Answers;

test.each<[string, FailureCode, string]>([
  ['[C-ERR-10]', 'user-not-found', 'No account found with this email address.'],
  ['[C-ERR-11]', 'wrong-password', 'Incorrect password. Please try again.'],
  ['[C-ERR-14]', 'invalid-email', 'Please enter a valid email address.'],
  ['[C-ERR-15]', 'too-many-requests', 'Too many failed attempts. Please try again later.'],
])('%s signing in that fails with %s shows: %s', async (_fact, code, words) => {
  const { press } = open('/login', authAnswers('auth/sign-in/email', refusal(code)));
  await typeIn(/^Email/, 'asha@example.test');
  await typeIn(/^Password/, 'Secret-1!');
  await press('Sign in');
  await expect(screen).toShow(new RegExp(words.replaceAll('.', '\\.')));
});

test.each<[string, FailureCode, string]>([
  ['[C-ERR-12]', 'email-already-in-use', 'An account with this email already exists.'],
  ['[C-ERR-13]', 'weak-password', 'Password should be at least 6 characters long.'],
])('%s signing up that fails with %s shows: %s', async (_fact, code, words) => {
  const { press } = open('/signup', authAnswers('auth/sign-up/email', refusal(code)));
  await typeIn(/^Full Name/, 'Asha Rao');
  await typeIn(/^Email/, 'asha@example.test');
  await typeIn(/^Password/, 'Secret-Pass-1!');
  await press('Create account');
  await expect(screen).toShow(new RegExp(words.replaceAll('.', '\\.')));
});

test('signing in without a connection keeps the page and says why [C-ERR-16]', async () => {
  const lost = () => Promise.reject(new TypeError('Failed to fetch'));
  const { press } = open('/login', { 'auth/sign-in/email': lost } as Answers);
  await typeIn(/^Email/, 'asha@example.test');
  await typeIn(/^Password/, 'Secret-1!');
  await press('Sign in');
  await expect(screen).toShow('Network error. Please check your connection.');
  expect((await field(/^Email/)).value).toBe('asha@example.test');
});

function fillCart() {
  const dal = { id: 'dal', name: 'Dal Tadka', price: 10, quantity: 1, maxQuantity: 10, cartKey: 'dal-default' };
  localStorage.setItem('sizzle_spice_location_carts', JSON.stringify({ truro: [dal] }));
}

const menus = {
  '/menu': { default: () => <p>The first menu</p> },
  '/menu/truro': { default: () => <p>The menu of Truro</p> },
};

test.each([
  ['/checkout', 'The first menu'],
  ['/checkout?location=truro', 'The menu of Truro'],
  ['/checkout?location=nowhere', 'The first menu'],
])(
  'a visitor who is on the way to an empty %s gets to the menu, with a notice that is no error',
  async (from, menu) => {
    const error = vi.spyOn(toast, 'error');
    openPages(Frame, { '/login': login, ...menus }, `/login?from=${encodeURIComponent(from)}`, {});
    await expect(screen).toShow(menu);
    await expect(screen).toShow('Your cart is empty. Please add items before placing an order.');
    expect(error).not.toHaveBeenCalled();
  },
);

test.each([
  ['/checkout', true],
  ['/checkout?location=truro', true],
  ['/dashboard', false],
])('a visitor who is on the way to %s stays on the sign-in page (with a filled cart: %s)', async (from, hasCart) => {
  if (hasCart) fillCart();
  openPages(Frame, { '/login': login, ...menus }, `/login?from=${encodeURIComponent(from)}`, {});
  await screen.findByLabelText(/^Password/);
  await new Promise(requestAnimationFrame);
  expect(screen.queryByLabelText(/^Password/)).not.toBeNull();
});

test('a guest who continues without an account sees a spinner on that button only', async () => {
  fillCart();
  const never = () => new Promise<never>(() => {});
  const { press } = openPages(Frame, { '/login': { ...login, action: never } }, '/login?from=/checkout', {});
  await press('Continue without an account');
  const button = (name: string) => screen.getByRole('button', { name });
  await waitFor(() => expect(button('Continue without an account').getAttribute('aria-busy')).toBe('true'));
  expect(button('Sign in').getAttribute('aria-busy')).not.toBe('true');
});

test('a guest who signs in sees a spinner on that button only', async () => {
  fillCart();
  const never = () => new Promise<never>(() => {});
  const { press } = openPages(Frame, { '/login': { ...login, action: never } }, '/login?from=/checkout', {});
  await press('Sign in');
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Signing in…' }).getAttribute('aria-busy')).toBe('true'),
  );
  expect(screen.getByRole('button', { name: 'Continue without an account' }).getAttribute('aria-busy')).not.toBe(
    'true',
  );
});

const isBefore = (first: Element, second: Element) =>
  Boolean(first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING);

test.each([
  ['/login', true],
  ['/login?step=sign-in', false],
  ['/login?from=/dashboard', false],
])('%s begins with ordering and booking: %s', async (at, begins) => {
  openPages(Frame, { '/login': login }, at, {});
  const order = await screen.findByRole('link', { name: /^Order/ });
  const table = await screen.findByRole('link', { name: /^Book a table/ });
  expect([order, table].map((link) => link.getAttribute('href'))).toEqual(['/menu', '/reservations']);
  expect([order, table].map((link) => isBefore(link, screen.getByLabelText(/^Password/)))).toEqual([begins, begins]);
});

test('a new account reads what it gets for agreeing to offers, and nothing once the offer is stopped', async () => {
  open('/signup');
  await expect(screen).toShow(/The first one takes 10% off your first order\.$/);
  cleanup();
  const stopped = { ...rootData.site, welcomePercent: undefined };
  vi.spyOn(rootData, 'site', 'get').mockReturnValue(stopped);
  open('/signup');
  await field(/^Full Name/);
  expect(screen.queryByText(/off your first order/)).toBeNull();
  vi.restoreAllMocks();
});

test('a restaurant without tables offers none', async () => {
  vi.spyOn(rootData, 'locations', 'get').mockReturnValue([{ ...truro, services: ['pickup'] }]);
  open('/login');
  await screen.findByRole('link', { name: /^Order/ });
  expect(screen.queryByRole('link', { name: /^Book a table/ })).toBeNull();
  vi.restoreAllMocks();
});

test('an open location says when an order would be ready, a closed one when it opens', async () => {
  open('/login');
  await expect(screen).toShow(/^Pickup or delivery, ready about \d/);
  cleanup();
  vi.spyOn(rootData, 'locations', 'get').mockReturnValue([{ ...truro, isOpen: false, openText: 'Opens at noon' }]);
  open('/login');
  await expect(screen).toShow('Opens at noon');
  vi.restoreAllMocks();
});

test('with a cart the page begins with the way to its checkout, and says what is in it', async () => {
  fillCart();
  const action = async ({ request }: { request: Request }) => {
    const form = await request.formData();
    return redirect(form.has('guest') ? (new URL(request.url).searchParams.get('from') ?? '') : '/');
  };
  const checkout = { default: () => <p>The checkout</p> };
  const { press } = openPages(Frame, { '/login': { ...login, action }, '/checkout': checkout }, '/login', {});
  await expect(screen).toShow('1 item at Truro Heights');
  await expect(screen).toShow('Your order is still here.');
  expect(screen.queryByRole('link', { name: /^Order/ })).toBeNull();
  await press('Continue without an account');
  await expect(screen).toShow('The checkout');
});

test('staff on the way to the back office read nothing about ordering', async () => {
  openPages(Frame, { '/login': login }, '/login?from=/admin/dashboard', {});
  await expect(screen).toShow('Sign in to the back office.');
  expect(screen.queryByRole('link', { name: /^(Order|Book a table)/ })).toBeNull();
});

/** The error below a field of the form. */
const errorAt = async (label: RegExp) => {
  const at = await field(label);
  const ids = (at.getAttribute('aria-describedby') ?? '').split(' ');
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
};

test('a new account requires a name and a password [C-AUTH-08] [C-AUTH-12]', async () => {
  const { press } = open('/signup');
  await typeIn(/^Email/, 'asha@example.test');
  await press('Create account');
  await waitFor(async () => expect(await errorAt(/^Full Name/)).toContain('Name is required'));
  expect(await errorAt(/^Password/)).toContain('Password is required');
});

test('a name needs two letters, a password four of five checks [C-AUTH-10] [C-AUTH-13]', async () => {
  const { press } = open('/signup');
  await typeIn(/^Full Name/, ' A ');
  await typeIn(/^Email/, 'asha@example.test');
  await typeIn(/^Password/, 'abcdefg1');
  await press('Create account');
  await waitFor(async () => expect(await errorAt(/^Full Name/)).toContain('Name must be at least 2 characters'));
  expect(await errorAt(/^Password/)).toContain('Password must meet at least 4 security requirements');
});

test('shows five checks and the strength of the password while the guest types [C-AUTH-09] [C-AUTH-11]', async () => {
  open('/signup');
  const missing = () => screen.getAllByRole('listitem').filter(({ textContent }) => textContent?.endsWith('missing'));
  await field(/^Password/);
  expect(missing()).toHaveLength(5);
  const strength: [string, string, number][] = [
    ['ab', 'Weak', 4],
    ['abcdefg1', 'Medium', 2],
    ['Abcdefg1', 'Medium', 1],
    ['Abcdefg1!', 'Strong', 0],
  ];
  for (const [typed, word, left] of strength) {
    await typeIn(/^Password/, typed);
    expect(screen.getByText('Password strength:').parentElement?.textContent).toContain(word);
    expect(missing()).toHaveLength(left);
  }
});

test('a new account with several errors shows them at all fields at once', async () => {
  const { press, sent } = open('/signup');
  await typeIn(/^Full Name/, 'Asha 🌶️');
  await typeIn(/^Email/, 'nowhere');
  await typeIn(/^Password/, 'abc');
  await press('Create account');
  await expect(screen).toShow('Name contains invalid characters');
  await expect(screen).toShow('Invalid email format');
  // The list beside the field is checked first, the minimum length after it.
  await expect(screen).toShow('Password must meet at least 4 security requirements');
  await typeIn(/^Password/, 'Ab1!x');
  await press('Create account');
  await expect(screen).toShow('Password should be at least 6 characters long.');
  expect(sent('auth/sign-up/email' as never)).toEqual([]);
});

test.each([
  ['letters, as they are written anywhere', 'Zoë O’Brien-Łukasz Jr.', null],
  ['one letter', 'A', 'Name must be at least 2 characters'],
  ['fifty letters', 'A'.repeat(50), 'Name must be less than 50 characters'],
  ['figures', 'Asha 2', 'Name contains invalid characters'],
])('validates the name of a new account like the checkout: %s', async (_what, name, words) => {
  const { press, sent } = open('/signup', authAnswers('auth/sign-up/email', refusal('email-already-in-use')));
  await typeIn(/^Full Name/, name);
  await typeIn(/^Email/, 'asha@example.test');
  await typeIn(/^Password/, 'Secret-Pass-1!');
  await press('Create account');
  await expect(screen).toShow(words ?? 'An account with this email already exists.');
  expect(sent('auth/sign-up/email' as never)).toHaveLength(words === null ? 1 : 0);
});

test.each([
  [['email', 'sms'], /we send you a link/, 'Check your inbox.'],
  [['sms'], /call us at \(902\) 555-0100/, 'Ask us for the link.'],
  [[], /call us at \(902\) 555-0100/, 'Ask us for the link.'],
] as const)(
  'where the restaurant can send %o, the page for a forgotten password says what happens',
  async (sends, before, after) => {
    vi.spyOn(rootData.site, 'sends', 'get').mockReturnValue([...sends]);
    const { press } = open('/forgot-password', authAnswers('auth/request-password-reset', Response.json({})));
    await expect(screen).toShow(before);
    await typeIn(/^Email/, 'asha@example.test');
    await press('Send the link');
    await expect(screen).toShow(after);
  },
);

test('the address typed at sign-in is prefilled on the page for a forgotten password', async () => {
  const { press } = open('/login');
  await typeIn(/^Email/, 'asha@example.test');
  await press('Forgot password?', 'link');
  await expect(screen).toShow('Send the link');
  expect((await field(/^Email/)).value).toBe('asha@example.test');
});

test('the typed address is cleared for the next person at the sign-in page', async () => {
  open('/login');
  await typeIn(/^Email/, 'asha@example.test');
  cleanup();
  open('/login');
  expect((await field(/^Email/)).value).toBe('');
});

test('signs in with a passkey where the browser supports it; cancelling changes nothing', async () => {
  vi.stubGlobal('PublicKeyCredential', function PublicKeyCredential() {});
  const browserDoes = (get: () => Promise<unknown>) =>
    Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get } });
  browserDoes(() => Promise.reject(new DOMException('no', 'NotAllowedError')));
  const { press, sent, answer } = open('/login', {
    createPasskeyChallenge: { options: { challenge: 'AAAA', rpId: 'localhost' } },
    signInWithPasskey: refusal('wrong-passkey'),
  });
  await typeIn(/^Email/, 'asha@example.test');
  await press('Sign in with a passkey');
  await expect(screen).toShow(/No passkey was used/);
  expect(sent('signInWithPasskey')).toEqual([]);
  browserDoes(() =>
    Promise.resolve({
      id: 'AQID',
      rawId: Uint8Array.of(1, 2, 3).buffer,
      type: 'public-key',
      response: {
        clientDataJSON: Uint8Array.of(4).buffer,
        authenticatorData: Uint8Array.of(5).buffer,
        signature: Uint8Array.of(6).buffer,
        userHandle: null,
      },
      getClientExtensionResults: () => ({}),
    }),
  );
  await press('Sign in with a passkey');
  await expect(screen).toShow(/This passkey did not work/);
  expect(sent('signInWithPasskey')).toMatchObject([{ proof: { id: 'AQID', response: { signature: 'Bg' } } }]);
  expect((await field(/^Email/)).value).toBe('asha@example.test');
  answer({ signInWithPasskey: { name: 'Asha Rao' } });
  await press('Sign in with a passkey');
  await expect.poll(() => sent('getMe').length).toBeGreaterThan(1);
});

test('the sign-in page offers the service for staff by its name', async () => {
  vi.spyOn(rootData.site, 'staffSignIn', 'get').mockReturnValue({ name: 'Acme ID' });
  open('/login');
  const button = await screen.findByRole('button', { name: 'Sign in with Acme ID' });
  expect(button.getAttribute('name')).toBe('provider');
  expect(button.getAttribute('value')).toBe('oidc');
  cleanup();
  open('/signup');
  await screen.findByRole('button', { name: 'Create account' });
  expect(screen.queryByText(/Acme ID/)).toBeNull();
});

test('the sign-in page is painted when all of it has arrived', async () => {
  open('/login');
  const form = (await screen.findByLabelText(/^Password/)).closest('form');
  const wait = document.querySelector('link[rel="expect"]');
  expect(wait?.getAttribute('blocking')).toBe('render');
  const end = document.querySelector(wait?.getAttribute('href') ?? 'nothing');
  expect(form && end && form.compareDocumentPosition(end)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test('a page without TLS of a site with TLS says that signing in does not work there, and leads on', async () => {
  const { publicUrl } = rootData;
  onTestFinished(() => void Object.assign(rootData, { publicUrl }));
  Object.assign(rootData, { publicUrl: 'https://spice.test' });
  open('/login');
  const link = await screen.findByRole('link', { name: 'Continue at https://spice.test' });
  expect(link.getAttribute('href')).toBe(`https://spice.test${location.pathname}`);
  Object.assign(rootData, { publicUrl });
  cleanup();
  open('/login');
  await screen.findByRole('button', { name: 'Sign in' });
  expect(screen.queryByText('Signing in does not work at this address.')).toBeNull();
});
