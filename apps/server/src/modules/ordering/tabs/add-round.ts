import type { OrderRequest } from '@tiffin/contract/order/order-request';
import type { ResponseOf, ValidatedInput } from '@tiffin/contract';
import { cents, refuse, say, SOURCE_LANGUAGE, sumOf, valueOrThrow, ZERO, type Cents } from '@tiffin/domain/core';
import {
  distinctAllergies,
  isStatedIn,
  NO_NOTES,
  rulesOfRound,
  tabPromotionProblem,
  tableAllergies,
  type OrderItem,
} from '@tiffin/domain/order';
import { authorise, userIdOf, type Actor } from '@tiffin/domain/people';
import { chargeLines } from '@tiffin/domain/pricing';
import { coursesOfRound, priceRound, type BookedRound } from '@tiffin/domain/tabs';
import { sql } from 'kysely';
import type { Context, Db, Tx } from '../../../context.ts';
import { inLanguage, inRestaurantLanguage } from '../../../platform/i18n/request-language.ts';
import type { Idempotency, RequestOrigin } from '../../../platform/http/implement.ts';
import type { Author } from '../../log/record-audit-entries.ts';
import { taxationAt } from '../../locations/location-answer.ts';
import { readKitchenLoad, type KitchenLoad } from '../../capacity/kitchen-load.ts';
import { reserveKitchenSlotsIfFree } from '../../capacity/reserve-slots.ts';
import type { LocationMenu } from '../../menu/dishes/location-menu.ts';
import type { SittingRow } from '../../floor/sittings.ts';
import { sellStock } from '../../menu/stock/move-stock.ts';
import { raisePaymentAlert } from '../../money/bills/flag-payment.ts';
import { syncPaymentStatus } from '../../money/bills/sync-payment-status.ts';
import { insertSettledOrder, type PlacedOrder } from '../../orders/insert-order.ts';
import { newOrder } from '../../orders/new-order.ts';
import { allergyOrderOf } from '../../orders/order-allergies.ts';
import { pricedLineOf, toCharges } from '../../orders/order-parts.ts';
import { lockRounds } from '../../orders/queries.ts';
import { changeTableAllergies, requireTableLimit } from '../../orders/table-allergies.ts';
import {
  priceOrderByMenu,
  orderFactsOf,
  slotClaimOfPricedOrder,
  type PricedOrder,
} from '../../orders/pricing/priced-order.ts';
import { recordTillOrder, soldOutItemsAudit } from '../../orders/pricing/price-at-till.ts';
import { NO_OFFERS } from '../../orders/promotions/offer-terms.ts';
import { tabForRound } from './open-tab.ts';
import { firedCourses, tabAnswer, tabName, type TabRow } from './tabs.ts';

type Input = ValidatedInput<'addRound'>['body'];

/** What a round is priced and promised by, read before its transaction. */
export interface RoundTerms {
  readonly menu: LocationMenu;
  readonly kitchen: KitchenLoad;
}

/** Reads the menu and the kitchen load for a round, and checks that the actor may add one. */
export async function readRoundTerms(context: Context, actor: Actor, input: Input): Promise<RoundTerms> {
  const locationId = await readLocationId(context.db, input);
  const menu = locationId === undefined ? null : await context.menus.fresh(locationId);
  if (!menu) throw refuse('not-found', say`This tab or table is not known. Load the floor again.`);
  valueOrThrow(
    authorise('order.create-at-till', actor, { locationId: menu.location.id, sittingId: input.sittingId ?? null }),
  );
  return { menu, kitchen: await readKitchenLoad(context.db, menu, context.clock.now()) };
}

async function readLocationId(db: Db, { billId, sittingId, tableId, locationId }: Input): Promise<string | undefined> {
  if (locationId != null) return locationId;
  const [table, id] =
    billId != null ? ['bills', billId] : sittingId != null ? ['sittings', sittingId] : ['floor_tables', tableId];
  const { rows } = await sql<{ location_id: string }>`
    select location_id from ${sql.table(table)} where id = ${id}
  `.execute(db);
  return rows[0]?.location_id;
}

/**
 * Adds a round to a tab: an order for what is cooked now, and one for each course that is held. The bill is locked, and
 * each order is written by the statement of all orders, which adds it to the bill. The last one stores the response.
 */
