import type { Calls, InputOf, ResponseOf } from '@tiffin/contract';
import type { OrderPayload } from '@tiffin/domain/cart';
import { newRandom, type Random } from '@tiffin/server/testing/random';
import { payloadMaker, type PayloadOptions } from '@tiffin/server/testing/order-payload';
import { tillOf, type Till } from '@tiffin/server/testing/payments';
import type { Caller, TestServer } from '@tiffin/server/testing/run-test-server';

type CallName = keyof Calls;
type Order = ResponseOf<'createAdminOrderUnpaid'>['order'];

/** How often each kind of action was done. An action that the server refuses does not count. */
export type PlayedActions = ReadonlyMap<string, number>;

const COUNTED = ['mango-lassi', 'garlic-naan'];
const PLAIN_DISHES = ['butter-chicken', 'dal-tadka', 'garlic-naan', 'mango-lassi'];
const COMBO = 'rajma-chawal';
const BREAD = { groupId: 'combo-bread', optionId: 'garlic-naan', units: 1 };
const DRINK = { groupId: 'combo-drink', optionId: 'mango-lassi', units: 1 };

/**
 * Plays evenings at the demo's first location through the API: orders by guests and at the till, of dishes and combos
 * with two taxes, discounts, split payments, tips, cash, order changes, refunds, cancellations, deliveries, points and
 * stock. Works on a server with faults as well; what fails there is left out.
 */
export async function playOrders(server: TestServer, seed: number, count: number): Promise<PlayedActions> {
  const player = await Player.start(server, newRandom(seed));
  for (let order = 0; order < count; order++) {
    await player.playOrder();
    server.clock.forward(7 * 60_000);
  }
  await player.finish();
  return player.done;
}

class Player {
  readonly done = new Map<string, number>();
  readonly #server: TestServer;
  readonly #random: Random;
  readonly #till: Till;
  readonly #guest: Caller;
  readonly #manager: Caller;

  constructor(server: TestServer, random: Random, guest: Caller, manager: Caller) {
    this.#server = server;
    this.#random = random;
    this.#till = tillOf(server);
    this.#guest = guest;
    this.#manager = manager;
  }

  static async start(server: TestServer, random: Random): Promise<Player> {
    const guest = await server.signIn('customer@demo.test');
    const player = new Player(server, random, guest, await server.signIn('manager.truro@demo.test'));
    await player.#setUp(await server.signIn('admin@demo.test'));
    return player;
  }

