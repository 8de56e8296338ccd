import { addMinutes, asRecord } from '@tiffin/domain/core';
import { windowText } from '@tiffin/domain/hours';
import { CORRECTION_SECONDS, hasMoved, moveWindow } from '@tiffin/domain/order';
import { worksAt } from '@tiffin/domain/people';
import { newOrderNotice, orderNotice, type Notice } from '@tiffin/domain/messages';
import { toActor } from '../../../../platform/auth/authenticate.ts';
import type { Context, Tx } from '../../../../context.ts';
import type { LoggedEvent } from '../../../../platform/events/log.ts';
import type { Reaction } from '../../../../platform/events/reactions.ts';
import { inLanguage, inLanguageOf, languageOf } from '../../../../platform/i18n/request-language.ts';
import { markFollowersNotified } from '../../../outbox/push-followers.ts';
import { promiseOf } from '../../../orders/promise/promise-columns.ts';
import { findOrder } from '../../../orders/queries.ts';
import { orderIdOf } from '../../../../platform/events/order-ids.ts';
import type { OrderRow } from '../../../../platform/db/order-row.ts';
import { readSite } from '../../../locations/restaurant/site.ts';
import { readUsersById } from '../../../people/read-users.ts';

/**
 * Notifies the staff of a location of new orders and a guest of each status change. A status change is sent only
 * after the time in which it can be undone, and not if it was.
 */
export const pushNotices: Reaction = {
  name: 'push-notices',
  types: ['order.created', 'order.updated'],
  needsIdAndStatusOnly: true,
  async react(context, tx, events) {
    // Most restaurants have no subscribed device, so check that first.
    if (!(await tx.selectFrom('push_followers').select('id').limit(1).executeTakeFirst())) return;
    for (const event of events) {
      const id = orderIdOf(event);
      const row = id === null ? null : await findOrder(tx, id);
      if (!row) continue;
      // The person who took an order at the till knows it.
      if (event.type === 'order.created' && row.accepted_at !== null) continue;
      if (event.type === 'order.created') await notifyStaff(context, tx, row);
      else {
        await rescheduleNotices(context, tx, row);
        await notifyGuestOfStatus(context, tx, row, event);
      }
    }
  },
};

async function notifyStaff(context: Context, tx: Tx, row: OrderRow): Promise<void> {
  const devices = await tx
    .selectFrom('push_followers')
    .select(['id', 'user_id'])
    .where('location_id', '=', row.location_id)
    // Orders from before the subscription are not reported.
    .where('created_at', '<=', row.order_time)
    .execute();
  if (devices.length === 0) return;
  const ownerIds = devices.map((device) => device.user_id).filter((id) => id !== null);
  const owners = await readUsersById(tx, ownerIds);
  // People who no longer work there get no notifications.
  const current = owners.filter(
    (person) => person.is_active && !person.is_deleted && worksAt(toActor(person), row.location_id),
  );
  const site = await readSite(tx);
  const itemCount = row.items.reduce((sum, { quantity }) => sum + quantity, 0);
  const order = { id: row.id, itemCount, orderType: row.order_type, locationName: row.location_name };
  for (const [language, people] of Map.groupBy(current, (person) => languageOf(person.language, site))) {
    const followers = devices.filter((device) => people.some(({ id }) => id === device.user_id));
    const notice = inLanguage(language, () => newOrderNotice(order));
    // A scheduled order is reported when the kitchen must start.
    await queueNotices(context, tx, followers, notice, {
      orderId: row.id,
      status: 'pending',
      notBefore: (row.wanted_for && row.fire_at) ?? context.clock.now(),
    });
  }
}

/** A scheduled order that was moved is reported at its new time. */
async function rescheduleNotices({ clock }: Context, tx: Tx, { id, wanted_for, fire_at: firesAt }: OrderRow) {
  if (!wanted_for || !firesAt) return;
  await tx
    .updateTable('push_notices')
    .set({ not_before: firesAt, created_at: firesAt })
    .where('order_id', '=', id)
    .where('status', '=', 'pending')
    .where('not_before', '>', clock.now())
    .where('not_before', '!=', firesAt)
    .execute();
}

async function notifyGuestOfStatus(context: Context, tx: Tx, row: OrderRow, event: LoggedEvent): Promise<void> {
  // A later event reports the current status.
  if (asRecord(event.data['order'])?.['status'] !== row.status) return;
  // Changes other than of the status are not reported.
  const followers = await markFollowersNotified(tx, row);
  if (followers.length === 0) return;
  const notice = inLanguageOf(row, () => statusNotice(row, event.at), await readSite(tx));
  if (!notice) return;
  const notBefore = addMinutes(event.at, CORRECTION_SECONDS / 60);
  await queueNotices(context, tx, followers, notice, { orderId: row.id, status: row.status, notBefore });
}

/** The notification of a status, with the promise if an early start moved it. */
export function statusNotice(row: OrderRow, at: Date): Notice | null {
  const promise = promiseOf(row);
  const isMoved =
    row.status === 'preparing' &&
    row.promised_ready !== null &&
    hasMoved(moveWindow(promise, row.promised_ready), promise);
  return orderNotice({
    id: row.id,
    status: row.status,
    orderType: row.order_type,
    nowAbout: isMoved ? windowText(promise, at, row.location_time_zone) : null,
  });
}

/** Queues notifications to send from `notBefore` on, if the order's status is still the same. */
export async function queueNotices(
  context: Context,
  tx: Tx,
  followers: readonly { readonly id: string }[],
  notice: Notice,
  { orderId, status, notBefore }: { orderId: string; status: OrderRow['status']; notBefore: Date },
): Promise<void> {
  if (followers.length === 0) return;
  await tx
    .insertInto('push_notices')
    .values(
      followers.map(({ id }) => ({
        id: context.ids.uuid(),
        follower_id: id,
        notice: JSON.stringify(notice),
        order_id: orderId,
        status,
        not_before: notBefore,
        // Its age counts from this time.
        created_at: notBefore,
      })),
    )
    .execute();
}
