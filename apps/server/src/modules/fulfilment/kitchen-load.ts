import { addMinutes } from '@tiffin/domain/core';
import { dishesMade } from '@tiffin/domain/options';
import type { PromiseBasis, OrderType, SlotUse } from '@tiffin/domain/order';
import { countedIn, ORDER_TYPES, slotOf, WORK_UNITS_DEFAULT } from '@tiffin/domain/order';
import { sql } from 'kysely';
import type { PricedItem } from '../../platform/db/kept-json.ts';
import type { Db, Tx } from '../../platform/db/connection.ts';
import type { LocationMenu } from '../catalog/menu/location-menu.ts';
import type { OrderRow } from '../../platform/db/order-row.ts';
import type { Place } from './reserve-slots.ts';

/** What a kitchen has before it. */
export interface KitchenNow {
  /** What is counted from now on. */
  readonly uses: readonly SlotUse[];
  /** Units of work that are open; null: nobody asks. */
  readonly load: number | null;
}

export const NOT_ASKED: KitchenNow = { uses: [], load: null };

/** As it is now; a place that limits nothing and has learned nothing is not asked. */
export async function readKitchen(
  db: Db | Tx,
  menu: Pick<LocationMenu, 'location' | 'learned'>,
  now: Date,
): Promise<KitchenNow> {
  const { location } = menu;
  const [uses, load] = await Promise.all([
    location.slot_rules ? readUses(db, location.id, now) : [],
    readLoad(db, menu, now),
  ]);
  return { uses, load };
}

async function readUses(db: Db | Tx, locationId: string, now: Date): Promise<readonly SlotUse[]> {
  const rows = await db
    .selectFrom('kitchen_slots')
    .selectAll()
    .where('location_id', '=', locationId)
    .where('starts_at', '>=', slotOf(now))
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

/** Units of work that are open; null where nothing was learned that asks for them. */
export async function readLoad(
  db: Db | Tx,
  { location, learned }: Pick<LocationMenu, 'location' | 'learned'>,
  now: Date,
): Promise<number | null> {
  if (!learned) return null;
  const { rows } = await sql<{ load: number }>`
    select coalesce(sum(${UNITS}), 0)::int as load from orders o
    where o.location_id = ${location.id} and o.status in ('pending', 'preparing')
      and coalesce(o.fire_at, o.order_time) between ${addMinutes(now, -OPEN_MINUTES_MOST)} and ${now}
  `.execute(db);
  return rows[0]?.load ?? 0;
}

/** After so long an order that nobody ended is no work any more. */
export const OPEN_MINUTES_MOST = 6 * 60;

/** The parts of an order's line `i`; none where it is no combo. */
export const PARTS = sql`(
  select option->'part'->>'itemId' as item_id, option->>'name' as name, (option->>'units')::int as units
  from jsonb_array_elements(coalesce(i.options, '[]')) option
  where option ? 'part' and (option->>'units')::int > 0
)`;

/** How much work an order `o` is, by the dishes of today's menu: what `workOf` says. */
export const UNITS = sql`(
  select coalesce(sum(i.quantity * made.units * coalesce(m.work_units, ${WORK_UNITS_DEFAULT}::int)), 0)
  from order_items i
  cross join lateral (
    select item_id, units from ${PARTS} part
    union all
    select i.item_id, 1 where not exists (select from ${PARTS} part)
  ) made
  left join menu_items m on m.location_id = o.location_id and m.id = made.item_id
  where i.order_id = o.id and i.is_cooked is not false
)`;

/** How much work an order is, by the dishes of the menu. */
export function workOf(
  { dishes }: Pick<LocationMenu, 'dishes'>,
  items: readonly (Pick<PricedItem, 'id' | 'quantity'> & Partial<Pick<PricedItem, 'open' | 'choices'>>)[],
): number {
  return items
    .filter(({ open }) => open?.isCooked !== false)
    .flatMap(dishesMade)
    .reduce(
      (sum, { itemId, quantity }) => sum + quantity * (dishes.get(itemId)?.row.work_units ?? WORK_UNITS_DEFAULT),
      0,
    );
}

/** Where an order takes its place in the kitchen. */
export function placeAt(
  menu: Pick<LocationMenu, 'dishes' | 'location'>,
  readyAt: Date,
  { orderType: service, units }: { readonly orderType: OrderType; readonly units: number },
): Place {
  const { slot_rules: rules, time_zone: zone } = menu.location;
  return { counted: countedIn({ rules: rules ?? [], service, zone }, readyAt), units };
}

/** The same of one that is placed. */
export function placeOf(menu: Pick<LocationMenu, 'dishes' | 'location'>, row: OrderRow): Place {
  return placeAt(menu, row.estimated_ready, { orderType: row.order_type, units: workOfRow(menu, row) });
}

/** On what its promise stands then. */
export function slotGround({ counted: [slot] }: Pick<Place, 'counted'>): Pick<PromiseBasis, 'slot'> {
  return slot ? { slot: slot.startsAt.toISOString() } : {};
}

/** How much work an order is that is placed. */
export function workOfRow(menu: Pick<LocationMenu, 'dishes'>, { items }: Pick<OrderRow, 'items'>): number {
  return workOf(
    menu,
    items
      .filter((item) => item.is_cooked !== false)
      .map((item) => ({
        id: item.item_id,
        quantity: item.quantity,
        ...(item.options && { choices: item.options }),
      })),
  );
}
