import { KEY_AREAS } from '@tiffin/domain/people';
import { expect, test } from 'vitest';
import { scopeOf } from './areas.ts';
import type { Call } from './call.ts';
import { calls } from './calls.ts';

const all = Object.entries<Call>(calls);

test.each([
  ['getLocationOrders', 'orders:read'],
  ['createCustomerOrderCash', 'orders:write'],
  ['updateOrderStatus', 'orders:write'],
  ['quoteOrder', 'orders:read'],
  ['getAllReservations', 'reservations:read'],
  ['createReservation', 'reservations:write'],
  ['getLocationMenu', 'menu:read'],
  ['setStock', 'menu:write'],
  ['refundAmount', 'payments:write'],
  ['getDashboardStats', 'reports:read'],
  ['createApiKey', 'access:write'],
  ['getAuditLog', 'settings:read'],
] as const)('%s needs the scope %s', (name, scope) => {
  expect(scopeOf(calls[name])).toBe(scope);
});

test('every area of scopes has calls', () => {
  const areas = new Set(all.map(([, call]) => scopeOf(call).split(':')[0]));
  expect(areas).toEqual(new Set(KEY_AREAS));
});

test('only these posted calls read', () => {
  expect(all.flatMap(([name, { method, isRead }]) => (method === 'post' && isRead ? [name] : [])).toSorted()).toEqual([
    'getOrderBySessionId',
    'previewClaim',
    'previewEmail',
    'previewFileImport',
    'previewMenuImport',
    'previewPromotion',
    'previewRefund',
    'quoteDelivery',
    'quoteOrder',
    'validatePricing',
  ]);
  expect(all.filter(([, { method, isRead }]) => method === 'get' && isRead)).toEqual([]);
});
