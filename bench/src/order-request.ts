import { createClient } from '@tiffin/client';
import { payloadFor } from '@tiffin/server/testing/order-payload';
import { signIn } from '@tiffin/server/testing/sign-in';

export interface OrderRequest {
  readonly headers: Record<string, string>;
  readonly body: string;
  /** The dishes of the order. */
  readonly dishes: readonly string[];
}

/**
 * A signed-in guest's request for an order of three dishes, ready to be sent repeatedly. With `options`, each dish has
 * the first option of that many groups.
 */
export async function signedInOrder(url: string, options = 0): Promise<OrderRequest> {
  const api = createClient({ baseUrl: url });
  const query = { locationId: 'truro' };
  const { location } = await api.call('getLocation', { query });
  const menu = await api.call('getLocationMenu', { query });
  const dishes = menu.items.filter(({ isAvailable }) => isAvailable).slice(0, 3);
  const choices = dishes.map(({ id, optionGroups }) => {
    const chosen = optionGroups.flatMap(({ id: groupId, options: [first] }) =>
      first ? [{ groupId, optionId: first.id, units: 1 }] : [],
    );
    return [id, options > 0 ? { options: chosen.slice(0, options) } : {}] as const;
  });
  const payload = payloadFor(location, menu, {
    dishes: Object.fromEntries(dishes.map(({ id }) => [id, 1])),
    choices: Object.fromEntries(choices),
  });
  return {
    dishes: dishes.map(({ id }) => id),
    headers: {
      'content-type': 'application/json',
      cookie: await cookieOf(url, 'customer@demo.test'),
    },
    // The kitchen may be closed at this time.
    body: JSON.stringify({ ...payload, agreesToWait: true }),
  };
}

/** Places an order as a guest without an account and returns the path of its page. */
export async function placeOrder(url: string): Promise<string> {
  const api = createClient({ baseUrl: url, apiKey: 'pk_demo' });
  const query = { locationId: 'truro' };
  const { location } = await api.call('getLocation', { query });
  const menu = await api.call('getLocationMenu', { query });
  const body = { ...payloadFor(location, menu), agreesToWait: true };
  const { orderId, order } = await api.call('createCustomerOrderCash', { body });
  return `/orders/${orderId}?token=${order.metadata.orderToken}`;
}

/** A session of staff at a location's board. */
export const staffCookie = (url: string): Promise<string> => cookieOf(url, 'staff.truro@demo.test');

/** A session of an admin. */
export const adminCookie = (url: string): Promise<string> => cookieOf(url, 'admin@demo.test');

/** Creates an account and returns its session. */
export async function newGuest(url: string, email: string): Promise<string> {
  const password = 'Good-pass-1';
  const answer = await fetch(`${url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ name: 'Guest', email, password }),
  });
  if (!answer.ok) throw new Error(`sign-up of ${email}: ${answer.status} ${await answer.text()}`);
  return (await signIn(url, email, password))['cookie'] ?? '';
}

async function cookieOf(url: string, email: string): Promise<string> {
  return (await signIn(url, email))['cookie'] ?? '';
}
