import { MAX_CART_LINES, MAX_CART_QUANTITY, DEFAULT_MAX_LINE_QUANTITY } from '@tiffin/domain/cart';
import { HALIFAX, addCents, applyRate, cents, localDate, zonedDateTimeOf, rate } from '@tiffin/domain/core';
import { weekdayOf } from '@tiffin/domain/hours';
import { ORDER_STEPS, isOrderId, isOrderTypeOffered } from '@tiffin/domain/order';
import { chosenOf, unitPriceOf } from '@tiffin/domain/options';
import { cashDue, subtotalOf } from '@tiffin/domain/pricing';
import { expect, test } from 'vitest';
import { demoLocations } from '../locations.ts';
import { menuNewGlasgow, menuTruro } from '../menus.ts';
import { dishesWithOptions } from './extras.ts';
import { demoHistory, pastOrders } from './history.ts';
import type { PastOrder, PastPerson } from './record.ts';

/** A Friday at 5:30 p.m., with orders in the kitchen. */
const UNTIL = new Date('2026-11-20T21:30:00Z');
const PRIYA = {
  id: 'priya',
  name: 'Priya Sharma',
  email: 'customer@demo.test',
  phone: '+19025550161',
  locationId: 'truro',
};

function remember(orders: number): { people: PastPerson[]; orders: PastOrder[] } {
  const all: { people: PastPerson[]; orders: PastOrder[] } = { people: [], orders: [] };
  for (const batch of pastOrders(demoHistory(orders, UNTIL, [PRIYA]))) {
    all.people.push(...batch.people);
    all.orders.push(...batch.orders);
  }
  return all;
}

const { people, orders } = remember(20_000);
const clocks = new Map(orders.map((order) => [order, zonedDateTimeOf(new Date(order.placedAt), HALIFAX)]));
const menus = { truro: menuTruro, 'new-glasgow': menuNewGlasgow };
const locations = Object.fromEntries(demoLocations.map((location) => [location.id, location]));

/** Returns the orders that break a rule. The tests expect none. */
function breaking(rule: (order: PastOrder) => boolean): PastOrder[] {
  return orders.filter((order) => !rule(order));
}

function share(of: (order: PastOrder) => boolean, among: readonly PastOrder[] = orders): number {
  return among.filter(of).length / among.length;
}

test('the same plan gives the same history, and another seed gives another one', () => {
  const plan = demoHistory(300, UNTIL);
  const once = [...pastOrders(plan)];
  expect([...pastOrders(plan)]).toEqual(once);
  expect([...pastOrders({ ...plan, seed: 7 })]).not.toEqual(once);
});

test.each([0, 1, 7, 1_000])('exactly %i orders are made', (requested) => {
  expect(remember(requested).orders).toHaveLength(requested);
});

test('batches have the requested size and contain people before their orders', () => {
  const existing = new Set([PRIYA.id]);
  const sizes: number[] = [];
  const otherGuests: string[] = [];
  for (const batch of pastOrders({ ...demoHistory(2_300, UNTIL, [PRIYA]), batchSize: 1_000 })) {
    for (const person of batch.people) existing.add(person.id);
    for (const { customer } of batch.orders) {
      if (customer.personId !== null && !existing.has(customer.personId)) otherGuests.push(customer.personId);
    }
    sizes.push(batch.orders.length);
  }
  expect(sizes).toEqual([1_000, 1_000, 300]);
  expect(otherGuests).toEqual([]);
});

test('orders are sorted by time, cover two years and end at the given time', () => {
  const times = orders.map(({ placedAt }) => placedAt);
  expect(times.toSorted((a, b) => a - b)).toEqual(times);
  const [first] = clocks.values();
  expect(first?.toPlainDate().toString()).toBe('2024-11-21');
  expect(breaking((order) => order.placedAt <= UNTIL.getTime())).toEqual([]);
});

test('has no orders while the location is closed or on Christmas Day', () => {
  const outside = breaking((order) => {
    const clock = clocks.get(order);
    const hours = clock && locations[order.locationId]?.hours[weekdayOf(clock.toPlainDate().toString())];
    const time = clock?.toPlainTime().toString().slice(0, 5) ?? '';
    return hours !== undefined && time >= hours.open && time < hours.close;
  });
  expect(outside).toEqual([]);
  expect([...clocks.values()].filter(({ month, day }) => month === 12 && day === 25)).toEqual([]);
});

