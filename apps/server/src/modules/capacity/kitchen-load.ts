import { addMinutes, sumOf } from '@tiffin/domain/core';
import { dishesMade } from '@tiffin/domain/options';
import type { PromiseBasis, OrderType, SlotUse } from '@tiffin/domain/order';
import { limitedSlotsAt, ORDER_TYPES, slotStart, WORK_UNITS_DEFAULT } from '@tiffin/domain/order';
import { sql } from 'kysely';
import type { PricedItem } from '../../platform/db/stored-json.ts';
import { NO_CLIENT, runForClient } from '../../platform/concurrency/current-client.ts';
import type { Db } from '../../platform/db/connection.ts';
import { runOutsideLock } from '../../platform/db/job-lock.ts';
import type { LocationMenu } from '../menu/dishes/location-menu.ts';
import type { OrderRow } from '../../platform/db/order-row.ts';
import type { SlotClaim } from './reserve-slots.ts';

/** How busy the kitchen of a location is. */
export interface KitchenLoad {
  /** How full the slots are from now on. */
  readonly uses: readonly SlotUse[];
  /** Units of open work. Null when not needed. */
  readonly load: number | null;
}

/** For orders that need no promise, and for paid orders, which are accepted however full the slots are. */
export const UNKNOWN_LOAD: KitchenLoad = { uses: [], load: null };

/** Reads the current load. Skips the queries for a location without limits and without learned times. */
export async function readKitchenLoad(
  db: Db,
  menu: Pick<LocationMenu, 'location' | 'learned' | 'dishes'>,
  now: Date,
): Promise<KitchenLoad> {
  const { location } = menu;
  const [uses, load] = await Promise.all([
    location.slot_rules ? readSlotUses(db, location.id, now) : [],
    readOpenWorkUnits(db, menu, now),
  ]);
  return { uses, load };
}

async function readSlotUses(db: Db, locationId: string, now: Date): Promise<readonly SlotUse[]> {
  const rows = await db
    .selectFrom('kitchen_slots')
    .selectAll()
    .where('location_id', '=', locationId)
    .where('starts_at', '>=', slotStart(now))
    .execute();
  return rows.map((row) => ({
    service: ORDER_TYPES.find((type) => type === row.service) ?? null,
    startsAt: row.starts_at,
    orders: row.orders,
    units: row.units,
    mostOrders: row.most_orders,
    mostUnits: row.most_units,
  }));
}

/** After this long, an order that was never completed counts as no work. */
export const MAX_OPEN_MINUTES = 6 * 60;
const SHORTEST_READING_MS = 1_000;
const LONGEST_READING_MS = 10_000;

/**
 * How long requests share a reading of the open work. A reading of more lines takes longer and lasts longer, so that an
 * order costs the same however many are open.
 */
export function readingLastsMs(lines: number): number {
  return Math.min(Math.max(lines, SHORTEST_READING_MS), LONGEST_READING_MS);
}

interface Reading {
  readonly at: number;
  readonly units: Promise<number>;
  lastsMs: number;
}

/** The latest reading of each location. */
const readings = new WeakMap<Db, Map<string, Reading>>();

/** The units of open work, as old as `readingLastsMs` allows. Null when the location has no learned times that need it. */
export async function readOpenWorkUnits(
  db: Db,
  menu: Pick<LocationMenu, 'location' | 'learned' | 'dishes'>,
  now: Date,
): Promise<number | null> {
  if (!menu.learned) return null;
  const { id } = menu.location;
  const readingsOfDb = readings.get(db) ?? new Map<string, Reading>();
  readings.set(db, readingsOfDb);
  const latest = readingsOfDb.get(id);
  // The clock may have been set back since.
  if (latest && Math.abs(now.getTime() - latest.at) < latest.lastsMs) return latest.units;
  // The reading belongs neither to the client nor to the job that needed it first.
  const openLines = runOutsideLock(() => runForClient(NO_CLIENT, () => readOpenLines(db, menu, now)));
  const units = openLines.then((lines) => workUnitsOf(menu, lines));
  const reading: Reading = { at: now.getTime(), units, lastsMs: LONGEST_READING_MS };
  readingsOfDb.set(id, reading);
  openLines.then(
    (lines) => (reading.lastsMs = readingLastsMs(sumOf(lines.map(({ count }) => count)))),
    () => readingsOfDb.delete(id),
  );
  return units;
}

