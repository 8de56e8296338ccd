import { Outlet } from 'react-router';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { guest, rootData } from '../../testing/samples.ts';
import { openPages } from '../../testing/show.tsx';
import { Link } from '../../ui/link.tsx';
import { useCheckoutLink } from './checkout-link.ts';

const Cart = () => <Link {...useCheckoutLink('truro')}>Checkout</Link>;
const Frame = () => <Outlet />;

function open(me: typeof guest | null) {
  const choices: string[] = [];
  const login = {
    default: () => <p>Sign in first</p>,
    action: async ({ request }: { request: Request }) => {
      const from = new URL(request.url).searchParams.get('from');
      choices.push(`${(await request.formData()).get('guest') as string} ${from}`);
      return null;
    },
  };
  const pages = { '/': { default: Cart }, '/login': login, '/checkout': { default: () => <p>The checkout</p> } };
  return { ...openPages(Frame, pages, '/', {}, me), choices };
}

test('a guest chooses to continue without an account by pressing “Checkout”', async () => {
  const { press, choices } = open(null);
  await press('Checkout', 'link');
  await vi.waitFor(() => expect(choices).toEqual(['yes /checkout?location=truro']));
});

test.each(['a customer', 'a guest of a restaurant that requires accounts', 'an offline guest'])(
  '%s follows the link',
  async (who) => {
    if (who.includes('requires')) vi.spyOn(rootData.site, 'guestCheckout', 'get').mockReturnValue(false);
    const { press, choices } = open(who === 'a customer' ? guest : null);
    if (who.includes('offline')) {
      vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
      vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
    }
    await press('Checkout', 'link');
    await expect(screen).toShow('The checkout');
    expect(choices).toEqual([]);
  },
);
