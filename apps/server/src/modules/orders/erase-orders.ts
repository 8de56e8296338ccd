import { NO_NOTES, OPEN_ITEM, openItemId } from '@tiffin/domain/order';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/connection.ts';
import type { RenamedRows, RenamedStaff } from '../contacts/contacts.ts';
import {
  anonymiseGuestsInFigures,
  deleteUnsoldDishes,
  recountOrders,
  removeOrdersFromFigures,
} from '../figures/roll-up-orders.ts';
import { noteColumns } from './order-columns.ts';

const OPEN_ITEM_PREFIX = openItemId('');

/**
 * Removes the guest from orders, whose sales remain. `name` replaces the guest's name; `formerNames` are those of the
 * guest in the history of the orders.
 */
export async function eraseOrders(
  tx: Tx,
  ids: readonly string[],
  erasure: { readonly at: Date; readonly name: string; readonly formerNames?: readonly string[] },
): Promise<void> {
  const { at, name, formerNames = [] } = erasure;
  // The bills of tabs come before their orders, as in `lockOrder`.
  await sql`
    select from bills where id in (select bill_id from orders where id = any(${[...ids]}::text[]))
      and opened_at is not null order by id for update
  `.execute(tx);
  await sql`select from orders where id = any(${[...ids]}::text[]) order by id for update`.execute(tx);
  await removeOrdersFromFigures(tx, ids);
  const guests = await anonymiseGuestsInFigures(tx, ids);
  await eraseTypedTexts(tx, ids, { name, formerNames });
  await tx
    .updateTable('orders')
    .set({
      customer_name: name,
      customer_email: null,
      customer_phone: null,
      delivery_address: null,
      delivery_instructions: null,
      vehicle: sql`case when vehicle is null then null else '' end`,
      delivery: sql`delivery || '{"postalCode": "", "point": null}'`,
      ...noteColumns(NO_NOTES),
      allergies: null,
      allergy_note: null,
      cancel_reason: null,
      language: null,
      erased_guest: sql`coalesce((${JSON.stringify(guests)}::jsonb ->> id)::uuid, erased_guest)`,
      erased_at: at,
    })
    .where('id', 'in', ids)
    .execute();
  await recountOrders(tx, ids);
  await tx.updateTable('order_status_history').set({ note: null }).where('order_id', 'in', ids).execute();
  await tx
    .updateTable('order_items')
    .set({ note: null, allergies: null, allergy_check: null })
    .where('order_id', 'in', ids)
    .execute();
  const bills = tx.selectFrom('orders').select('bill_id').where('id', 'in', ids);
  await tx.updateTable('given_discounts').set({ note: null }).where('bill_id', 'in', bills).execute();
  await tx.updateTable('bills').set({ label: null }).where('id', 'in', bills).where('label', 'is not', null).execute();
  await tx.updateTable('promotion_uses').set({ person_key: null }).where('order_id', 'in', ids).execute();
}

/**
 * Text that staff typed into an order may identify the guest: 'Cake for Anna'. The sale remains under a neutral name.
 * The caller has taken the orders out of the figures.
 */
