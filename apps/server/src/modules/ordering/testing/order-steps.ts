import type { CallName, ResponseOf } from '@tiffin/contract';
import { Sandbox } from '../../../adapters/payment/sandbox/sandbox-gateway.ts';
import { CARDS } from '../../../testing/cards.ts';
import { tillOf } from '../../../testing/payments.ts';
import { SITE_KEY, type Caller, type TestServer } from '../../../testing/server.ts';
import { newDispute } from '../../../testing/stripe-shapes.ts';
import { sweepPayments } from '../../money/sessions/sweep-sessions.ts';
import type { Random } from '../../../testing/random.ts';

const MINUTE = 60_000;
const locationId = 'truro';
const DELIVERY = { address: '22 Willow Street, Truro', postalCode: 'B2N 4Z1' };
/** Its stock is counted in all histories, that of `SOMETIMES` now and then. */
export const COUNTED = 'mango-lassi';
const SOMETIMES = 'onion-bhaji';
const DISHES = [COUNTED, SOMETIMES, 'paneer-tikka', 'vegetable-samosas'];
const PLACES = [
  'createCustomerOrderCash',
  'createCustomerOrderCash',
  'createCustomerPayment',
  'createCustomerPayment',
  'createAdminOrderUnpaid',
  'createAdminOrderCash',
  'createAdminOrderOnline',
  'createAdminPaymentLink',
] as const;

export interface StepAnswer {
  readonly status: number;
  readonly body: { readonly code?: string | undefined };
}
interface PageAnswer {
  readonly paymentUrl?: string | null;
  readonly sessionId?: string | null;
  readonly giftCard?: { readonly code: string; readonly giftCardId: string } | null;
}
const DONE: StepAnswer = { status: 200, body: {} };
const NOTHING: StepAnswer = { status: 404, body: {} };
type Order = ResponseOf<'getLocationOrders'>['orders'][number];
type Step = () => Promise<StepAnswer>;

