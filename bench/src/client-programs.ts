/** What each program does with its client: order from a quote, book a table, pay the order and refund it. */
const DATA = `
const customerInfo = { name: 'Asha Menon', email: 'guestGUEST@example.com', phone: '(902) 555-017GUEST' };
const items = [{ id: 'mango-lassi', name: 'Mango Lassi', price: 5.95, quantity: 2 }];
const orderType = 'pickup' as const;
const cart = { locationId: 'truro', orderType, items };
const locationInfo = { id: 'truro', name: 'Truro Heights' };
const table = { locationId: 'truro', date: '2026-11-2GUEST', time: '18:00', partySize: 2, customerInfo };
const reason = 'The ice was missing';
`;

/** Each client is another guest on another day, because a repeated order or reservation is refused. */
const dataOf = (guest: 1 | 2 | 3) => DATA.replaceAll('GUEST', String(guest));

const HEY_API = `
import { createCustomerOrderCash, createReservation, processOrderPayment, quoteOrder, refundAmount } from './hey-api';
import { createClient } from './hey-api/client';
${dataOf(1)}
export async function orderBookRefund(baseUrl: string, apiKey: string) {
  const client = createClient({ baseUrl: baseUrl + '/api', auth: apiKey });
  const rest = { client, throwOnError: true as const };
  const { pricing } = (await quoteOrder({ ...rest, body: cart })).data;
  const body = { customerInfo, items, orderType, locationInfo, pricing };
  const { orderId } = (await createCustomerOrderCash({ ...rest, body })).data;
  const { reservation } = (await createReservation({ ...rest, body: table })).data;
  const { amount } = (await processOrderPayment({ ...rest, body: { orderId } })).data;
  await refundAmount({ ...rest, body: { orderId, amount, reason } });
  return { orderId, amount, reservationId: reservation.reservationId };
}
`;

const SWAGGER_TYPESCRIPT_API = `
import { Api } from './swagger-typescript-api/api';
${dataOf(2)}
export async function orderBookRefund(baseUrl: string, apiKey: string) {
  const api = new Api({ baseUrl: baseUrl + '/api', baseApiParams: { headers: { 'x-api-key': apiKey } } });
  const { pricing } = (await api.quoteOrder.quoteOrder(cart)).data;
  const order = { customerInfo, items, orderType, locationInfo, pricing };
  const { orderId } = (await api.createCustomerOrderCash.createCustomerOrderCash(order)).data;
  const { reservation } = (await api.createReservation.createReservation(table)).data;
  const { amount } = (await api.processOrderPayment.processOrderPayment({ orderId })).data;
  await api.refundAmount.refundAmount({ orderId, amount, reason });
  return { orderId, amount, reservationId: reservation.reservationId };
}
`;

const OURS = `
import { createClient } from '@tiffin/client';
${dataOf(3)}
export async function orderBookRefund(baseUrl: string, apiKey: string) {
  const api = createClient({ baseUrl, apiKey });
  const { pricing } = await api.call('quoteOrder', { body: cart });
  const body = { customerInfo, items, orderType, locationInfo, pricing };
  const { orderId } = await api.call('createCustomerOrderCash', { body });
  const { reservation } = await api.call('createReservation', { body: table });
  const { amount } = await api.call('processOrderPayment', { body: { orderId } });
  await api.call('refundAmount', { body: { orderId, amount, reason } });
  return { orderId, amount, reservationId: reservation.reservationId };
}
`;

interface ClientProgram {
  readonly name: string;
  /** The command that generates the client from `openapi.json`, run by npx; null for our own package. */
  readonly generate: { readonly packages: readonly string[]; readonly command: readonly string[] } | null;
  readonly text: string;
}

export const CLIENT_PROGRAMS: readonly ClientProgram[] = [
  {
    name: 'hey-api',
    // It calls the compiler, whose newest version has no API for programs.
    generate: {
      packages: ['@hey-api/openapi-ts@0.99.0', 'typescript@5.9.3'],
      command: ['openapi-ts', '-i', 'openapi.json', '-o', 'hey-api'],
    },
    text: HEY_API,
  },
  {
    name: 'swagger-typescript-api',
    generate: {
      packages: ['swagger-typescript-api@13.13.0'],
      command: 'swagger-typescript-api generate -p openapi.json -o swagger-typescript-api -n api.ts'.split(' '),
    },
    text: SWAGGER_TYPESCRIPT_API,
  },
  { name: 'tiffin', generate: null, text: OURS },
];
