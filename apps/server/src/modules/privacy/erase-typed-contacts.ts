import { isOpenItem, OPEN_ITEM, openItemId, hideOpenItemName } from '@tiffin/domain/order';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/connection.ts';
import type { SessionSnapshot } from '../../platform/db/stored-json.ts';

const OPEN_ITEM_PREFIX = openItemId('');
const NEUTRAL_ITEM_ID = openItemId(OPEN_ITEM);

/**
 * Text that staff typed into an order may identify the guest: 'Cake for Anna'. The sale remains under a neutral name.
 * The figures must not include the orders meanwhile.
 */
export async function eraseTypedTexts(
  tx: Tx,
  orderIds: readonly string[],
  { name, formerNames }: { readonly name: string; readonly formerNames: readonly string[] },
): Promise<void> {
  const ids = sql`${[...orderIds]}::text[]`;
  // Order changes mention removed lines: a name that is no dish was typed. So were the reason for a moved time, and the
  // note among the options.
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
    where i.order_id = a.bill_id and i.line = a.line and a.bill_id = any(${ids})
      and starts_with(i.item_id, ${OPEN_ITEM_PREFIX}) and right(a.label, length(i.name) + 2) = ': ' || i.name
  `.execute(tx);
  // Also the figures under the typed name, unless other orders sold something of that name.
  await sql`
    delete from dish_figures f using (
      select distinct item_id from order_items where order_id = any(${ids}) and starts_with(item_id, ${OPEN_ITEM_PREFIX})
    ) typed
    where f.item_id = typed.item_id and f.count = 0
  `.execute(tx);
  await tx
    .updateTable('order_items')
    .set({ item_id: NEUTRAL_ITEM_ID, name: OPEN_ITEM, cart_key: null })
    .where('order_id', 'in', orderIds)
    .where('item_id', 'like', `${OPEN_ITEM_PREFIX}%`)
    .execute();
}

/** Does the same in payment sessions, with or without an order, and in the reasons for discounts. */
export async function eraseTypedTextsInSessions(tx: Tx, sessionIds: readonly string[]): Promise<void> {
  if (sessionIds.length === 0) return;
  const pages = await tx
    .selectFrom('payment_sessions')
    .select(['id', 'snapshot'])
    .where('id', 'in', sessionIds)
    .where(
      sql<boolean>`(snapshot -> 'given' is not null or jsonb_path_exists(snapshot, '$.items[*].id ? (@ starts with "open:")'))`,
    )
    .execute();
  for (const { id, snapshot } of pages) {
    await tx
      .updateTable('payment_sessions')
      .set({ snapshot: JSON.stringify(withoutTypedTexts(snapshot)) })
      .where('id', '=', id)
      .execute();
  }
}

function withoutTypedTexts({ items, given, adjustments, ...rest }: SessionSnapshot): SessionSnapshot {
  return {
    ...rest,
    items: items.map((item) =>
      isOpenItem(item) ? { ...item, id: NEUTRAL_ITEM_ID, name: OPEN_ITEM, cartKey: '' } : item,
    ),
    ...(given && { given: given.map((each) => ({ ...each, note: '' })) }),
    ...(adjustments && {
      adjustments: adjustments.map((each) => {
        const item = each.line === null ? undefined : items[each.line];
        return item && isOpenItem(item) ? { ...each, label: hideOpenItemName(each.label, item.name) } : each;
      }),
    }),
  };
}
