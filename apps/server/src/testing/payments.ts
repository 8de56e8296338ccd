import type { InputOf } from '@tiffin/contract';
import { sql } from 'kysely';
import type { PostEvent } from '../adapters/payment/gateway.ts';
import { Sandbox } from '../adapters/payment/sandbox/sandbox-gateway.ts';
import { CARDS } from './cards.ts';
import { SITE_KEY, type Caller, type TestServer } from './server.ts';

/** The order payload that API calls take. */
export type OrderData = InputOf<'createCustomerPayment'>['body']['orderData'];

/** Failures of the provider. */
interface SimulatedFailures {
  down: boolean;
  /** Requests take effect, but their responses are lost. */
  losesAnswers: boolean;
}

export interface Till {
  readonly sandbox: Sandbox;
  readonly failures: SimulatedFailures;
  /** An order payload at menu prices, with a tip. */
  payload(change?: Partial<OrderData>): Promise<OrderData>;
  /** Starts a guest's card payment and returns its session. */
  start(as?: Caller, change?: Partial<OrderData>): Promise<{ sessionId: string; paymentUrl: string }>;
  /** Submits the form of the provider's page. */
  press(paymentUrl: string, fields: Record<string, string>): Promise<Response>;
  pay(paymentUrl: string, card?: string): Promise<Response>;
  /** Delivers the provider's due events and returns their number. */
  deliver(): Promise<number>;
  counts(): Promise<{ orders: number; payments: number; refunds: number; created: number }>;
}

/** An order payload at menu prices, with a tip. */
export async function orderData(server: TestServer, change: Partial<OrderData> = {}): Promise<OrderData> {
  const dishes = await server.context.db
    .selectFrom('menu_items')
    .selectAll()
    .where('location_id', '=', 'truro')
    .where('is_available', '=', true)
    .orderBy('id')
    .limit(2)
    .execute();
  const items = dishes.map((dish, index) => ({
    id: dish.id,
    name: dish.name,
    price: dish.price_cents / 100,
    quantity: index + 1,
    category: dish.category,
    description: '',
    selectedSpiceLevel: 1,
    spiceLevelName: 'Mild',
    spiceLevelId: 'mild',
    cartKey: `${dish.id}-1`,
  }));
  const body = { items, tipAmount: 3, frontendPricing: {}, locationInfo: { id: 'truro' } };
  const { pricing } = (await server.call('validatePricing', { body }, SITE_KEY)).body;
  return {
    customerInfo: { name: 'Amara Singh', email: 'amara@example.com', phone: '902-555-0142', firebaseId: null },
    items,
    locationInfo: { id: 'truro', name: 'Truro Heights' },
    orderType: 'pickup',
    paymentMethod: 'online',
    tipAmount: 3,
    pricing,
    ...change,
  };
}

/** Shared helpers for payment tests: a cart, the provider's page and its event delivery. */
export function tillOf(server: TestServer): Till {
  const { context } = server;
  if (!(context.payments instanceof Sandbox)) throw new Error('these tests pay in the sandbox');
  const sandbox = context.payments;
  const post: PostEvent = async (body, headers) =>
    (await server.fetch('/api/webhooks/sandbox', { method: 'POST', headers, body })).status;
  const deliverSome = () => sandbox.ownEvents.deliver(post);
  const failures: SimulatedFailures = { down: false, losesAnswers: false };
  const { tables } = sandbox;
  const answer = tables.answer.bind(tables);
  tables.answer = async (request) => {
    if (failures.down) throw new Error('the sandbox is down');
    const response = await answer(request);
    if (failures.losesAnswers) throw new Error('the answer of the sandbox was lost');
    return response;
  };

  const payload: Till['payload'] = (change) => orderData(server, change);
  const press: Till['press'] = (paymentUrl, fields) =>
    server.fetch(new URL(paymentUrl).pathname, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    });
  return {
    sandbox,
    failures,
    payload,
    press,
    pay: (paymentUrl, card = CARDS.pays) => press(paymentUrl, { card, action: 'pay' }),
    async start(as = SITE_KEY, change = {}) {
      const { status, body } = await server.call(
        'createCustomerPayment',
        { body: { orderData: await payload(change) } },
        as,
      );
      if (status !== 200) throw new Error(`createCustomerPayment: ${status} ${JSON.stringify(body)}`);
      return body;
    },
    async deliver() {
      let delivered = 0;
      for (let round = await deliverSome(); round > 0; round = await deliverSome()) delivered += round;
      return delivered;
    },
    async counts() {
      const { rows } = await sql<Awaited<ReturnType<Till['counts']>>>`
        select (select count(*) from orders)::int as orders, (select count(*) from payments)::int as payments,
               (select count(*) from refunds)::int as refunds,
               (select count(*) from events where type = 'order.created')::int as created
      `.execute(context.db);
      return rows[0] ?? { orders: 0, payments: 0, refunds: 0, created: 0 };
    },
  };
}
