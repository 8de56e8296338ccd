import { expect, test } from 'vitest';
import type { PlacedRequest } from '../pricing/draft-order.ts';
import { requestToKeep } from './open-session.ts';

test('a payment keeps whatever is said of its order, and nothing that only its price was asked with', () => {
  const order = { orderType: 'pickup', vehicle: 'Blue Honda', specialInstructions: 'No onions', napkins: 4 };
  const asked = { items: [], tip: 500, welcomeCode: 'HELLO', contactCode: '123456', cartId: 'c' };
  const wantedFor = new Date('2026-11-20T22:30:00Z');
  const request = { ...order, ...asked, wantedFor } as unknown as PlacedRequest;
  expect(requestToKeep(request)).toEqual({ ...order, wantedFor: '2026-11-20T22:30:00.000Z' });
});
