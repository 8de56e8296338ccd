import { expect, test } from 'vitest';
import type { ZonedRequest } from '../../orders/pricing/delivery-zone.ts';
import { toSnapshotRequest } from './open-session.ts';

test('a session stores every field that the order needs and none that only the price needed', () => {
  const order = { orderType: 'pickup', vehicle: 'Blue Honda', specialInstructions: 'No onions', napkins: 4 };
  const shownReadyBy = new Date('2026-11-20T22:25:00Z');
  const requestOnlyFields = {
    items: [],
    tip: 500,
    welcomeCode: 'HELLO',
    contactCode: '123456',
    cartId: 'c',
    shownReadyBy,
  };
  const wantedFor = new Date('2026-11-20T22:30:00Z');
  const request = { ...order, ...requestOnlyFields, wantedFor } as unknown as ZonedRequest;
  expect(toSnapshotRequest(request)).toEqual({ ...order, wantedFor: '2026-11-20T22:30:00.000Z' });
});
