import type { Random } from '@tiffin/domain/core';
import type { OpeningHours } from '@tiffin/domain/hours';
import { orderTypeGoesTo, newOrderId, orderTypesAt, type OrderStatus, type OrderType } from '@tiffin/domain/order';
import { subtotalOf, taxationOf, type Charge, type Taxation } from '@tiffin/domain/pricing';
import { deliveryCharge, deliveryFee, type DeliverySettings } from '@tiffin/domain/delivery';
import type { DemoDish } from '../build-menu.ts';
import type { DemoLocation } from '../locations.ts';
import { DishPicker, randomPartySize } from './baskets.ts';
import type { OpenDay } from './calendar.ts';
import { createRandom, randomBetween, WeightedRandom, pickRandom } from './random.ts';
import { chooseOptions, dishesWithOptions, drawDiscount } from './extras.ts';
import { simulatePayment, priceWithTip } from './money.ts';
import { TRURO_STREETS } from './names.ts';
import { GuestPool, type Guest, type PersonGenerator } from './people.ts';
import type { Millis, PastLine, PastOrder, PastPerson } from './record.ts';
import { DINNER_FROM } from './order-times.ts';
import { simulateService, type OrderProgress } from './order-progress.ts';

/** The facts about a location that the history needs. */
export interface HistoryLocation {
  readonly id: DemoLocation['id'];
  readonly code: string;
  readonly postalCode: string;
  readonly features: readonly string[];
  readonly hours: OpeningHours;
  readonly menu: readonly DemoDish[];
  readonly delivery: DeliverySettings | null;
  /** The location's share of all orders, relative to the other locations. */
  readonly weight: number;
}

const LUNCH_TYPES: Readonly<Record<OrderType, number>> = { pickup: 56, delivery: 14, 'dine-in': 30 };
const DINNER_TYPES: Readonly<Record<OrderType, number>> = { pickup: 46, delivery: 27, 'dine-in': 27 };

/** The share of orders made on the site. The others are made by phone or at the counter. */
const THROUGH_SITE: Readonly<Record<OrderType, number>> = { pickup: 0.68, delivery: 0.82, 'dine-in': 0.22 };
/** The share of callers who have an account, which is found by their phone number. */
const REGULAR_CALLER_SHARE = 0.18;
const EMAIL_AT_TILL_SHARE = 0.4;
const TABLES = 18;

const requests = new WeightedRandom<string | null>([
  [null, 90],
  ['No onions, please', 2],
  ['Extra napkins and cutlery', 2],
  ['Sauce on the side', 1.5],
  ['Please make the naan crispy', 1.5],
  ['Birthday dinner, a candle would be lovely', 0.5],
  ['Allergic to peanuts, please take care', 1],
  ['Extra mint chutney', 1.5],
]);
const doorNotes = new WeightedRandom<string | null>([
  [null, 62],
  ['Leave at the door', 18],
  ['Side door, please', 7],
  ['Call on arrival', 8],
  ['The dog is friendly', 5],
]);

/** The simulated history of one location. */
export class LocationHistory {
  readonly location: HistoryLocation;
  readonly #random: Random;
  readonly #kitchen: DishPicker;
  readonly #optionDishes: ReturnType<typeof dishesWithOptions>;
  readonly #members: GuestPool;
  readonly #callers: GuestPool;
  readonly #lunchTypes: WeightedRandom<OrderType>;
  readonly #dinnerTypes: WeightedRandom<OrderType>;

  constructor(location: HistoryLocation, random: Random, generator: PersonGenerator) {
    this.location = location;
    this.#random = random;
    this.#kitchen = new DishPicker(random, location.menu);
    this.#optionDishes = dishesWithOptions(location.id, location.menu);
    this.#members = new GuestPool(random, generator, { account: true });
    this.#callers = new GuestPool(random, generator, { account: false });
    const offered = orderTypesAt(location.features);
    this.#lunchTypes = new WeightedRandom(offered.map((type) => [type, LUNCH_TYPES[type]] as const));
    this.#dinnerTypes = new WeightedRandom(offered.map((type) => [type, DINNER_TYPES[type]] as const));
  }

  addRegular(guest: Guest): void {
    this.#members.addRegular(guest);
  }

