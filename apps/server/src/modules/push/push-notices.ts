import { addMinutes, record } from '@tiffin/domain/core';
import { clockText } from '@tiffin/domain/hours';
import { CORRECTION_SECONDS, hasMoved, readyWithWay } from '@tiffin/domain/order';
import { worksAt } from '@tiffin/domain/people';
import { newOrderNotice, orderNotice, type Notice } from '@tiffin/domain/messages';
import { toActor } from '../../platform/auth/authenticate.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/db/connection.ts';
import type { LoggedEvent } from '../../platform/events/log.ts';
import type { Reaction } from '../../platform/events/reactions.ts';
import { inLanguage, inLanguageOf, languageOf } from '../../platform/i18n/interpreter.ts';
import { orderIdOf, findOrder, type OrderRow } from '../orders/queries.ts';
import { readSite } from '../settings/site.ts';
import { readUsersById } from '../people/read-users.ts';

/**
 * Devices are told: the people of a location of a new order, its guest of every step. A step waits as
 * long as a slip may be taken back, and is not told when it was.
 */
export const pushNotices: Reaction = {
  name: 'push-notices',
  types: ['order.created', 'order.updated'],
  inBrief: true,
  async react(context, tx, events) {
    // Most restaurants have no device that follows: then there is nothing to look at.
    if (!(await anybodyFollows(tx))) return;
    for (const event of events) {
      const id = orderIdOf(event);
      const row = id === null ? null : await findOrder(tx, id);
      if (!row) continue;
      if (event.type === 'order.created') await tellStaff(context, tx, row);
      else {
        await moveNews(context, tx, row);
        await tellGuest(context, tx, row, event);
      }
    }
  },
};

async function anybodyFollows(tx: Tx): Promise<boolean> {
  return (await tx.selectFrom('push_followers').select('id').limit(1).executeTakeFirst()) !== undefined;
}

async function tellStaff(context: Context, tx: Tx, row: OrderRow): Promise<void> {
  const devices = await tx
    .selectFrom('push_followers')
    .select(['id', 'user_id'])
    .where('location_id', '=', row.location_id)
    // What was ordered before a device asked is no news to it.
    .where('created_at', '<=', row.order_time)
    .execute();
  if (devices.length === 0) return;
  const owners = await readUsersById(
    tx,
    devices.map((device) => device.user_id).filter((id) => id !== null),
  );
  // Whoever no longer works there hears no more of it, on whatever device.
  const atWork = owners.filter(
    (person) => person.is_active && !person.is_deleted && worksAt(toActor(person), row.location_id),
  );
  const site = await readSite(tx);
  const itemCount = row.items.reduce((sum, { quantity }) => sum + quantity, 0);
  const order = { id: row.id, itemCount, orderType: row.order_type, locationName: row.location_name };
  for (const [spoken, people] of Map.groupBy(atWork, ({ language }) => languageOf(language, site))) {
    const followers = devices.filter((device) => people.some(({ id }) => id === device.user_id));
    const notice = inLanguage(spoken, () => newOrderNotice(order));
    // What is ordered for later is told when the kitchen has to look at it.
    await queueNotices(context, tx, followers, notice, {
      orderId: row.id,
      status: 'pending',
      notBefore: (row.wanted_for && row.fire_at) ?? context.clock.now(),
    });
  }
}

/** An order for later that was moved is told at its new minute. */
async function moveNews({ clock }: Context, tx: Tx, { id, wanted_for: isLater, fire_at: firesAt }: OrderRow) {
  if (!isLater || !firesAt) return;
  await tx
    .updateTable('push_notices')
    .set({ not_before: firesAt, created_at: firesAt })
    .where('order_id', '=', id)
    .where('status', '=', 'pending')
    .where('not_before', '>', clock.now())
    .where('not_before', '!=', firesAt)
    .execute();
}

async function tellGuest(context: Context, tx: Tx, row: OrderRow, event: LoggedEvent): Promise<void> {
  // What the order is by now is told by the event that made it so.
  if (record(event.data['order'])?.['status'] !== row.status) return;
  // A change of something else than its status is no news.
  const followers = await tx
    .updateTable('push_followers')
    .set({ told: row.status })
    .where('order_id', '=', row.id)
    .where('told', 'is distinct from', row.status)
    .returning('id')
    .execute();
  if (followers.length === 0) return;
  const { promised_ready: promised, estimated_ready: ready } = row;
  const now = readyWithWay(ready, { promised, wayMinutes: row.delivery?.zone.extraMinutes ?? 0 });
  const write = () =>
    orderNotice({
      id: row.id,
      status: row.status,
      orderType: row.order_type,
      nowAbout: row.status === 'preparing' && hasMoved(promised, now) ? clockText(now, row.location_time_zone) : null,
    });
  const notice = inLanguageOf(row, write, await readSite(tx));
  if (!notice) return;
  const notBefore = addMinutes(event.at, CORRECTION_SECONDS / 60);
  await queueNotices(context, tx, followers, notice, { orderId: row.id, status: row.status, notBefore });
}

/** What devices are told from `notBefore` on, while the order stands as it does. */
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
        // it is news from then on
        created_at: notBefore,
      })),
    )
    .execute();
}