export async function addRound(
  context: Context,
  tx: Tx,
  by: Author<RequestOrigin>,
  { menu, kitchen }: RoundTerms,
  { idempotency, ...input }: Input & { readonly idempotency: Idempotency | null },
): Promise<ResponseOf<'addRound'>> {
  const { tab, continues } = await tabForRound(context, tx, by, input);
  if (tab.location_id !== menu.location.id) {
    throw refuse('invalid-argument', say`This tab is at another location.`, { field: 'locationId' });
  }
  requireSeats(tab, input.items, 'items');
  const booked = tab.rounds.flatMap(({ status, items, charges, taxes = [] }): BookedRound[] =>
    status === 'cancelled'
      ? []
      : [{ lines: [...(items ?? []).map(pricedLineOf), ...chargeLines(toCharges(charges))], taxes }],
  );
  const now = context.clock.now();
  const placed: PlacedOrder[] = [];
  // Every round has the allergies of the whole table, those stated before and those stated now.
  const statedBefore = tableAllergies(tab.stated);
  const statedNow = tableAllergies([{ ...input, lines: input.items }]);
  await changeTableAllergies(context, tx, by, tab.id, {
    added: statedNow.filter((each) => !isStatedIn(each, statedBefore)),
  });
  const statedForDishes = tableAllergies([{ lines: input.items }]);
  const allergies = distinctAllergies([...statedBefore, ...(input.allergies ?? []), ...statedForDishes]);
  requireTableLimit(allergies);
  const promotions = (menu.location.promotions ?? []).filter((each) => tabPromotionProblem(each) === null);
  const offers = { ...NO_OFFERS, promotions };
  const chargeRules = rulesOfRound(menu.location.charges);
  const courses = coursesOfRound(input.items, firedCourses(tab));
  for (const course of courses) {
    const request = { ...roundRequest(tab, input, course.items, menu), allergies };
    const { sellAnyway } = request;
    const priced = priceRequest(context, { menu, kitchen }, by.actor, request, { sellAnyway, offers, chargeRules });
    const price = inLanguage(SOURCE_LANGUAGE, () =>
      priceRound(booked, priced.items, taxationAt(menu.location, tab.opened_at), priced.charges),
    );
    const round = {
      billId: tab.id,
      tab: { label: tab.label, sitting_id: tab.sitting_id },
      isFirst: tab.rounds.length + placed.length === 0,
      course: course.course,
      isHeld: course.isHeld,
    };
    const facts = {
      ...orderFactsOf(priced),
      price,
      pricedAt: tab.opened_at,
      ...UNPAID_AT_TILL,
      actor: by.actor,
      round,
    };
    const at = laterThan([placed.at(-1)?.row.order_time, tab.rounds.at(-1)?.order_time, tab.bill_out_at], now);
    const due_cents = totalWith(tab, placed) + price.total;
    const isLast = course === courses.at(-1);
    const inserted = await insertSettledOrder(context, tx, () => ({
      row: { ...newOrder(facts, at, context), due_cents },
      actor: by.actor,
      isRound: true,
      promotion: priced.promotion,
      idempotency: isLast ? idempotency : null,
      responseTo: isLast ? (last) => roundAnswer(tab, continues, [...placed, last]) : undefined,
    }));
    const { orderId } = inserted.order;
    await sellStock(context, tx, menu, orderId, priced.items, sellAnyway);
    if (!course.isHeld) {
      await reserveKitchenSlotsIfFree(tx, menu.location.id, { orderId }, slotClaimOfPricedOrder(priced));
    }
    const audited = { ...priced, price, ...soldOutItemsAudit(sellAnyway, priced.items), actor: by.actor };
    const auditDetails = { billId: tab.id, takenBy: userIdOf(by.actor) };
    const recorded = { orderId, billId: tab.id, locationId: tab.location_id };
    await recordTillOrder(context, tx, recorded, audited, { from: by.from, auditDetails });
    booked.push({ lines: [...priced.items, ...chargeLines(priced.charges)], taxes: price.taxes });
    placed.push(inserted);
  }
  const last = placed.at(-1);
  // Everything so far was on the house, and counted as paid. Now all rounds wait for the payment.
  if (last && booked.length > placed.length && tab.total_cents === 0) {
    await lockRounds(tx, [tab.id]);
    await syncPaymentStatus(context, tx, last.row, by);
  }
  // Once for each party: phones order and pay in turns, and the floor shows what is due.
  if (continues?.continues === null) {
    const amount = cents(totalWith(tab, placed) - tab.total_cents);
    await alertStaff(context, tx, continues, { orderId: placed[0]?.row.id ?? null, amount });
  }
  return roundAnswer(tab, continues, placed);
}

/** Prices dishes by the menu as it is now. Guests order only while the kitchen takes orders. */
function priceRequest(
  { clock }: Context,
  { menu, kitchen }: RoundTerms,
  actor: Actor,
  request: OrderRequest,
  terms: Pick<Parameters<typeof priceOrderByMenu>[2], 'sellAnyway' | 'offers' | 'chargeRules'>,
): PricedOrder {
  const by = actor.kind === 'table' ? 'guest' : 'till';
  // A quote, because the request has no amounts to compare. Guests at a table do not wait until the kitchen opens.
  const quote = { now: clock.now(), kitchen, agreesToWait: by === 'till', by, isQuote: true } as const;
  return valueOrThrow(priceOrderByMenu(menu, request, { ...quote, ...terms }));
}