test('order numbers are unique and contain the location and its business day', () => {
  expect(new Set(orders.map(({ orderId }) => orderId)).size).toBe(orders.length);
  const wrong = breaking(({ orderId, locationId, placedAt }) => {
    const date = zonedDateTimeOf(new Date(placedAt), HALIFAX).toPlainDate().toString().replaceAll('-', '');
    return isOrderId(orderId) && orderId.startsWith(`${locationId === 'truro' ? 'TRU' : 'NGL'}-${date}-`);
  });
  expect(wrong).toEqual([]);
});

test('every order has a type that its location offers, and the fields of that type [C-HOME-12]', () => {
  const wrong = breaking(
    ({ locationId, orderType, delivery, table }) =>
      isOrderTypeOffered(locations[locationId]?.features ?? [], orderType) &&
      (orderType === 'delivery') === (delivery !== null) &&
      (orderType === 'dine-in') === (table !== null) &&
      (table === null || (table.partySize >= 1 && table.partySize <= 20)),
  );
  expect(wrong).toEqual([]);
  expect(new Set(orders.map(({ locationId, orderType }) => `${locationId} ${orderType}`)).size).toBe(5);
});

test('every line is a dish of the location at its price, within the limits of the cart', () => {
  const prices = new Map(
    Object.entries(menus).flatMap(([location, menu]) =>
      menu.map((dish) => [`${location} ${dish.id}`, `${dish.price} ${dish.name} ${dish.spiceLevel === 'none'}`]),
    ),
  );
  const optionDishes = Object.fromEntries(
    demoLocations.map(({ id }) => [id, dishesWithOptions(id, menus[id])] as const),
  );
  const priceOf = (locationId: string, { dishId, options, unitPrice }: PastOrder['lines'][number]) => {
    const dish = optionDishes[locationId]?.get(dishId);
    const isPriced = dish ? unitPriceOf(dish, chosenOf(options ?? [])) === unitPrice : options === undefined;
    return isPriced ? (dish?.price ?? unitPrice) : null;
  };
  const wrong = breaking(({ locationId, lines }) => {
    const fits = lines.every(
      (line) =>
        prices.get(`${locationId} ${line.dishId}`) ===
          `${priceOf(locationId, line)} ${line.name} ${line.heat === null}` &&
        line.quantity >= 1 &&
        line.quantity <= DEFAULT_MAX_LINE_QUANTITY,
    );
    const total = lines.reduce((sum, line) => sum + line.quantity, 0);
    const different = new Set(lines.map((line) => `${line.dishId} ${line.heat}`)).size;
    return (
      fits &&
      lines.length >= 1 &&
      lines.length <= MAX_CART_LINES &&
      total <= MAX_CART_QUANTITY &&
      different === lines.length
    );
  });
  expect(wrong).toEqual([]);
});

test('some orders have options, sizes, a delivery fee or a discount with a reason', () => {
  const options = orders.flatMap(({ lines }) => lines.flatMap((line) => line.options ?? []));
  expect(options.some(({ isSize, name }) => isSize === true && name === 'Large')).toBe(true);
  expect(options.some(({ name, unitPrice }) => name === 'Extra paneer' && unitPrice === 300)).toBe(true);
  const discounted = orders.filter(({ discount }) => discount !== null);
  expect(new Set(discounted.map(({ discount }) => discount?.reason)).size).toBe(4);
  expect(breaking(({ discount, price }) => (discount !== null) === price.discount > 0 && price.total > 0)).toEqual([]);
  expect(share(({ discount }) => discount !== null)).toBeCloseTo(0.03, 1);
  const delivered = orders.filter(({ orderType }) => orderType === 'delivery');
  expect(share(({ charges }) => charges.length > 0, delivered)).toBeGreaterThan(0.3);
  expect(orders.some(({ orderType, charges }) => orderType !== 'delivery' && charges.length > 0)).toBe(false);
});

test('tax is 14 % of what is paid for, and the parts add up to the total [C-PRICE-01]', () => {
  const wrong = breaking(({ lines, price }) => {
    const subtotal = subtotalOf(lines);
    const sold = addCents(cents(subtotal - price.discount), price.charges);
    return (
      price.subtotal === subtotal &&
      price.tax === applyRate(sold, rate(14_000)) &&
      price.total === sold + price.tax + price.tip &&
      price.tip >= 0
    );
  });
  expect(wrong).toEqual([]);
});

