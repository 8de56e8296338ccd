import type { OrderRequest } from '@tiffin/contract/order-request';
import { limitedLine, MAX_LINE_DEFAULT, openLineKey, tooMuch } from '@tiffin/domain/cart';
import {
  cents,
  err,
  failure,
  language,
  ok,
  type Language,
  type Result,
  type Cents,
  orRefuse,
  refuse,
  SOURCE_LANGUAGE,
  ZERO,
} from '@tiffin/domain/core';
import { chargesFor, missingToMinimum, type ZoneTerms } from '@tiffin/domain/delivery';
import { nextOpening } from '@tiffin/domain/hours';
import { hasHeatChoice, SPICE_LEVEL_MIN, type DishHeat } from '@tiffin/domain/menu';
import {
  itemCount,
  ORDER_DEFAULTS,
  type OrderItem,
  orderTypeAt,
  type OrderType,
  learnedQuote,
  paceOf,
  promise,
  readyMinutes,
  translateLine,
  type PromiseFor,
  type Promised,
  type Promising,
  type Quoted,
  type Capacity,
  type LineTranslation,
  type SlotUse,
} from '@tiffin/domain/order';
import { chosenOf, movedOptions } from '@tiffin/domain/options';
import {
  checkPrice,
  discounted,
  discountFrom,
  priceOf,
  quoteFromMenu,
  type Adjustment,
  type Charge,
  type Discount,
  type StaffDiscount,
  type Price,
  type QuotedLine,
} from '@tiffin/domain/pricing';
import { inLanguage } from '../../platform/i18n/interpreter.ts';
import { NOT_ASKED, readKitchen, workOf, type KitchenNow } from '../fulfilment/kitchen-load.ts';
import type { Place } from '../fulfilment/reserve-slots.ts';
import { taxationAt } from '../locations/location-answer.ts';
import type { LocationMenu } from '../catalog/menu/location-menu.ts';
import type { RequestedDelivery, PricedItem } from '../../platform/db/kept-json.ts';
import type { Context } from '../../context.ts';
import { belowMinimum, deliveryZone, foodSum } from './delivery-zone.ts';

export interface Quote {
  readonly items: readonly PricedItem[];
  readonly price: Price;
  readonly adjustments: readonly Adjustment[];
  readonly charges: readonly Charge[];
  /** What an offer took off the menu's prices. */
  readonly saved: Cents;
}

/** An order as it would be placed now: what is to be cooked, and what it costs by the menu. */
export interface OrderDraft extends Quote {
  readonly menu: LocationMenu;
  readonly request: PlacedRequest;
  readonly promised: Promised;
}

/** What is asked, with the zone that prices bringing it. */
export type PlacedRequest = Omit<OrderRequest, 'delivery'> & { readonly delivery: RequestedDelivery | null };

/** What is taken off the menu's prices. */
interface TakenOff {
  /** What makes each dish cheaper, when it holds. */
  readonly offer?: Offer | null;
  /** What the house gives; of a line by its place. */
  readonly given?: readonly StaffDiscount[];
  /** When it is wanted, where that is not now: dishes, their hours and their prices are those of that time. */
  readonly wantedFor?: Date | null;
  /** By which hours and prices, where what is priced was ordered at another time. */
  readonly hoursAt?: Date | undefined;
  /** Dishes the till sells although they are sold out. */
  readonly sellAnyway?: readonly string[];
  /** Whom it is for reads it in this language; null: in the house's own. */
  readonly spokenIn?: Language | null;
}

/** How it is brought. */
interface Brought {
  readonly zone?: ZoneTerms | null;
  /** Whoever stands at the till may bring less than the house usually does. */
  readonly asksForMinimum?: boolean;
}

/** What decides beside the menu whether and for how much an order is taken. */
interface Terms extends TakenOff {
  readonly now: Date;
  readonly agreesToWait: boolean;
  readonly by?: PromiseFor;
  /** What its kitchen has before it. */
  readonly kitchen?: KitchenNow;
}

/** An order by the menu and not by whoever asks for it; or why it cannot be taken. */
export function draftOrder(
  menu: LocationMenu,
  asked: OrderRequest,
  { now, agreesToWait, by = 'guest', kitchen = NOT_ASKED, ...terms }: Terms,
): Result<OrderDraft> {
  const taken = takesOrders(menu);
  if (!taken.ok) return taken;
  const request = asHeard(atLocation(asked, menu), by);
  const { delivery } = request;
  const zone = delivery ? deliveryZone(menu.location, delivery) : ok(null);
  if (!zone.ok) return zone;
  const placed = placedIn(request, zone.value);
  const brought = { zone: zone.value, asksForMinimum: by === 'guest' };
  const { wantedFor } = request;
  const spokenIn = by === 'guest' ? language() : null;
  const quote = quoteOrder(menu, request.items, request.tip, now, { ...terms, ...brought, wantedFor, spokenIn });
  if (!quote.ok) return quote;
  const agreed = checkPrice(quote.value.price, request.pricing, movedOptions(quote.value.items));
  if (!agreed.ok) return agreed;
  const promised = promiseFor(menu, placed, now, {
    agreesToWait,
    by,
    wantedFor,
    kitchen,
  });
  if (!promised.ok) return promised;
  return ok({ ...quote.value, menu, request: placed, promised: promised.value });
}

