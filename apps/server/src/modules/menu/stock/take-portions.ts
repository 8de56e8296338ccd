import { FEW_PORTIONS } from '@tiffin/domain/menu';
import type { StatementSource } from '../../../platform/db/statement-source.ts';
import { RAISE_MENU_VERSION } from '../../locations/menu-version.ts';

/**
 * The SQL that locks the stock counters, in the order of their keys, and takes the portions of new orders. The check
 * `stock_enough` refuses the statement when there are too few. Runs after all other rows are written, so that counters
 * stay locked only briefly. When few are left, the menu changes.
 */
export const takePortions = ({ $, inserted, afterRows }: StatementSource): string => `, portions as (
     select ${$('location_id')} as location_id, inserted.id as order_id, ${$('order_time')} as at, p.*
     from ${inserted}, jsonb_to_recordset(${$('portions')}) as p (line int, "itemId" text, quantity int)
     where ${afterRows}
   ), sums as (
     select location_id, "itemId" as item_id, sum(quantity)::int as quantity from portions group by 1, 2
   ), locked_stock as (
     select s.location_id, s.item_id, sums.quantity from stock s join sums using (location_id, item_id)
     where s.location_id = any(array(select location_id from sums)) order by 1, 2 for update of s
   ), taken_stock as (
     update stock s set left_count = s.left_count - c.quantity from locked_stock c
     where s.location_id = c.location_id and s.item_id = c.item_id
     returning s.location_id, s.item_id, s.left_count
   ), stock_moves_rows as (
     insert into stock_moves (location_id, item_id, amount, kind, order_id, line, order_version, at)
     select c.location_id, c.item_id, -p.quantity, 'sale', p.order_id, p.line, 1, p.at
     from portions p join locked_stock c on c.location_id = p.location_id and c.item_id = p."itemId"
   ), nearly_sold_out as (
     select location_id, jsonb_agg(item_id) as items from taken_stock where left_count < ${FEW_PORTIONS} group by 1
   ), changed_menus as (
     ${RAISE_MENU_VERSION} from nearly_sold_out where id = location_id
     returning location_id, menu_version, items
   ), menu_events as (
     insert into events (type, location_id, at, data)
     select 'menu.changed', location_id, (select max(at) from portions),
       jsonb_build_object('change', 'availability', 'version', menu_version, 'itemIds', items) from changed_menus
   )`;