  /** Two taxes, liquor, a combo of both tax classes, and stock. */
  async #setUp(admin: Caller): Promise<void> {
    const codes = ['GST', 'PST'].map((code) => ({ code, label: code, registration: `${code}-1`, rates: null }));
    const hours = Object.fromEntries(
      ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((day) => [
        day,
        { open: '00:00', close: '23:59', closed: false },
      ]),
    );
    const updates = { hours, taxSettings: { follows: 'BC', codes } } as const;
    await this.#do('location', 'updateLocation', { locationId: 'truro', updates }, admin);
    await this.#editDish('mango-lassi', { price: 4.35, taxClass: 'liquor' });
    await this.#editDish('garlic-naan', { price: 3.49 });
    const part = (dishId: string, price = 0) => ({ name: dishId, price, dishId, isDefault: price === 0 });
    const group = (name: string, options: readonly ReturnType<typeof part>[]) =>
      this.#do('groups', 'saveOptionGroup', { name, kind: 'one', min: 1, options: [...options] }, this.#manager);
    await group('Combo main', [part('dal-tadka'), part('butter-chicken', 2.05)]);
    await group('Combo bread', [part('garlic-naan')]);
    await group('Combo drink', [part('mango-lassi')]);
    const optionGroups = ['combo-main', 'combo-bread', 'combo-drink'].map((groupId) => ({ groupId }));
    await this.#editDish(COMBO, { price: 17.77, optionGroups });
    for (const itemId of COUNTED) {
      await this.#do('stock', 'setStock', { locationId: 'truro', itemId, left: 5000 }, this.#manager);
    }
  }

  #editDish(itemId: string, updates: InputOf<'updateMenuItem'>['body']['updates']) {
    return this.#do('dishes', 'updateMenuItem', { locationId: 'truro', itemId, updates }, this.#manager);
  }

  /** Calls the API once, counts a success and returns the response, or null if the server refuses. */
  async #do<Name extends CallName>(
    action: string,
    name: Name,
    body: InputOf<Name> extends { body: infer Body } ? Body : never,
    as: Caller = this.#manager,
  ): Promise<ResponseOf<Name> | null> {
    const caller = { ...as, 'idempotency-key': crypto.randomUUID() };
    const answer = await this.#server.call(name, { body } as never, caller);
    if (answer.status !== 200) {
      const key = `refused: ${action}: ${answer.body.error ?? answer.status}`;
      this.done.set(key, (this.done.get(key) ?? 0) + 1);
      return null;
    }
    this.done.set(action, (this.done.get(action) ?? 0) + 1);
    return answer.body;
  }

  async playOrder(): Promise<void> {
    const order = await this.#placeOrder();
    if (!order) return;
    let current: Order | null = order;
    if (this.#random.chance(15)) current = (await this.#changeOrder(current)) ?? current;
    if (this.#random.chance(30)) current = (await this.#discount(current)) ?? current;
    if (this.#random.chance(10)) return this.#cancel(current.id);
    if (current.due !== undefined && current.due > 0 && this.#random.chance(90)) await this.#pay(current);
    if (this.#random.chance(70)) await this.#serve(current.id);
    if (this.#random.chance(50)) await this.#refund(current);
    await this.#till.deliver();
    if (this.#random.chance(10)) await this.#cancel(current.id);
  }

  async finish(): Promise<void> {
    await this.#till.deliver();
    await this.#server.settle();
  }

  async #payload(options: PayloadOptions = {}): Promise<OrderPayload> {
    await this.#server.context.menus.exact('truro');
    const make = await payloadMaker(this.#server);
    const dishes: Record<string, number> = {};
    for (let line = this.#random.int(1, 3); line > 0; line--) {
      dishes[this.#random.pick(PLAIN_DISHES)] = this.#random.int(1, 4);
    }
    if (this.#random.chance(40)) dishes[COMBO] = this.#random.int(1, 3);
    const main = this.#random.pick(['dal-tadka', 'butter-chicken']);
    const choices = { [COMBO]: { options: [{ groupId: 'combo-main', optionId: main, units: 1 }, BREAD, DRINK] } };
    const tipCents = this.#random.chance(40) ? this.#random.int(1, 900) : 0;
    return make({ dishes, choices, tipCents, ...options });
  }

  async #placeOrder(): Promise<Order | null> {
    const kind = this.#random.pick(['guest-cash', 'guest-card', 'till', 'till', 'delivery'] as const);
    if (kind === 'guest-card') return this.#orderByCard();
    const delivery = { orderType: 'delivery', address: '5 Main St', postalCode: 'B2N 1A1' } as const;
    const given =
      kind === 'till' && this.#random.chance(25) ? [{ kind: 'percent', value: 7, reason: 'regular' }] : null;
    const payload = await this.#payload(kind === 'delivery' ? delivery : {});
    const body = { ...payload, ...(given && { given }) } as never;
    if (kind === 'till') {
      const placed = await this.#do(kind, 'createAdminOrderUnpaid', await this.#priced('createAdminOrderUnpaid', body));
      return placed?.order ?? null;
    }
    const priced = await this.#priced('createCustomerOrderCash', body, this.#guest);
    const placed = await this.#do(kind, 'createCustomerOrderCash', priced, this.#guest);
    return placed?.order ?? null;
  }

  /** The order with the amounts that the server calculates, so that a server with a fault takes it. */
  async #priced<Body extends object>(name: CallName, body: Body, as: Caller = this.#manager): Promise<Body> {
    const pricing = { subtotal: 0.01, tax: 0, tip: 0, total: 0.01 };
    const wrong =
      name === 'createCustomerPayment'
        ? { orderData: { ...Object(body)['orderData'], pricing } }
        : { ...body, pricing };
    const answer = await this.#server.call(
      name,
      { body: wrong },
      {
        ...as,
        'idempotency-key': crypto.randomUUID(),
      },
    );
    const right = Object(answer.body)['pricing'];
    if (right === undefined) return body;
    if (name !== 'createCustomerPayment') return { ...body, pricing: right };
    return { ...body, orderData: { ...Object(body)['orderData'], pricing: right } };
  }

  async #orderByCard(): Promise<Order | null> {
    const body = { orderData: await this.#payload() } as never;
    const priced = await this.#priced('createCustomerPayment', body, this.#guest);
    const page = await this.#do('card page', 'createCustomerPayment', priced, this.#guest);
    if (!page || this.#random.chance(10)) return null;
    await this.#till.pay(page.paymentUrl);
    await this.#till.deliver();
    const found = await this.#do('card order', 'getOrderBySessionId', { sessionId: page.sessionId }, this.#guest);
    return found?.order ?? null;
  }

  async #changeOrder({ id: orderId, version }: Order): Promise<Order | null> {
    const change = this.#random.chance(50)
      ? { change: [{ line: 1, quantity: this.#random.int(1, 5) }] }
      : { add: [{ id: 'mango-lassi', quantity: this.#random.int(1, 3) }] };
    const changed = await this.#do('change', 'changeOrder', { orderId, version, ...change });
    return changed?.order ?? null;
  }

  async #discount({ id: orderId, version, items }: Order): Promise<Order | null> {
    const reason = 'wait' as const;
    const line = items[0]?.line ?? 1;
    const what = this.#random.pick([
      { kind: 'percent', value: this.#random.int(1, 40), reason },
      { kind: 'amount', value: this.#random.int(1, 300) / 100, reason },
      { kind: 'percent', value: this.#random.int(1, 90), line, reason },
      { kind: 'comp', line, reason },
      { kind: 'price', value: 2.22, line, reason },
    ] as const);
    const discounted = await this.#do('discount', 'addDiscount', { orderId, version, ...what });
    if (discounted && this.#random.chance(15)) {
      const discountId = discounted.bill.given[0]?.id ?? '';
      const removed = await this.#do('discount removed', 'removeDiscount', { orderId, discountId });
      if (removed) return removed.order;
    }
    return discounted?.order ?? null;
  }

  async #pay({ billId, due }: Order): Promise<void> {
    const whole = Math.round((due ?? 0) * 100);
    const first = this.#random.chance(35) ? this.#random.int(1, whole) : whole;
    for (const amount of first === whole ? [whole] : [first, whole - first]) {
      const tender = this.#random.pick(['cash', 'cash', 'debit', 'debit', 'account'] as const);
      const tip = tender === 'debit' && this.#random.chance(60) ? this.#random.int(1, 400) / 100 : 0;
      const given = tender === 'cash' && this.#random.chance(50) ? { given: Math.ceil(amount / 2000) * 20 + 5 } : {};
      const reference = tender === 'account' ? 'Rotary club' : 'A-17';
      const body = { billId: billId ?? '', tender, amount: amount / 100, tip, reference, ...given };
      const paid = await this.#do(`paid by ${tender}`, 'addPayment', body);
      if (paid && this.#random.chance(8)) {
        const { paymentId } = paid;
        await this.#do('undone', 'undoPayment', { billId: billId ?? '', paymentId, reason: 'mistake' });
      }
    }
  }

  async #serve(orderId: string): Promise<void> {
    for (const status of ['preparing', 'ready', 'completed'] as const) {
      await this.#do(status, 'updateOrderStatus', { orderId, status });
    }
  }

  async #refund({ id: orderId, items }: Order): Promise<void> {
    const reason = 'cold';
    this.#server.clock.forward(60_000);
    if (this.#random.chance(30)) {
      const amount = this.#random.int(1, 700) / 100;
      return void (await this.#do('refunded amount', 'refundAmount', { orderId, amount, reason }));
    }
    if (this.#random.chance(40)) {
      const all = items.map(({ line, quantity }) => ({ line, quantity }));
      return void (await this.#do('refunded dishes', 'refundOrderItems', { orderId, items: all, reason }));
    }
    for (const item of items.slice(0, this.#random.int(1, items.length))) {
      // Refunds of one moment have no sequence in an export.
      this.#server.clock.forward(60_000);
      const quantity = this.#random.int(1, item.quantity);
      const part = item.id === COMBO && this.#random.chance(60) ? { part: this.#random.int(1, 3) } : {};
      const chosen = [{ line: item.line, quantity, ...part }];
      await this.#do('refunded dishes', 'refundOrderItems', { orderId, items: chosen, reason });
    }
  }

  async #cancel(orderId: string): Promise<void> {
    await this.#do('cancelled', 'cancelOrder', { orderId, cancelReason: 'No' });
  }
}