test('status changes follow the rules of orders and match their times', () => {
  const legal = new Set(Object.values(ORDER_STEPS).flatMap(({ from, to }) => from.map((one) => `${one} ${to}`)));
  const wrong = breaking((order) => {
    const { steps } = order;
    const walk = steps.every(({ from, to, at }, index) => {
      const before = steps[index - 1];
      if (!before) return from === null && to === 'pending' && at === order.placedAt;
      return from === before.to && legal.has(`${from} ${to}`) && at > before.at;
    });
    const reached = (status: string): number | null => steps.find(({ to }) => to === status)?.at ?? null;
    return (
      walk &&
      order.status === steps.at(-1)?.to &&
      order.prepStartAt === reached('preparing') &&
      order.readyAt === reached('ready') &&
      order.completedAt === reached('completed') &&
      order.cancelledAt === reached('cancelled') &&
      (order.cancelReason === null) === (order.cancelledAt === null) &&
      (steps.at(-1)?.at ?? 0) <= UNTIL.getTime()
    );
  });
  expect(wrong).toEqual([]);
});

test('the promised time is at most 90 minutes after the order and 45 minutes after the start of preparing', () => {
  const wrong = breaking(
    ({ prepStartAt, estimatedReadyAt, placedAt }) =>
      estimatedReadyAt > placedAt &&
      estimatedReadyAt <= placedAt + 90 * 60_000 &&
      (prepStartAt === null || estimatedReadyAt <= prepStartAt + 45 * 60_000),
  );
  expect(wrong).toEqual([]);
});

test('old orders are finished, and only those of the last hours are open', () => {
  const open = orders.filter(({ status }) => status !== 'completed' && status !== 'cancelled');
  expect(open.every(({ placedAt }) => UNTIL.getTime() - placedAt < 3 * 60 * 60_000)).toBe(true);
  expect(remember(50_000).orders.some(({ status }) => status === 'preparing')).toBe(true);
});

test('the amount paid is the total, rounded to five cents for cash, and completed orders are paid', () => {
  const wrong = breaking(({ paymentMethod, paymentStatus, paidAt, paid, price, status, source }) => {
    const due = paymentMethod === 'cash' ? cashDue(price.total).due : price.total;
    const settled = paymentStatus !== 'unpaid';
    return (
      paid === (settled ? due : 0) &&
      (paidAt !== null) === settled &&
      (status !== 'completed' || settled) &&
      (paymentMethod === 'cash' || settled) &&
      (paymentMethod === 'online') === (source === 'web' && paymentMethod !== 'cash')
    );
  });
  expect(wrong).toEqual([]);
});

test('a cancelled paid order is refunded in full, and refunded means the whole amount', () => {
  const wrong = breaking(({ refunds, paid, paymentStatus, status }) => {
    const back = refunds.reduce((sum, { amount }) => sum + amount, 0);
    return (
      back <= paid &&
      (paymentStatus === 'refunded') === (paid > 0 && back === paid) &&
      (status !== 'cancelled' || back === paid) &&
      refunds.every(({ amount, requestedAt, succeededAt }) => amount > 0 && requestedAt <= succeededAt)
    );
  });
  expect(wrong).toEqual([]);
  const partly = orders.filter(({ refunds, paymentStatus }) => refunds.length > 0 && paymentStatus === 'paid');
  expect(partly.length).toBeGreaterThan(0);
});

