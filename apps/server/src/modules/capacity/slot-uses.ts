import type { Grounds, OrderType, SlotUse } from '@tiffin/domain/order';
import { countedIn, ORDER_TYPES, slotOf, WORK_UNITS_DEFAULT } from '@tiffin/domain/order';
import type { PricedItem } from '../../db/kept-json.ts';
import type { Db, Tx } from '../../db/connection.ts';
import type { LocationRow } from '../locations/queries.ts';
import type { MenuAt } from '../menu/menu-at.ts';
import type { OrderRow } from '../orders/queries.ts';
import type { Place } from './take-slots.ts';

/** What is counted from now on; a place without limits is not asked. */
export async function readUses(
  db: Db | Tx,
  location: Pick<LocationRow, 'id' | 'slot_rules'>,
  now: Date,
): Promise<readonly SlotUse[]> {
  if (!location.slot_rules) return [];
  const rows = await db
    .selectFrom('kitchen_slots')
    .selectAll()
    .where('location_id', '=', location.id)
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

/** How much work an order is, by the dishes of the menu. */
export function workOf(
  { dishes }: Pick<MenuAt, 'dishes'>,
  items: readonly (Pick<PricedItem, 'id' | 'quantity'> & Partial<Pick<PricedItem, 'open'>>)[],
): number {
  return items
    .filter(({ open }) => open?.isCooked !== false)
    .reduce((sum, { id, quantity }) => sum + quantity * (dishes.get(id)?.row.work_units ?? WORK_UNITS_DEFAULT), 0);
}

/** Where an order takes its place in the kitchen. */
export function placeAt(
  menu: Pick<MenuAt, 'dishes' | 'location'>,
  readyAt: Date,
  { orderType: service, units }: { readonly orderType: OrderType; readonly units: number },
): Place {
  const { slot_rules: rules, time_zone: zone } = menu.location;
  return { counted: countedIn({ rules: rules ?? [], service, zone }, readyAt), units };
}

/** The same of one that is placed. */
export function placeOf(menu: Pick<MenuAt, 'dishes' | 'location'>, row: OrderRow): Place {
  return placeAt(menu, row.estimated_ready, { orderType: row.order_type, units: workOfRow(menu, row) });
}

/** On what its promise stands then. */
export function slotGround({ counted: [slot] }: Pick<Place, 'counted'>): Pick<Grounds, 'slot'> {
  return slot ? { slot: slot.startsAt.toISOString() } : {};
}

/** How much work an order is that is placed. */
export function workOfRow(menu: Pick<MenuAt, 'dishes'>, { items }: Pick<OrderRow, 'items'>): number {
  return workOf(
    menu,
    items.filter((item) => item.is_cooked !== false).map((item) => ({ id: item.item_id, quantity: item.quantity })),
  );
}
