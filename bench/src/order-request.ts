import { getLocation } from '@tiffin/contract/locations';
import { getLocationMenu } from '@tiffin/contract/menu';
import { payloadFor } from '@tiffin/server/testing/order-payload';
import { signIn } from '@tiffin/server/testing/sign-in';
import { z } from 'zod';

/** What a signed-in guest's browser sends for an order of three dishes, ready to be sent again and again. */
export async function signedInOrder(url: string): Promise<{ headers: Record<string, string>; body: string }> {
  const { location } = await get(`${url}/api/getLocation?locationId=truro`, getLocation.answer);
  const menu = await get(`${url}/api/getLocationMenu?locationId=truro`, getLocationMenu.answer);
  const payload = payloadFor(location, menu);
  return {
    headers: {
      'content-type': 'application/json',
      // the load makes each of them another
      'idempotency-key': 'order [<id>] of the load',
      cookie: await cookieOf(url, 'customer@demo.test'),
    },
    // The clock may say that the kitchen is closed.
    body: JSON.stringify({ ...payload, agreesToWait: true }),
  };
}

/** Somebody at a location's board. */
export const staffCookie = (url: string): Promise<string> => cookieOf(url, 'staff.truro@demo.test');

/** Somebody who may look at everything. */
export const adminCookie = (url: string): Promise<string> => cookieOf(url, 'admin@demo.test');

async function get<T>(url: string, answer: z.ZodType<T>): Promise<T> {
  return answer.parse(await (await fetch(url)).json());
}

async function cookieOf(url: string, email: string): Promise<string> {
  return (await signIn(url, email))['cookie'] ?? '';
}