/** The dishes of a round that waits for staff, with their names and prices. Refuses it as `addRound` would. */
export function checkRound(
  context: Context,
  terms: RoundTerms,
  actor: Actor,
  { location_id, table_name, party_size, party_name }: SittingRow,
  items: readonly OrderItem[],
): PricedOrder['items'] {
  const tab = { location_id, table_name, party_size, party_name, label: null };
  const request = { ...roundRequest(tab, {}, items, terms.menu), allergies: [] };
  const rules = { offers: NO_OFFERS, chargeRules: rulesOfRound(terms.menu.location.charges) };
  return priceRequest(context, terms, actor, request, rules).items;
}

/** The total of the tab with its new orders. */
const totalWith = (tab: TabRow, placed: readonly PlacedOrder[]) =>
  tab.total_cents + sumOf(placed.map(({ row }) => row.total_cents));

function roundAnswer(tab: TabRow, continues: TabRow | null, placed: readonly PlacedOrder[]): ResponseOf<'addRound'> {
  const [first] = placed;
  if (!first) throw refuse('invalid-argument');
  const rounds = placed.map(({ row: { order_time, held_at, ...row } }) => ({
    ...row,
    order_time: order_time.toISOString(),
    held_at: held_at?.toISOString() ?? null,
    changed_at: order_time.toISOString(),
  }));
  const after = { state: 'open', is_void: false, total_cents: totalWith(tab, placed) } as const;
  return {
    orderId: first.row.id,
    orderIds: rounds.map(({ id }) => id),
    billId: tab.id,
    continues: continues?.id ?? null,
    order: first.order,
    tab: tabAnswer({
      ...tab,
      ...after,
      rounds: [...tab.rounds, ...rounds],
      stated: [...tab.stated, ...placed.map(({ row }) => allergyOrderOf(row))],
    }),
  };
}

const UNPAID_AT_TILL = { userId: null, paymentMethod: 'cash', paymentStatus: 'unpaid', adminCreated: true } as const;

/** Now, or a millisecond after the last of these times: rounds are sorted by their times, and follow a printed bill. */
function laterThan(times: readonly (Date | string | null | undefined)[], now: Date): Date {
  return new Date(Math.max(now.getTime(), ...times.map((at) => (at == null ? 0 : new Date(at).getTime() + 1))));
}

/** Refuses a seat that the party of the tab does not have. */
export function requireSeats(
  tab: TabRow,
  seated: readonly { readonly seat?: number | null | undefined }[],
  field: 'items' | 'allergies',
): void {
  const seat = Math.max(0, ...seated.map((each) => each.seat ?? 0));
  const { party_size: partySize } = tab;
  if (partySize === null || seat <= partySize) return;
  throw refuse('invalid-argument', say`${tabName(tab)} has ${partySize} seats. There is no seat ${seat}.`, { field });
}

/** A round in the form of an order request, so that it is priced and promised like other orders. */
function roundRequest(
  tab: Pick<TabRow, 'location_id' | 'table_name' | 'party_size' | 'party_name' | 'label'>,
  input: Partial<Input>,
  items: readonly OrderItem[],
  { dishes }: LocationMenu,
): Omit<OrderRequest, 'allergies'> {
  return {
    customer: { name: tabName(tab), email: '', phone: '', userId: null },
    // The category decides the station, and a round need not name it.
    items: items.map((item) => ({ ...item, category: dishes.get(item.id)?.row.category ?? item.category })),
    location: { id: tab.location_id, name: '', address: '', phone: '', postalCode: '' },
    orderType: 'dine-in',
    paymentMethod: 'cash',
    tip: ZERO,
    pricing: { subtotal: ZERO, off: ZERO, charges: ZERO, tax: ZERO, tip: ZERO, total: ZERO },
    delivery: null,
    table: { tableNumber: tab.table_name ?? '', partySize: tab.party_size ?? 1 },
    vehicle: '',
    ...NO_NOTES,
    specialInstructions: input.specialInstructions ?? '',
    allergyNote: input.allergyNote ?? '',
    agreesToWait: true,
    wantedFor: null,
    cartId: null,
    withoutCharges: input.withoutCharges ?? [],
    chargeReasons: input.chargeReasons ?? {},
    welcomeCode: '',
    promoCode: '',
    points: 0,
    giftCardCode: '',
    contactCode: '',
    shownReadyBy: null,
    given: [],
    sellAnyway: input.sellAnyway ?? [],
  };
}

/** Notifies staff that a round came after its bill was split or paid. */
async function alertStaff(
  context: Context,
  tx: Tx,
  earlier: TabRow,
  { orderId, amount }: { readonly orderId: string | null; readonly amount: Cents },
): Promise<void> {
  const name = tabName(earlier);
  const reason = inRestaurantLanguage(() =>
    earlier.has_payments || earlier.closed_at !== null
      ? say`${name} ordered after paying. The dishes are on a new bill`
      : say`${name} ordered after the bill was split. The dishes are on a second bill`,
  );
  await raisePaymentAlert(context, tx, { locationId: earlier.location_id, reason, amount, orderId });
}
