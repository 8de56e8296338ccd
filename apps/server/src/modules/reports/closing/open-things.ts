import { centsOf, say } from '@tiffin/domain/core';
import type { OpenThing } from '@tiffin/domain/day';
import { ORDER_TYPES, orderCode, orderTypeGoesTo } from '@tiffin/domain/order';
import { SENT_REFUND_ROUTES } from '@tiffin/domain/payment';
import { sql } from 'kysely';
import type { Actor } from '@tiffin/domain/people';
import type { Db, Tx } from '../../../context.ts';
import { sqlList } from '../../../platform/db/sql-lists.ts';
import { readDriverCash } from '../../deliveries/driver-cash.ts';

const DELIVERED_TYPES = ORDER_TYPES.filter((type) => orderTypeGoesTo(type, 'address'));

/** Older unpaid bills are left out: the journal contains them, and they are no work of this evening. */
const SHOWN_DAYS = 3;

interface OpenRow {
  readonly kind: OpenThing['kind'];
  readonly id: string;
  readonly label: string | null;
  readonly amount: number | null;
  /** It closes by itself: a refund that is being sent to a card or a gift card. */
  readonly isMoving: boolean;
  readonly offlineNumber: string | null;
}

/** What is still open at a location: bills, tabs, deliveries, cash of drivers, drawers, and refunds on their way. */
export async function readOpenThings(db: Db | Tx, actor: Actor, locationId: string, now: Date): Promise<OpenThing[]> {
  const { rows } = await sql<OpenRow>`
    select 'tab' as kind, b.id, coalesce(nullif(b.label, ''),
           names_of_tables(tables_of_sitting(s.table_id, s.joined))) as label, b.total_cents - b.paid_cents as amount,
           false as "isMoving", null as "offlineNumber"
    from bills b left join sittings s on s.id = b.sitting_id
    where b.location_id = ${locationId} and b.opened_at is not null and b.closed_at is null and b.merged_into is null
      and b.state = 'open' and b.total_cents > b.paid_cents
    union all
    select case when o.order_type in (${sqlList(DELIVERED_TYPES)}) then 'delivery' else 'bill' end, o.id, o.customer_name,
           b.total_cents - b.paid_cents, false, o.offline_number
    from orders o join bills b on b.id = o.bill_id
    where o.location_id = ${locationId} and o.order_time > ${now}::timestamptz - make_interval(days => ${SHOWN_DAYS})
      and o.order_time <= ${now} and b.opened_at is null and o.status <> 'cancelled'
      and (b.state = 'open' and b.total_cents > b.paid_cents
        or o.courier ->> 'state' not in ('delivered', 'returned'))
    union all
    select 'drawer', d.id, d.name, null, false, null from drawer_shifts s join drawers d on d.id = s.drawer_id
    where s.location_id = ${locationId} and s.state = 'open'
    union all
    select 'refund', coalesce(r.order_id, r.id), o.customer_name, r.amount_cents + r.tip_cents + r.cash_rounding_cents,
           r.method in (${sqlList(SENT_REFUND_ROUTES)}), o.offline_number
    from refunds r left join orders o on o.id = r.order_id
    where r.location_id = ${locationId} and r.status = 'requested'
    order by 1, 2
  `.execute(db);
  const cashOfDrivers = await readDriverCash(db, actor, [locationId]);
  return [
    ...rows.map(({ label, offlineNumber, ...row }) => ({ ...row, label: labelOf({ ...row, offlineNumber }, label) })),
    ...cashOfDrivers.map(({ driverId: id, name: label, carries }) => ({
      kind: 'cash' as const,
      id,
      label,
      amount: centsOf(carries),
      isMoving: false,
    })),
  ];
}

interface UnfinishedRow {
  readonly kind: 'order' | 'table';
  readonly id: string;
  readonly label: string | null;
  readonly offlineNumber: string | null;
}

/** Paid orders that nobody finished, and tables where guests still sit. If they are to be paid, they are open things. */
export async function readUnfinished(db: Db | Tx, locationId: string, now: Date) {
  const { rows } = await sql<UnfinishedRow>`
    select 'order' as kind, o.id, o.customer_name as label, o.offline_number as "offlineNumber"
    from orders o join bills b on b.id = o.bill_id
    where o.location_id = ${locationId} and o.order_time > ${now}::timestamptz - make_interval(days => ${SHOWN_DAYS})
      and o.order_time <= ${now} and o.status not in ('completed', 'cancelled') and o.courier is null
      and b.total_cents <= b.paid_cents
      and not (o.status = 'pending' and o.wanted_for is not null and o.fire_at > ${now})
    union all
    select 'table', s.id, names_of_tables(tables_of_sitting(s.table_id, s.joined)), null from sittings s
    where s.location_id = ${locationId} and s.ended_at is null and not exists (
      select from bills b where b.sitting_id = s.id and b.state = 'open' and b.total_cents > b.paid_cents)
    order by 1, 2
  `.execute(db);
  return rows.map(({ label, offlineNumber, ...row }) => ({
    ...row,
    label: row.kind === 'table' ? say`Table ${label ?? ''}` : labelOf({ ...row, offlineNumber }, label),
  }));
}

type NumberedRow = Pick<OpenRow | UnfinishedRow, 'kind' | 'id' | 'offlineNumber'>;

function labelOf({ kind, id: orderId, offlineNumber }: NumberedRow, name: string | null): string {
  if (kind === 'drawer' || kind === 'tab') return name ?? say`Tab`;
  const code = orderCode({ orderId, offlineNumber });
  return name ? `${code}, ${name}` : code;
}