/** Which zone it is, only whoever took the order says: a guest would say the cheapest. */
function asHeard(request: OrderRequest, by: PromiseFor): OrderRequest {
  if (by !== 'guest' || !request.delivery?.zoneName) return request;
  const { zoneName: _, ...delivery } = request.delivery;
  return { ...request, delivery };
}

function placedIn(request: OrderRequest, zone: ZoneTerms | null): PlacedRequest {
  const { delivery } = request;
  return { ...request, delivery: delivery && { ...delivery, ...(zone && { zone }) } };
}

/** What the menu says these items cost at its location today, or which of them cannot be had. */
export function quoteOrder(
  menu: LocationMenu,
  wanted: readonly OrderItem[],
  tip: Cents,
  now: Date,
  {
    offer = null,
    given = [],
    sellAnyway = [],
    wantedFor = null,
    hoursAt,
    zone = null,
    asksForMinimum = false,
    spokenIn = null,
  }: TakenOff & Brought = {},
): Result<Quote> {
  const theirs = spokenIn ? menu.in(spokenIn) : menu;
  const terms = { locationId: menu.location.id, now: wantedFor ?? now, hoursAt, sellAnyway };
  const quoted = quoteFromMenu(wanted, menu.dishes, terms);
  // What is in the way is told by the names they read.
  if (!quoted.ok) {
    const told = theirs === menu ? quoted : quoteFromMenu(wanted, theirs.dishes, terms);
    return told.ok ? quoted : told;
  }
  const limit = tooMuch(
    quoted.value.map((item) =>
      limitedLine(
        {
          ...item,
          ...(item.open && { id: openLineKey(item.id, item.open) }),
          // As it comes, a dish is one line, whether or not somebody said so.
          options: item.choices && chosenOf(item.choices),
        },
        menu.dishes.get(item.id)?.row.max_quantity ?? MAX_LINE_DEFAULT,
      ),
    ),
  );
  if (limit !== null) return err(failure('invalid-argument', limit, { field: 'items' }));
  // What the kitchen and the receipt say of a dish is the menu's, whatever was sent along.
  const items = quoted.value.map(({ heat, ...item }) => {
    const dish = menu.dishes.get(item.id)?.row;
    const said = theirs === menu ? undefined : saidIn(theirs, { ...item, heat }, dish?.description ?? '');
    return {
      ...item,
      ...(said && { said }),
      // Left out it is the default; otherwise the dish's own.
      category: item.category === ORDER_DEFAULTS.itemCategory ? item.category : (dish?.category ?? item.category),
      description: dish?.description ?? '',
      ...(heat && { spiceLevelId: heat.id, spiceLevelName: heat.name }),
      ...((item.open || (dish && saysNothingOfHeat(dish.spice_level, item))) && NO_HEAT),
    };
  });
  const offers = offer ? [discountOf(offer)] : [];
  // What is written down of a bill is in the house's words, whoever orders.
  const { lines, adjustments } = inLanguage(SOURCE_LANGUAGE, () =>
    discounted(items, [
      ...offers,
      ...given.map((each) => discountFrom(each, each.line === null ? undefined : items[each.line]?.name)),
    ]),
  );
  const food = foodSum(discounted(items, offers).lines);
  const missing = zone && asksForMinimum ? missingToMinimum(zone, food) : ZERO;
  if (zone && missing > 0) return err(belowMinimum(zone, missing));
  const charges = chargesFor(zone, food);
  const price = inLanguage(SOURCE_LANGUAGE, () =>
    priceOf(lines, taxationAt(menu.location, now), { kind: 'amount', amount: tip }, charges),
  );
  const saved = cents(-adjustments.reduce((sum, { amount }) => sum + amount, 0));
  return ok({ items: lines, price, adjustments, charges, saved });
}

/** A line's names on another menu than the house's own. */
function saidIn(menu: LocationMenu, item: QuotedLine<OrderItem>, description: string): LineTranslation | undefined {
  const dish = menu.dishes.get(item.id);
  if (!dish || item.open) return undefined;
  return translateLine({ ...item, description }, { ...dish, description: dish.row.description });
}

/** An offer by its code: so many per cent off each dish. */
export interface Offer {
  readonly code: string;
  readonly percentOff: number;
}

function discountOf({ code, percentOff }: Offer): Discount {
  return { on: 'dishes', off: { percent: percentOff }, kind: 'promo', source: code, label: code };
}

const NO_HEAT = { spiceLevelId: '', spiceLevelName: '' };