  taxOn(day: OpenDay): Taxation {
    return taxationOf({ postalCode: this.location.postalCode, taxes: null, tipBase: null }, day.date);
  }

  /** `usedNumbers` has the order numbers used on that day. With `requested` the order has this status at the end. */
  placeOrder(
    at: Millis,
    day: OpenDay,
    tax: Taxation,
    usedNumbers: Set<string>,
    until: Millis,
    requested: OrderStatus | null = null,
  ): { readonly order: PastOrder; readonly newcomer: PastPerson | null } {
    const random = this.#random;
    const isLunch = day.openMinute + (at - day.opensAt) / 60_000 < DINNER_FROM;
    const orderType = (isLunch ? this.#lunchTypes : this.#dinnerTypes).draw(random);
    const source = random() < THROUGH_SITE[orderType] ? 'web' : 'till';
    const pool = source === 'web' || random() < REGULAR_CALLER_SHARE ? this.#members : this.#callers;
    const { guest, isNew } = pool.next(at);
    const partySize = randomPartySize(random, orderType);
    // A generator of its own, so that options and discounts change nothing else of the history.
    const extrasRandom = createRandom(at);
    const chosen = this.#kitchen
      .fill(guest, partySize, orderType, isLunch)
      .map((line) => chooseOptions(extrasRandom, line, this.#optionDishes.get(line.dishId)));
    const dishes = chosen.reduce((sum, line) => sum + line.quantity, 0);
    const listed = { lines: chosen, charges: this.#chargesOf(orderType, chosen) };
    const discount = source === 'till' ? drawDiscount(extrasRandom, chosen) : null;
    const bill = priceWithTip(random, listed, discount, tax, guest, source, orderType);
    const { lines, price } = bill;
    const simulate = () => simulateService(random, at, orderType, dishes, source === 'till', until);
    const progress = simulateUntilStatus(requested, simulate);
    const payment = simulatePayment(random, price, lines, tax, guest, source, at, progress, until);
    const order: PastOrder = {
      orderId: this.#orderId(day, usedNumbers),
      locationId: this.location.id,
      placedAt: at,
      source,
      orderType,
      customer: {
        personId: guest.account ? guest.id : null,
        name: guest.name,
        email: guest.account || random() < EMAIL_AT_TILL_SHARE ? guest.email : null,
        phone: guest.phone,
      },
      ...bill,
      delivery: orderTypeGoesTo(orderType, 'address')
        ? { address: addressOf(guest), instructions: doorNotes.draw(random) }
        : null,
      table: orderTypeGoesTo(orderType, 'table')
        ? { tableNumber: String(randomBetween(random, 1, TABLES)), partySize }
        : null,
      specialInstructions: requests.draw(random),
      ...progress,
      ...payment,
    };
    return { order, newcomer: isNew && guest.account ? this.#personOf(guest, at) : null };
  }

  #chargesOf(orderType: OrderType, lines: readonly PastLine[]): Charge[] {
    const zone = orderTypeGoesTo(orderType, 'address') ? this.location.delivery?.zones[0] : undefined;
    return zone ? deliveryCharge(deliveryFee(zone, subtotalOf(lines))) : [];
  }

  #orderId(day: OpenDay, usedNumbers: Set<string>): string {
    for (;;) {
      const orderId = newOrderId(this.location.code, day.date, this.#random);
      if (usedNumbers.has(orderId)) continue;
      usedNumbers.add(orderId);
      return orderId;
    }
  }

  /** The account is created shortly before the first order. */
  #personOf({ id, name, email, phone }: Guest, at: Millis): PastPerson {
    const joinedAt = at - randomBetween(this.#random, 2, 12) * 60_000;
    return { id, name, email, phone, homeLocationId: this.location.id, joinedAt };
  }
}

const MAX_DRAWS = 1_000;

/** Simulates again until the order has the requested status, which nearly every time allows. */
function simulateUntilStatus(requested: OrderStatus | null, simulate: () => OrderProgress): OrderProgress {
  let progress = simulate();
  if (requested === null) return progress;
  for (let draws = 1; progress.status !== requested && draws < MAX_DRAWS; draws++) progress = simulate();
  return progress;
}

function addressOf(guest: Guest): string {
  return `${guest.streetNumber} ${pickRandom(() => guest.street, TRURO_STREETS)}, NS`;
}