/** A location with charges, a delivery zone, promotions, counted stock and two customers with points. */
export async function orderSteps(server: TestServer, histories: number) {
  const { context, clock } = server;
  const till = tillOf(server);
  const { payments: sandbox } = context;
  if (!(sandbox instanceof Sandbox)) throw new Error('these tests pay in the sandbox');
  let callers: { staff: Caller; manager: Caller; admin: Caller; customers: Caller[] };
  /** Sign-ins end after some days of the clock. */
  async function signIn() {
    const names = ['staff.truro', 'manager.truro', 'admin', 'customer', 'customer2'];
    const [staff = {}, manager = {}, admin = {}, ...customers] = await Promise.all(
      names.map((name) => server.signIn(`${name}@demo.test`)),
    );
    callers = { staff, manager, admin, customers };
    return callers;
  }
  const { admin, ...first } = await signIn();

  async function set(name: CallName, body: object, as: Caller) {
    const answer = await server.call(name, { body }, as);
    if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`);
  }
  const zone = {
    id: 'near',
    name: 'Truro',
    area: { kind: 'prefix', prefixes: ['B2N'] },
    minimum: 0,
    freeOver: 45,
    fees: [{ from: 0, fee: 3.99 }],
    extraMinutes: 10,
    priority: 1,
    isOn: true,
  };
  const charge = { taxClass: 'charge', isVoluntary: false, staffMayRemove: true };
  const charges = [
    { ...charge, kind: 'service', orderTypes: ['pickup', 'delivery'], percent: 12.5 },
    { ...charge, kind: 'bag', orderTypes: ['pickup'], amount: 0.25 },
  ];
  await set('updateLocation', { locationId, updates: { delivery: { point: null, zones: [zone] }, charges } }, admin);
  const promotions = [
    { name: 'Five off', code: 'CODE5', effect: { kind: 'amount', of: 'order', amount: 5 } },
    { name: 'Limited', code: 'LIMITED', effect: { kind: 'percent', of: 'order', percent: 20 }, limit: 4 * histories },
    {
      name: 'Third lassi',
      conditions: [{ kind: 'dishes', ids: [COUNTED] }],
      effect: { kind: 'percent', of: 'cheapest', percent: 100, every: 3 },
    },
  ];
  for (const each of promotions) await set('savePromotion', { conditions: [], isActive: true, ...each }, admin);
  await set('setStock', { locationId, itemId: COUNTED, left: 12 }, first.manager);
  for (const customer of first.customers) {
    const userId = (await server.call('getMe', {}, customer)).body.me?.uid ?? '';
    await set('updateUser', { userId, updates: { loyaltyPoints: 2000 } }, admin);
  }

  const pages: { url: string; sessionId: string }[] = [];
  const giftCards: { code: string; giftCardId: string }[] = [];

  /** What guests and staff do: one step at random. */
  function stepOf(random: Random): Step {
    const { staff, manager, customers } = callers;
    const one = <T>(list: readonly T[]): T | undefined => (list.length > 0 ? random.pick(list) : undefined);
    const isTwice = random.chance(10);

    /** Now and then a device sends a request twice, because the first answer was lost. */
    async function send(name: CallName, body: object, as: Caller): Promise<StepAnswer> {
      const headers = { ...as, 'idempotency-key': crypto.randomUUID() };
      const press = () => server.call(name, { body }, headers);
      const [answer] = await Promise.all([press(), ...(isTwice ? [press()] : [])]);
      const { paymentUrl, sessionId, giftCard } = answer.body as PageAnswer;
      if (giftCard) giftCards.push(giftCard);
      if (paymentUrl) {
        pages.push({ url: paymentUrl, sessionId: sessionId ?? '' });
        if (random.chance(50)) await payPage();
      }
      return answer;
    }

    async function payPage(): Promise<StepAnswer> {
      const page = one(pages.slice(-4));
      if (!page) return NOTHING;
      const bad = [CARDS.declined, CARDS.refundFails, CARDS.late, CARDS.fiveTimes];
      const { status } = await till.pay(page.url, random.pick([CARDS.pays, CARDS.pays, CARDS.pays, ...bad]));
      // A guest may press again later.
      if (status === 303 && random.chance(80)) pages.splice(pages.indexOf(page), 1);
      if (random.chance(70)) await till.deliver();
      return { status, body: {} };
    }

    /** Does something with one of the newest orders, mostly one that is not cancelled. */
    const withOrder = (step: (order: Order) => StepAnswer | Promise<StepAnswer>) => async () => {
      const query = { locationId, limit: 7 };
      const { orders } = (await server.call('getLocationOrders', { query }, manager)).body;
      const live = orders.filter(({ status }) => status !== 'cancelled');
      const order = one(live.length > 0 && random.chance(80) ? live : orders);
      return order ? step(order) : NOTHING;
    };
    const billOf = async (billId: string) => (await server.call('getBill', { query: { billId } }, manager)).body.bill;
    const lineOf = ({ items }: Order) => one(items) ?? { line: 1, quantity: 1 };
    const giftCardCode = () => one(giftCards.slice(-3))?.code ?? '';

    async function place(): Promise<StepAnswer> {
      const call = random.pick(PLACES);
      const isByStaff = call.startsWith('createAdmin');
      const customer = isByStaff ? undefined : customers[random.int(0, 2)];
      const as = isByStaff ? staff : (customer ?? SITE_KEY);
      const orderType = random.chance(30) ? ('delivery' as const) : ('pickup' as const);
      const chosen = {
        orderType,
        tipAmount: random.pick([0, 0, 1.5, 3]),
        agreesToWait: true,
        promoCode: random.pick(['', '', '', 'CODE5', 'LIMITED']),
        giftCardCode: random.chance(15) ? giftCardCode() : '',
        points: customer && random.chance(30) ? 100 * random.int(1, 2) : 0,
      };
      const dishes = DISHES.filter(() => random.chance(50)).map((id) => ({ id, quantity: random.int(1, 4) }));
      const items = dishes.length > 0 ? dishes : [{ id: COUNTED, quantity: 1 }];
      const { postalCode } = DELIVERY;
      const quote = await server.call('quoteOrder', { body: { locationId, ...chosen, items, postalCode } }, as);
      if (quote.status !== 200) return quote;
      const { lines, pricing } = quote.body;
      const orderData = {
        ...chosen,
        customerInfo: { name: 'Amara Singh', email: `amara${random.int(1, 3)}@example.test`, phone: '902 555 0142' },
        items: items.map((item, at) => ({ ...item, name: lines[at]?.name ?? '', price: lines[at]?.price ?? 0 })),
        locationInfo: { id: locationId, name: 'Truro Heights' },
        ...(orderType === 'delivery' && { deliveryInfo: DELIVERY }),
        pricing,
      };
      if (call === 'createCustomerPayment') {
        return send(call, { orderData: { ...orderData, paymentMethod: 'online' } }, as);
      }
      if (call === 'createAdminPaymentLink') return send(call, { orderData }, as);
      return send(call, { ...orderData, ...(call === 'createAdminOrderCash' && { cashConfirmed: true }) }, as);
    }

    const change = withOrder((order) => {
      const { orderId, version, metadata } = order;
      const { line } = lineOf(order);
      const quantity = random.int(1, 4);
      const changes = [
        { change: [{ line, quantity }] },
        { change: [{ line, quantity }] },
        { remove: [line] },
        { add: [{ id: random.pick(DISHES), quantity }] },
        { add: [{ id: random.pick(DISHES), quantity: 1 }], remove: [line] },
      ];
      if (random.chance(40)) {
        return send('changeOrder', { orderId, version, token: metadata.orderToken, ...random.pick(changes) }, SITE_KEY);
      }
      const changesOfStaff = [
        { orderType: 'delivery', deliveryInfo: DELIVERY },
        { orderType: 'pickup' },
        { add: [{ id: COUNTED, quantity: 3 }], sellAnyway: [COUNTED] },
      ];
      const body = { orderId, version, why: 'Wrong', ...random.pick([...changes, ...changesOfStaff]) };
      return send('changeOrder', body, manager);
    });

    const status = withOrder(({ orderId }) =>
      send('updateOrderStatus', { orderId, status: random.pick(['preparing', 'ready', 'completed']) }, staff),
    );

    async function dispute(): Promise<StepAnswer> {
      const paid = await context.db
        .selectFrom('payments')
        .select(['provider_payment_id as intent', 'amount_cents', 'tip_cents'])
        .where('provider', '=', 'sandbox')
        .where('status', '=', 'succeeded')
        .orderBy('created_at', 'desc')
        .limit(3)
        .execute();
      const payment = one(paid);
      if (!payment?.intent) return NOTHING;
      const state = random.pick(['needs_response', 'won', 'lost', 'warning_needs_response'] as const);
      const disputed = { intent: payment.intent, amount: payment.amount_cents + payment.tip_cents };
      const dueBy = clock.now().getTime() / 1000 + 9000;
      const object = newDispute(disputed, { reason: 'fraudulent', status: state, dueBy });
      const type = `charge.dispute.${state === 'won' || state === 'lost' ? 'closed' : 'created'}`;
      const body = JSON.stringify({ id: `evt_${crypto.randomUUID()}`, object: 'event', type, data: { object } });
      const headers = { 'stripe-signature': (sandbox as Sandbox).sign(body, clock.now()) };
      return {
        status: (await server.fetch('/api/webhooks/sandbox', { method: 'POST', headers, body })).status,
        body: {},
      };
    }

    /** Steps with how often each is chosen. */
    const steps: readonly (readonly [times: number, step: Step])[] = [
      [8, place],
      [3, change],
      [2, status],
      [1, withOrder(({ orderId }) => send('correctOrderStatus', { orderId }, manager))],
      [1, withOrder(({ orderId }) => send('cancelOrder', { orderId, reason: 'Closed' }, manager))],
      [
        1,
        withOrder(({ orderId, metadata }) =>
          send('cancelCustomerOrder', { orderId, token: metadata.orderToken }, SITE_KEY),
        ),
      ],
      [
        1,
        withOrder(async ({ orderId: billId }) => {
          const { due } = await billOf(billId);
          const tender = random.pick(['cash', 'cash', 'debit', 'link', 'gift-card', 'account']);
          const amount = Math.max(0.05, Math.round((due / random.int(1, 2)) * 100) / 100);
          const more = tender === 'gift-card' ? { giftCardCode: giftCardCode() } : { reference: 'slip' };
          return send('addPayment', { billId, tender, amount, tip: random.pick([0, 0, 2]), ...more }, manager);
        }),
      ],
      [
        1,
        withOrder(({ orderId }) => {
          const collected = random.chance(30) ? { collected: random.int(1, 40) } : {};
          return send('processOrderPayment', { orderId, paymentData: { method: 'cash' }, ...collected }, staff);
        }),
      ],
      [
        1,
        withOrder(async ({ orderId: billId }) => {
          const paid = (await billOf(billId)).payments.filter((each) => each.status === 'succeeded');
          return send('undoPayment', { billId, paymentId: one(paid)?.paymentId ?? '-', reason: 'Wrong' }, manager);
        }),
      ],
      [
        1,
        withOrder((order) => {
          const { line, quantity } = lineOf(order);
          const items = [{ line, quantity: random.int(1, quantity) }];
          return send('refundOrderItems', { orderId: order.orderId, items, reason: 'Cold' }, manager);
        }),
      ],
      [
        1,
        withOrder(({ orderId, pricing }) => {
          const amount = random.chance(30) ? pricing.total : random.int(1, 1000) / 100;
          return send('refundAmount', { orderId, amount, reason: 'Late' }, manager);
        }),
      ],
      [
        1,
        async () => {
          const { refunds } = (await server.call('getManualRefunds', { query: { locationId } }, manager)).body;
          return send('settleManualRefund', { refundId: one(refunds)?.refundId ?? '-' }, manager);
        },
      ],
      [
        1,
        async () => {
          const { refunds } = (await server.call('getPaymentIssues', {}, manager)).body;
          return send('retryRefund', { refundId: one(refunds)?.refundId ?? '-' }, manager);
        },
      ],
      [
        1,
        withOrder((order) => {
          const kind = random.pick(['percent', 'amount', 'comp']);
          const value = kind === 'comp' ? undefined : random.int(1, 12);
          const line = kind === 'comp' || random.chance(50) ? lineOf(order).line : undefined;
          return send('addDiscount', { orderId: order.orderId, kind, value, line, reason: 'wait' }, manager);
        }),
      ],
      [
        1,
        withOrder(async ({ orderId }) => {
          const discountId = one((await billOf(orderId)).given)?.id ?? '-';
          return send('removeDiscount', { orderId, discountId }, manager);
        }),
      ],
      [
        1,
        withOrder(({ orderId }) =>
          send('removeCharge', { orderId, kind: random.pick(['service', 'bag']), reason: 'Own bag' }, manager),
        ),
      ],
      [2, payPage],
      [1, () => send('cancelPaymentLink', { sessionId: one(pages.slice(-5))?.sessionId ?? '-' }, manager)],
      [1, withOrder(({ orderId }) => send('renewPaymentLink', { orderId }, manager))],
      [
        1,
        withOrder(({ orderId, metadata }) => send('payRestOnline', { orderId, token: metadata.orderToken }, SITE_KEY)),
      ],
      [
        1,
        () => {
          const tender = random.pick(['cash', 'debit']);
          return send('buyGiftCard', { locationId, amount: random.int(5, 60), tender, reference: '1' }, manager);
        },
      ],
      [
        1,
        () => {
          const giftCardId = one(giftCards.slice(-3))?.giftCardId ?? '-';
          return send('undoGiftCardSale', { giftCardId, reason: 'Wrong' }, manager);
        },
      ],
      [
        1,
        async () => {
          const itemId = random.pick([COUNTED, SOMETIMES]);
          const { items } = (await server.call('getDishStock', { query: { locationId } }, manager)).body;
          const seen = items.find(({ id }) => id === itemId)?.left ?? undefined;
          const left = itemId === SOMETIMES && random.chance(40) ? null : random.int(2, 25);
          return send('setStock', { locationId, itemId, left, seen }, manager);
        },
      ],
      [
        1,
        () => {
          const until = random.chance(75) ? null : 5;
          return send('markSoldOut', { locationId, itemId: random.pick(DISHES), until }, staff);
        },
      ],
      [1, dispute],
      [
        1,
        async () => {
          till.failures.down = random.chance(30);
          till.failures.losesAnswers = !till.failures.down && random.chance(30);
          return DONE;
        },
      ],
      [1, () => sweepPayments(context).then(() => DONE)],
      [1, () => server.settle().then(() => DONE)],
      [1, async () => (clock.forward(random.int(1, 12) * MINUTE), DONE)],
    ];
    return random.pick(steps.flatMap(([times, step]) => Array.from({ length: times }, () => step)));
  }

  /** The provider answers again, its events arrive, and the jobs of some minutes run. */
  async function comeToRest() {
    Object.assign(till.failures, { down: false, losesAnswers: false });
    for (let round = 0; round < 4; round += 1) {
      clock.forward(11 * MINUTE);
      await server.settle();
      await till.deliver();
      await sweepPayments(context);
    }
    await server.settle();
  }

  return { stepOf, comeToRest, signIn };
}