async function eraseTypedTexts(
  tx: Tx,
  orderIds: readonly string[],
  { name, formerNames }: { readonly name: string; readonly formerNames: readonly string[] },
): Promise<void> {
  const ids = sql`${[...orderIds]}::text[]`;
  // Order changes name removed lines; a name that is not on the menu was typed. Why a time was moved, and the note among
  // the options, were typed too.
  await sql`
    update orders o set changes = (
      select jsonb_agg((change - 'why')
        || case when change ->> 'by' = any(${[...formerNames]}::text[]) then jsonb_build_object('by', ${name}::text) else '{}' end
        || jsonb_build_object('lines', (
        select coalesce(jsonb_agg(case when line ->> 'name' in (
            select i.name from order_items i where i.order_id = o.id and not starts_with(i.item_id, ${OPEN_ITEM_PREFIX})
            union all select m.name from menu_items m where m.location_id = o.location_id
          ) then line else line || jsonb_build_object('name', ${OPEN_ITEM}::text) end || '{"spice": ""}' order by place), '[]')
        from jsonb_array_elements(change -> 'lines') with ordinality lines (line, place))) order by place)
      from jsonb_array_elements(o.changes) with ordinality changes (change, place))
    where o.id = any(${ids}) and jsonb_typeof(o.changes) = 'array'
  `.execute(tx);
  await sql`
    update adjustments a set label = left(a.label, -length(i.name)) || ${OPEN_ITEM}
    from order_items i
    where i.order_id = coalesce(a.order_id, a.bill_id) and i.line = a.line and i.order_id = any(${ids})
      and starts_with(i.item_id, ${OPEN_ITEM_PREFIX}) and right(a.label, length(i.name) + 2) = ': ' || i.name
  `.execute(tx);
  await deleteUnsoldDishes(tx, ids, OPEN_ITEM_PREFIX);
  await tx
    .updateTable('removed_lines')
    .set({ item_id: openItemId(OPEN_ITEM), name: OPEN_ITEM, options: null })
    .where('order_id', 'in', orderIds)
    .where('item_id', 'like', `${OPEN_ITEM_PREFIX}%`)
    .execute();
  await tx
    .updateTable('order_items')
    // Earlier versions stored the key of the line in the cart, which contains the name.
    .set({ item_id: openItemId(OPEN_ITEM), name: OPEN_ITEM, cart_key: null })
    .where('order_id', 'in', orderIds)
    .where('item_id', 'like', `${OPEN_ITEM_PREFIX}%`)
    .execute();
}

/** Replaces the name of an erased member of staff wherever an order stores their id with it. */
export async function renameStaffInOrders(tx: Tx, { userId, name }: RenamedStaff): Promise<void> {
  await sql`
    update orders set courier = courier || jsonb_build_object('driverId', null, 'driver', ${name}::text)
    where courier ->> 'driverId' = ${userId}
  `.execute(tx);
  await tx.updateTable('order_status_history').set({ actor_name: name }).where('actor_id', '=', userId).execute();
  await sql`
    update order_items set allergy_check = allergy_check || jsonb_build_object('by', ${name}::text, 'userId', '')
    where allergy_check ->> 'userId' = ${userId}
  `.execute(tx);
  await sql`
    update given_discounts set
      given_by_name = case when given_by = ${userId} then ${name} else given_by_name end,
      approved_by_name = case when approved_by = ${userId} then ${name} else approved_by_name end,
      taken_back_by_name = case when taken_back_by = ${userId} then ${name} else taken_back_by_name end
    where ${userId} in (given_by, approved_by, taken_back_by)
  `.execute(tx);
}

/** Replaces the names of an erased person where an order stores only the name. */
export async function renameInOrders(tx: Tx, { name, formerNames, isOfPerson }: RenamedRows): Promise<void> {
  await sql`
    update orders o set accepted_by = ${name} where accepted_by = any(${formerNames}) and ${isOfPerson('o.id')}
  `.execute(tx);
  await sql`
    update bills b set opened_by = ${name} where opened_by = any(${formerNames}) and ${isOfPerson('b.id')}
  `.execute(tx);
  await sql`
    update orders o set changes = (
      select jsonb_agg(case when change ->> 'by' = any(${formerNames}) then change || jsonb_build_object('by', ${name}::text)
        else change end order by place)
      from jsonb_array_elements(o.changes) with ordinality changes (change, place))
    where jsonb_typeof(o.changes) = 'array' and ${isOfPerson('o.id')}
      and jsonb_path_exists(o.changes, '$[*].by ? (@ == $name[*])', jsonb_build_object('name', to_jsonb(${formerNames})))
  `.execute(tx);
}
