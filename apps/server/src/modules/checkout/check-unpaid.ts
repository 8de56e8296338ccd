import { orRefuse } from '@tiffin/domain/core';
import { mayOpenPage } from '@tiffin/domain/payment';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/connection.ts';
import type { PricedItem } from '../../db/kept-json.ts';
import type { MenuAt } from '../menu/menu-at.ts';
import { lockHolders } from '../people/lock-holders.ts';
import { isProven, isProvenPerson } from '../people/proof.ts';
import { readSite } from '../settings/site.ts';
import { portionsOfLines } from '../stock/portions.ts';

interface Wanted {
  readonly menu: MenuAt;
  readonly items: readonly PricedItem[];
  readonly userId: string | null;
  /** The address whose pages are counted; null for whoever works here. */
  readonly begunFrom: string | null;
}

/** A stranger with free pages does not take all there is: what waits to be paid of one person and one address has an end. */
export async function checkUnpaid(context: Context, tx: Tx, { menu, items, userId, begunFrom }: Wanted): Promise<void> {
  if (begunFrom === null) return;
  await lockHolders(tx, 'unpaid', { userId, address: begunFrom });
  const {
    rows: [row],
  } = await sql<Record<'own' | 'own_portions' | 'from' | 'from_portions', number>>`
    with waiting as (
      select s.user_id, s.begun_from,
        (select coalesce(sum(h.quantity), 0)::int from stock_holds h where h.session_id = s.id) as portions
      from payment_sessions s
      where s.status = 'open' and s.expires_at > ${context.clock.now()} and s.begun_from is not null
        and (s.begun_from = ${begunFrom} or s.user_id = ${userId})
    ), own as (select * from waiting where user_id = ${userId}),
    -- those of guests we know count to themselves alone
    from_there as (select * from waiting w where begun_from = ${begunFrom} and not ${isProven(sql`w.user_id`)})
    select
      (select count(*)::int from own) as own,
      (select coalesce(sum(portions), 0)::int from own) as own_portions,
      (select count(*)::int from from_there) as "from",
      (select coalesce(sum(portions), 0)::int from from_there) as from_portions
  `.execute(tx);
  const counted = portionsOfLines(items).filter(({ itemId }) => menu.counted.has(itemId));
  orRefuse(
    mayOpenPage(
      {
        portions: counted.reduce((sum, { quantity }) => sum + quantity, 0),
        isProven: userId !== null && (await isProvenPerson(tx, userId)),
        phone: menu.location.phone || (await readSite(tx)).phone,
      },
      {
        person: { pages: row?.own ?? 0, portions: row?.own_portions ?? 0 },
        address: { pages: row?.from ?? 0, portions: row?.from_portions ?? 0 },
      },
    ),
  );
}