/** A dish marked none asks nothing, so nobody reads 'Mild' of it; who asks for more all the same is heard. */
function saysNothingOfHeat(heat: DishHeat, item: OrderItem): boolean {
  return !hasHeatChoice({ spiceLevel: heat }) && item.selectedSpiceLevel <= SPICE_LEVEL_MIN;
}

/** Does the location take orders at all? */
export function takesOrders(menu: LocationMenu): Result<true> {
  if (menu.location.deleted_at) return err(failure('location-not-found'));
  return menu.location.is_active ? ok(true) : err(failure('location-inactive'));
}

/** When the order can be ready. While the location is closed that needs the guest's word. */
export function promiseFor(
  menu: LocationMenu,
  {
    orderType,
    items,
    delivery,
  }: Pick<PlacedRequest, 'orderType' | 'delivery'> & { readonly items: readonly OrderItem[] },
  now: Date,
  { kitchen, ...terms }: Pick<Promising, 'agreesToWait' | 'by' | 'wantedFor'> & { readonly kitchen: KitchenNow },
): Result<Promised> {
  const { location, hours } = menu;
  if (!hours.ok) return hours;
  const order = {
    orderType,
    units: workOf(menu, items),
    dishes: dishesToCook(items),
    wantedFor: terms.wantedFor,
    wayMinutes: delivery?.zone?.extraMinutes ?? 0,
  };
  return promise(now, {
    ...quoteFor(menu, order, kitchen, now),
    ...paceOf(location.pace ?? [], orderType, now),
    hours: hours.value,
    isActive: location.is_active,
    // What is paid has its place, or is cooked without one.
    capacity: terms.by === 'payment' ? null : capacityOf(menu, order, kitchen.uses),
    ...terms,
  });
}

/**
 * How long it takes: what the kitchen needs, as its own past tells of such a moment or by the rule, and the way. Of
 * another day nobody knows how busy it is; when the doors open next there is nothing open yet.
 */
export function quoteFor(
  { location, hours, learned }: Pick<LocationMenu, 'location' | 'hours' | 'learned'>,
  order: {
    readonly orderType: OrderType;
    readonly units: number;
    readonly dishes: number;
    readonly wantedFor: Date | null;
    /** What bringing it takes. */
    readonly wayMinutes: number;
  },
  { load }: KitchenNow,
  now: Date,
): Pick<Promising, 'quote' | 'learned' | 'busy' | 'atOpening'> {
  const { orderType: service, units, wayMinutes: way } = order;
  const rule = readyMinutes(service, order.dishes);
  const quoteAt = (at: Date, open: number | null): Quoted => {
    const moment = { service, at, load: open === null ? null : open + units, rule };
    const quoted = learned && learnedQuote(learned, moment, location.time_zone);
    return {
      quote: (quoted?.quote ?? rule) + way,
      learned: quoted && { sample: quoted.sample, from: quoted.from + way, to: quoted.to + way },
    };
  };
  const opensAt = learned && hours.ok ? nextOpening(hours.value, now)?.opensAt : null;
  return {
    ...quoteAt(now, order.wantedFor === null ? load : null),
    ...(load !== null && { busy: quoteAt(now, load).quote }),
    ...(opensAt && { atOpening: quoteAt(opensAt, 0) }),
  };
}

/** What limits an order here; null: nothing. */
export function capacityOf(
  { location }: LocationMenu,
  { orderType: service, units }: { readonly orderType: OrderType; readonly units: number },
  uses: readonly SlotUse[],
): Capacity | null {
  const { slot_rules: rules, time_zone: zone } = location;
  return rules && { rules, uses, service, units, zone };
}

/** Where an order takes its place in the kitchen, and how much work it is there. */
export function slotsOf({ menu, items, promised }: Pick<OrderDraft, 'menu' | 'items' | 'promised'>): Place {
  return { counted: promised.counted, units: workOf(menu, items) };
}

/** What of a draft an order's row is made of. */
export function factsOf({ menu, request, items, price, adjustments, charges, promised }: OrderDraft) {
  return { location: menu.location, request, items, price, adjustments, charges, promised };
}

/** How many dishes the kitchen makes. */
export function dishesToCook(items: readonly OrderItem[]): number {
  return itemCount(items.filter(({ open }) => open?.isCooked !== false));
}

/** A location without delivery or tables takes the order for pickup. */
export function atLocation(request: OrderRequest, menu: LocationMenu): OrderRequest {
  const orderType = orderTypeAt(menu.location.features, request.orderType);
  return orderType === request.orderType ? request : { ...request, orderType, delivery: null, table: null };
}

/** Prices an order by the menu in force, or refuses it with the reason. */
export async function priceOrder(
  context: Context,
  request: OrderRequest,
  offer: Offer | null = null,
): Promise<OrderDraft> {
  const menu = await context.menus.fresh(request.location.id);
  if (!menu) throw refuse('location-not-found');
  const { agreesToWait } = request;
  const now = context.clock.now();
  const kitchen = await readKitchen(context.db, menu, now);
  return orRefuse(draftOrder(menu, request, { now, agreesToWait, offer, kitchen }));
}
