import type { ResponseOf, ValidatedInput } from '@tiffin/contract';
import { cents, toDollars, valueOrThrow } from '@tiffin/domain/core';
import { distinctAllergies } from '@tiffin/domain/order';
import { authorise, forgetGuestsBefore, phoneVariations } from '@tiffin/domain/people';
import { sql, type RawBuilder } from 'kysely';
import type { Context } from '../../context.ts';
import type { OrderItemRow, OrderRow } from '../../platform/db/order-row.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { recordAuditEntries, type Author } from '../log/record-audit-entries.ts';
import { wasHandedOver } from '../people/proven-contacts.ts';
import { readSite } from '../locations/restaurant/site.ts';
import { itemAnswer } from './order-answer.ts';
import { readOrders } from './queries.ts';

type Query = ValidatedInput<'lookupGuestByPhone'>['query'];
type RegularGuest = NonNullable<ResponseOf<'lookupGuestByPhone'>['guest']>;

/** Allergies and the last address are taken from the guest's latest orders. */
const MAX_ORDERS_READ = 20;

/**
 * Finds the guest who ordered with this phone number at a location where the caller works. Anybody can enter any number
 * online, so an order counts only after it was handed over or when staff took it. Orders older than the time that guests
 * are remembered are left out. Each search is in the audit log, without the number.
 */
export async function findRegularGuest(
  context: Context,
  by: Author,
  { phone, locationId }: Query,
): Promise<RegularGuest | null> {
  valueOrThrow(authorise('order.read', by.actor, { locationId }));
  const { db, clock } = context;
  const { forgetGuestsAfterMonths } = await readSite(db);
  const since = forgetGuestsBefore(clock.now(), forgetGuestsAfterMonths);
  const where = sql`o.location_id = ${locationId} and o.customer_phone = any(${phoneVariations(phone)}::text[])
    and o.order_time >= ${since} and o.erased_at is null and o.status <> 'cancelled'
    and (o.admin_created or ${wasHandedOver('o')})`;
  const rows = await readOrders(db, where, sql`order by o.order_time desc, o.id desc limit ${MAX_ORDERS_READ}`);
  const [last] = rows;
  await recordSearch(context, by, locationId, last ? { kind: 'order', id: last.id } : { kind: 'user', id: 'nobody' });
  if (!last) return null;
  const orders = rows.length < MAX_ORDERS_READ ? rows.length : await countOrders(context, where);
  return guestAnswer(rows, last, orders);
}

async function countOrders({ db }: Context, where: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from orders o where ${where}`.execute(db);
  return rows[0]?.count ?? 0;
}

async function recordSearch(
  context: Context,
  by: Author,
  locationId: string,
  subject: { readonly kind: 'order' | 'user'; readonly id: string },
): Promise<void> {
  const at = context.clock.now();
  await transaction(context.db, (tx) =>
    recordAuditEntries(tx, { at, ...by, action: 'look-up-phone', subject, locationId }),
  );
}

function guestAnswer(rows: readonly OrderRow[], last: OrderRow, orders: number): RegularGuest {
  const withAllergies = rows.find((row) => statedAllergies(row).length > 0);
  const delivered = rows.find((row) => row.delivery_address);
  return {
    name: last.customer_name,
    orders,
    lastOrder: {
      orderId: last.id,
      orderTime: last.order_time.toISOString(),
      orderType: last.order_type,
      total: toDollars(cents(last.total_cents)),
      items: last.items.map(lineAnswer),
    },
    allergies: withAllergies ? statedAllergies(withAllergies) : [],
    allergiesAt: withAllergies?.order_time.toISOString() ?? null,
    delivery: delivered
      ? {
          address: delivered.delivery_address ?? '',
          instructions: delivered.delivery_instructions ?? '',
          postalCode: delivered.delivery?.postalCode ?? '',
        }
      : null,
  };
}

/** The fields with which the line can be ordered again. */
function lineAnswer(item: OrderItemRow): RegularGuest['lastOrder']['items'][number] {
  const { line, id, name, quantity, spiceLevelId, spiceLevelName, cartKey, isOpen, options, note } = itemAnswer(item);
  return {
    line,
    id,
    name,
    quantity,
    spiceLevelId,
    spiceLevelName,
    cartKey,
    isOpen,
    options,
    note,
    allergies: item.allergies?.map((each) => ({ ...each })),
  };
}

/** The allergies of everybody the order was for. Those of one dish may be another person's. */
function statedAllergies({ allergies }: OrderRow) {
  return distinctAllergies(allergies ?? []).map((each) => ({ ...each }));
}