test('people are unique, have unreachable addresses and joined before their first order', () => {
  expect(new Set(people.map(({ id }) => id)).size).toBe(people.length);
  expect(new Set(people.map(({ email }) => email)).size).toBe(people.length);
  expect(people.filter(({ email }) => !/^[a-z.]+\d*@mail\.test$/.test(email))).toEqual([]);
  expect(people.filter(({ name }) => !/^[\p{L}' -]{2,49}$/u.test(name))).toEqual([]);
  const phones = orders.map(({ customer }) => customer.phone);
  expect(phones.filter((phone) => !/^\+1(902|782)555\d{4}$/.test(phone))).toEqual([]);
  expect(people.filter(({ phone }) => phone.startsWith('+190255501'))).toEqual([]);
  const firstOrders = new Map<string | null, number>();
  for (const { customer, placedAt } of orders) {
    if (!firstOrders.has(customer.personId)) firstOrders.set(customer.personId, placedAt);
  }
  expect(people.filter(({ id, joinedAt }) => joinedAt >= (firstOrders.get(id) ?? 0))).toEqual([]);
});

test('a person keeps name, email and phone, and does not order twice within 20 hours', () => {
  const cards = new Set(orders.map(({ customer: { personId, name, phone } }) => `${personId} ${name} ${phone}`));
  const members = [...cards].filter((card) => !card.startsWith('null'));
  expect(members).toHaveLength(people.length + 1);
  const last = new Map<string, number>();
  const hasty = orders.filter(({ customer: { personId }, placedAt }) => {
    if (personId === null) return false;
    const before = last.get(personId);
    last.set(personId, placedAt);
    return before !== undefined && placedAt - before < 20 * 60 * 60_000;
  });
  expect(hasty).toEqual([]);
});

test('some people order every week, most a few times or once, and the demo customer is a regular', () => {
  const counts = new Map<string, number>();
  for (const { customer } of orders) {
    if (customer.personId !== null) counts.set(customer.personId, (counts.get(customer.personId) ?? 0) + 1);
  }
  const visits = [...counts.values()];
  const part = (rule: (count: number) => boolean): number => visits.filter(rule).length / visits.length;
  expect(part((count) => count === 1)).toBeGreaterThan(0.35);
  expect(part((count) => count === 1)).toBeLessThan(0.65);
  expect(part((count) => count >= 25)).toBeGreaterThan(0.02);
  expect(part((count) => count >= 25)).toBeLessThan(0.15);
  expect(counts.get(PRIYA.id)).toBeGreaterThan(25);
});

test('the distribution over days and hours is that of a restaurant', () => {
  const byHour = (hour: number): number => share((order) => clocks.get(order)?.hour === hour);
  const byDay = (day: number): number => share((order) => clocks.get(order)?.dayOfWeek === day);
  expect(byHour(18)).toBeGreaterThan(2 * byHour(15));
  expect(byHour(12)).toBeGreaterThan(2 * byHour(15));
  expect(byHour(18)).toBeGreaterThan(byHour(12));
  expect(Math.min(byDay(5), byDay(6))).toBeGreaterThan(1.2 * Math.max(byDay(1), byDay(2), byDay(3), byDay(4)));
  const month = (number: number): number => share((order) => clocks.get(order)?.month === number);
  expect(month(8)).toBeGreaterThan(1.2 * month(2));
  const secondYear = share(({ placedAt }) => placedAt > UNTIL.getTime() - 365 * 86_400_000);
  expect(secondYear).toBeGreaterThan(0.52);
  expect(secondYear).toBeLessThan(0.62);
});

test('the shares of order types, payments and cancellations are realistic', () => {
  expect(share(({ locationId }) => locationId === 'truro')).toBeCloseTo(0.6, 1);
  expect(share(({ status }) => status === 'cancelled')).toBeCloseTo(0.036, 2);
  expect(share(({ paymentMethod }) => paymentMethod === 'cash')).toBeCloseTo(0.31, 1);
  expect(share(({ price }) => price.tip > 0)).toBeCloseTo(0.59, 1);
  expect(share(({ customer }) => customer.personId === null)).toBeCloseTo(0.37, 1);
  const average = orders.reduce((sum, { price }) => sum + price.subtotal, 0) / orders.length;
  expect(average).toBeGreaterThan(35_00);
  expect(average).toBeLessThan(70_00);
  const curries = orders.filter(({ lines }) => lines.some(({ category }) => category.endsWith('veg-curries')));
  expect(share(({ lines }) => lines.some(({ name }) => /naan|roti|rice/i.test(name)), curries)).toBeGreaterThan(0.85);
});

test.each(['2026-11-20T21:30:00Z', '2026-11-21T07:00:00Z', '2026-12-25T16:00:00Z', '2026-11-21T04:10:00Z'])(
  'at %s the house is at work: orders of this hour in every state, at every location',
  (now) => {
    const plan = demoHistory(200, new Date(now), [PRIYA], { days: 60, tonight: true });
    const all = [...pastOrders(plan)].flatMap((batch) => batch.orders);
    const hourAgo = Date.parse(now) - 75 * 60_000;
    for (const { id } of demoLocations) {
      const tonight = all.slice(200).filter((order) => order.locationId === id);
      expect(new Set(tonight.map(({ status }) => status))).toEqual(
        new Set(['pending', 'preparing', 'ready', 'completed', 'cancelled']),
      );
      expect(tonight.every(({ placedAt }) => placedAt > hourAgo)).toBe(true);
      for (const order of tonight) {
        const date = localDate(new Date(order.placedAt), HALIFAX);
        expect(order.orderId).toContain(date.replaceAll('-', ''));
      }
    }
  },
);
