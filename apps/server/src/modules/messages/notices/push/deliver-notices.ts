import { sql } from 'kysely';
import { generatePushKeys } from '../../../../adapters/push/web-push.ts';
import type { Context } from '../../../../context.ts';
import type { Row } from '../../../../platform/db/schema.ts';
import { deletePushFollowers } from '../../../outbox/push-followers.ts';
import { orderPath } from '../../../orders/order-answer.ts';

const BATCH = 20;
const MAX_TRIES = 5;
/** Also how long a notification that is being sent is left alone. */
const RETRY_AFTER_S = 30;
/** Older notifications are dropped. */
const MAX_AGE_MS = 60 * 60_000;

type FollowedNotice = Pick<Row<'push_notices'>, 'id' | 'notice' | 'tries' | 'created_at'> &
  Pick<Row<'push_followers'>, 'endpoint' | 'p256dh' | 'auth'>;

interface DueNotice extends FollowedNotice {
  /** The order has another status than when the notification was queued. */
  readonly is_outdated: boolean;
  /** Set for a guest without an account, who needs the order link. */
  readonly linked_order_id: string | null;
}

/**
 * Sends a batch of due notifications and returns how many were handled. Deletes subscriptions of devices that no
 * longer exist.
 */
export async function deliverNotices(context: Context): Promise<number> {
  const now = context.clock.now();
  const due = await leaseNotices(context, now);
  if (due.length === 0) return 0;
  // The contact of push services is the site, or a placeholder without TLS.
  const contact = context.overTls ? context.publicUrl : 'mailto:nobody@example.invalid';
  const keys = { ...(await readPushKeys(context)), contact };
  await Promise.all(
    due.map(async (each) => {
      const isOld = now.getTime() - each.created_at.getTime() > MAX_AGE_MS;
      // The link is built when sending, because a stored token could be read from the database.
      const url = each.linked_order_id && orderPath(context, { id: each.linked_order_id });
      const notice = { ...each.notice, url: url ?? each.notice.url };
      const isDropped = each.is_outdated || isOld;
      const result = isDropped ? null : await context.push.send(each, JSON.stringify(notice), keys);
      if (result === 'gone') await deletePushFollowers(context.db, (row) => row('endpoint', '=', each.endpoint));
      else if (isDropped || result === 'sent' || each.tries >= MAX_TRIES) {
        await context.db.deleteFrom('push_notices').where('id', '=', each.id).execute();
      }
    }),
  );
  return due.length;
}

/**
 * Takes due notifications under a lease; after a crash they are tried again. Devices of staff go first and earlier
 * failures last, because anybody can register a device that never answers.
 */
async function leaseNotices(context: Context, now: Date): Promise<readonly DueNotice[]> {
  const retryAt = new Date(now.getTime() + RETRY_AFTER_S * 1000);
  const { rows } = await sql<DueNotice>`
    with due as (
      select d.id from push_notices d join push_followers w on w.id = d.follower_id where d.not_before <= ${now}
      order by w.location_id is null, d.tries, d.not_before limit ${BATCH} for update of d skip locked
    )
    update push_notices n set not_before = ${retryAt}, tries = n.tries + 1
    from due, push_followers f
    where n.id = due.id and f.id = n.follower_id
    returning n.id, f.endpoint, f.p256dh, f.auth, n.notice, n.tries, n.created_at,
      exists (select from orders o where o.id = n.order_id and o.status <> n.status) as is_outdated,
      (select o.id from orders o
       where o.id = f.order_id and not f.is_stranger and (o.user_id is null or f.user_id is null)) as linked_order_id
  `.execute(context.db);
  return rows;
}

/** The server's VAPID keys: created once, stored in the database and shared by all copies of the server. */
export async function readPushKeys(
  context: Pick<Context, 'db' | 'clock'>,
): Promise<{ readonly publicKey: string; readonly privateKey: string }> {
  const read = () =>
    context.db
      .selectFrom('push_keys')
      .select(['public_key as publicKey', 'private_key as privateKey'])
      .executeTakeFirst();
  const stored = await read();
  if (stored) return stored;
  const newKeys = generatePushKeys();
  await context.db
    .insertInto('push_keys')
    .values({ public_key: newKeys.publicKey, private_key: newKeys.privateKey, made_at: context.clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  // Another copy of the server may have created them at the same moment.
  return (await read()) ?? newKeys;
}