/** `quantity` counts dishes, `count` the lines of orders. */
type OpenLines = Parameters<typeof dishesMade>[0] & { readonly count: number };

/** The lines of open orders. Those with the same dish and choices are one row, which counts them. */
async function readOpenLines(db: Db, menu: Pick<LocationMenu, 'location'>, now: Date): Promise<readonly OpenLines[]> {
  const { rows } = await sql<OpenLines>`
    select i.item_id as id, sum(i.quantity)::int as quantity, count(*)::int as count,
      case when i.options @? '$[*].part' then i.options end as choices
    from orders o
    -- Otherwise PostgreSQL may scan all lines that were ever ordered.
    cross join lateral (select * from order_items where order_id = o.id offset 0) i
    where o.location_id = ${menu.location.id} and o.status in ('pending', 'preparing') and o.held_at is null and i.is_cooked is not false
      and coalesce(o.fire_at, o.order_time) between ${addMinutes(now, -MAX_OPEN_MINUTES)} and ${now}
    group by 1, 4
  `.execute(db);
  return rows;
}

/** The parts of an order line `i`. Empty unless the line is a combo. */
export const COMBO_PARTS_SQL = sql`(
  select option->'part'->>'itemId' as item_id, option->>'name' as name, (option->>'units')::int as units
  from jsonb_array_elements(coalesce(i.options, '[]')) option
  where option ? 'part' and (option->>'units')::int > 0
)`;

/** The work of an order `o` by today's menu, in SQL. Must match `workUnitsOf`. */
export const ORDER_WORK_UNITS_SQL = sql`(
  select coalesce(sum(i.quantity * made.units * coalesce(m.work_units, ${WORK_UNITS_DEFAULT}::int)), 0)
  from order_items i
  cross join lateral (
    select item_id, units from ${COMBO_PARTS_SQL} part
    union all
    select i.item_id, 1 where not exists (select from ${COMBO_PARTS_SQL} part)
  ) made
  left join menu_items m on m.location_id = o.location_id and m.id = made.item_id
  where i.order_id = o.id and i.is_cooked is not false
)`;

/** The kitchen work of these dishes, by today's menu. */
export function workUnitsOf(
  { dishes }: Pick<LocationMenu, 'dishes'>,
  items: readonly (Parameters<typeof dishesMade>[0] & Partial<Pick<PricedItem, 'open'>>)[],
): number {
  return items
    .filter(({ open }) => open?.isCooked !== false)
    .flatMap(dishesMade)
    .reduce(
      (sum, { itemId, quantity }) => sum + quantity * (dishes.get(itemId)?.row.work_units ?? WORK_UNITS_DEFAULT),
      0,
    );
}

/** The limited slots in which an order counts that is ready at this time. */
export function slotClaimAt(
  menu: Pick<LocationMenu, 'dishes' | 'location'>,
  readyAt: Date,
  { orderType: service, units }: { readonly orderType: OrderType; readonly units: number },
): SlotClaim {
  const { slot_rules: rules, time_zone: zone } = menu.location;
  return { counted: limitedSlotsAt({ rules: rules ?? [], service, zone }, readyAt), units };
}

/** The limited slots in which a placed order counts. */
export function slotClaimOfOrder(menu: Pick<LocationMenu, 'dishes' | 'location'>, row: OrderRow): SlotClaim {
  return slotClaimAt(menu, row.estimated_ready, { orderType: row.order_type, units: workUnitsOfOrder(menu, row) });
}

/** Records the slot the promised time is based on. */
export function slotPromiseBasis({ counted: [slot] }: Pick<SlotClaim, 'counted'>): Pick<PromiseBasis, 'slot'> {
  return slot ? { slot: slot.startsAt.toISOString() } : {};
}

/** The kitchen work of a placed order. */
export function workUnitsOfOrder(menu: Pick<LocationMenu, 'dishes'>, { items }: Pick<OrderRow, 'items'>): number {
  return workUnitsOf(
    menu,
    items
      .filter((item) => item.is_cooked !== false)
      .map((item) => ({ id: item.item_id, quantity: item.quantity, choices: item.options ?? undefined })),
  );
}
