import { sql } from 'kysely';
import type { Tx } from '../../platform/db/connection.ts';
import type { Reaction } from '../../platform/events/reactions.ts';
import { orderIdsOf } from '../../platform/events/order-ids.ts';

/**
 * Copies the phone number of a checkout to the guest's profile. A guest who orders for a friend, with another name and
 * address, keeps their own number. The order is never affected: a profile that is locked or cannot be updated is only
 * logged.
 */
export const copyPhoneToProfile: Reaction = {
  name: 'checkout-phones',
  types: ['order.created'],
  needsIdAndStatusOnly: true,
  async react(context, tx, events) {
    const ids = orderIdsOf(events);
    await sql`savepoint profiles`.execute(tx);
    try {
      const users = await writePhones(tx, ids, context.clock.now());
      if (users.length > 0) context.log.warn({ users }, 'profiles in use did not take the phone of checkout');
    } catch (error) {
      await sql`rollback to savepoint profiles`.execute(tx);
      context.log.error({ err: error, orders: ids }, 'profiles did not take the phone of checkout');
    }
  },
};

/** Returns the accounts that were locked by others, for which it does not wait. */
async function writePhones(tx: Tx, orderIds: readonly string[], now: Date): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    with latest as materialized (
      select distinct on (o.user_id) o.user_id, o.customer_phone as phone
      from orders o join users u on u.id = o.user_id
      where o.id = any(${orderIds}) and not o.admin_created and o.customer_phone <> ''
        and u.phone_number is distinct from o.customer_phone
        and (coalesce(u.phone_number, '') = '' or lower(o.customer_email) = lower(u.email)
          or lower(trim(o.customer_name)) = lower(trim(u.name)))
      order by o.user_id, o.order_time desc
    ), unlocked as materialized (
      select u.id, latest.phone from latest join users u on u.id = latest.user_id
      for no key update of u skip locked
    ), updated as (
      update users u set phone_number = unlocked.phone, updated_at = ${now} from unlocked where u.id = unlocked.id
    )
    select user_id from latest where user_id not in (select id from unlocked)
  `.execute(tx);
  return rows.map((row) => row.user_id);
}

/** Adds a phone number to a profile without one. Returns whether it was added. */
export async function addPhone(tx: Tx, userId: string, phone: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ phone_number: phone })
    .where('id', '=', userId)
    .where('phone_number', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Removes a phone number from a profile, unless it has another one by now. */
export async function removePhone(tx: Tx, userId: string, phone: string | null): Promise<void> {
  await tx
    .updateTable('users')
    .set({ phone_number: null })
    .where('id', '=', userId)
    .where('phone_number', '=', phone)
    .execute();
}
