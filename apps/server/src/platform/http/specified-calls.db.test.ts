import { calls, type CallName } from '@tiffin/contract';
import { SYSTEM_ACTOR } from '@tiffin/domain/people';
import { expect, test } from 'vitest';
import { transaction } from '../db/transaction.ts';
import { addApiKey } from '../../modules/people/api-keys.ts';
import { SITE_KEY, testServer } from '../../testing/server.ts';

const server = await testServer();
const customer = await server.signIn('customer@demo.test');
const machine = await transaction(server.context.db, (tx) =>
  addApiKey(server.context, tx, { actor: SYSTEM_ACTOR, from: null }, { name: 'Till', kind: 'admin' }),
);
const adminKey = { 'x-api-key': machine.key };

const ask = (method: string, name: string, as: Record<string, string> = {}) =>
  server.fetch(
    `/api/${name}`,
    method === 'POST' ? { method, headers: { 'content-type': 'application/json' }, body: '{}' } : { method },
    as,
  );

const CUSTOMER_CALLS = [
  ['POST', 'createCustomerOrderCash'],
  ['POST', 'createCustomerPayment'],
  ['GET', 'getCustomerOrderDetails'],
  ['POST', 'getOrderBySessionId'],
  ['POST', 'validatePricing'],
  ['POST', 'sendReservationConfirmation'],
] as const;
const ADMIN_CALLS = [
  ['POST', 'createAdminOrderCash'],
  ['POST', 'createAdminOrderOnline'],
  ['POST', 'createAdminPaymentLink'],
  ['POST', 'updateOrderStatus'],
  ['GET', 'getOrderDetails'],
  ['POST', 'updateOrderPaymentStatus'],
  ['POST', 'cancelOrder'],
  ['POST', 'sendCustomSMS'],
  ['GET', 'getSMSTemplates'],
  ['POST', 'sendEmail'],
  ['POST', 'sendBulkEmail'],
  ['GET', 'getEmailTemplates'],
  ['POST', 'previewEmail'],
  ['GET', 'getEmailStats'],
  ['GET', 'getMetrics'],
  ['POST', 'resetMetrics'],
  ['GET', 'getLocationOrders'],
  ['GET', 'getLocationOrderCounts'],
  ['POST', 'updateMultipleOrderStatuses'],
  ['POST', 'processOrderPayment'],
  ['POST', 'retryFailedWebhook'],
] as const;

test.each([...CUSTOMER_CALLS, ...ADMIN_CALLS])(
  '%s %s returns JSON under /api and allows no other method [C-API-01]',
  async (method, name: CallName) => {
    expect(calls[name].path).toBe(`/${name}`);
    for (const as of [{}, adminKey]) {
      const answer = await ask(method, name, as);
      expect(answer.status).not.toBe(405);
      expect(answer.headers.get('content-type')).toContain('application/json');
      expect(await answer.json()).toHaveProperty('success');
    }
    const other = await ask(method === 'GET' ? 'POST' : 'GET', name, adminKey);
    expect([other.status, other.headers.get('allow')]).toEqual([405, method]);
  },
);

test.each(CUSTOMER_CALLS)('%s %s needs the customer key and accepts it [C-API-15] [C-API-17]', async (method, name) => {
  expect((await ask(method, name)).status).toBe(401);
  expect((await ask(method, name, { 'x-api-key': 'pk_other' })).status).toBe(401);
  expect([401, 403]).not.toContain((await ask(method, name, SITE_KEY)).status);
});

test.each(ADMIN_CALLS)(
  '%s %s needs more than the customer key and accepts an admin key [C-API-13] [C-API-14] [C-API-16]',
  async (method, name) => {
    expect((await ask(method, name)).status).toBe(401);
    expect((await ask(method, name, SITE_KEY)).status).toBe(401);
    expect((await ask(method, name, customer)).status).toBe(403);
    expect([401, 403]).not.toContain((await ask(method, name, adminKey)).status);
  },
);
