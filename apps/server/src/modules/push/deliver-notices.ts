import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { orderPath } from '../orders/order-answer.ts';

const BATCH = 20;
const MOST_TRIES = 5;
const TRY_AGAIN_S = 30;
/** Older than that it is no news. */
const NEWS_FOR_MS = 60 * 60_000;

interface Due {
  readonly id: string;
  readonly follower_id: string;
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly notice: object;
  readonly tries: number;
  readonly created_at: Date;
  /** The order is something else by now. */
  readonly is_untrue: boolean;
  /** Of who showed the key of the order's link, and has no account to find the order in. */
  readonly order: { readonly id: string; readonly receipt_token: string } | null;
}

/** Says what is due to the devices, a batch; answers how many were handled. Those that are gone are forgotten. */
export async function deliverNotices(context: Context): Promise<number> {
  const now = context.clock.now();
  const due = await claim(context, now);
  if (due.length === 0) return 0;
  const keys = { ...(await readPushKeys(context)), contact: contactOf(context) };
  await Promise.all(
    due.map(async (each) => {
      const isOld = now.getTime() - each.created_at.getTime() > NEWS_FOR_MS;
      // The link is written when it is sent: kept, its key would open the order to who reads the database.
      const notice = { ...each.notice, ...(each.order && { url: orderPath(context, each.order) }) };
      const fate = each.is_untrue || isOld ? 'sent' : await context.push.send(each, JSON.stringify(notice), keys);
      if (fate === 'gone')
        await context.db.deleteFrom('push_followers').where('endpoint', '=', each.endpoint).execute();
      else if (fate === 'sent' || each.tries >= MOST_TRIES) {
        await context.db.deleteFrom('push_notices').where('id', '=', each.id).execute();
      }
    }),
  );
  return due.length;
}

/**
 * Taken by this copy of the server for the next while; one that is killed leaves them to be tried again. Devices of those
 * who work there go first, and what failed before goes last: anybody may name a device that never answers.
 */
async function claim(context: Context, now: Date): Promise<readonly Due[]> {
  const again = new Date(now.getTime() + TRY_AGAIN_S * 1000);
  const { rows } = await sql<Due>`
    with due as (
      select d.id from push_notices d join push_followers w on w.id = d.follower_id where d.not_before <= ${now}
      order by w.location_id is null, d.tries, d.not_before limit ${BATCH} for update of d skip locked
    )
    update push_notices n set not_before = ${again}, tries = n.tries + 1
    from due, push_followers f
    where n.id = due.id and f.id = n.follower_id
    returning n.id, n.follower_id, f.endpoint, f.p256dh, f.auth, n.notice, n.tries, n.created_at,
      exists (select from orders o where o.id = n.order_id and o.status <> n.status) as is_untrue,
      (select jsonb_build_object('id', o.id, 'receipt_token', o.receipt_token) from orders o
       where o.id = f.order_id and not f.is_stranger and (o.user_id is null or f.user_id is null)) as "order"
  `.execute(context.db);
  return rows;
}

/** How a push service reaches the restaurant: its site, or where it has none by TLS, an address nobody writes to. */
function contactOf(context: Context): string {
  return context.overTls ? context.publicUrl : 'mailto:nobody@example.invalid';
}

/** The restaurant's keys for push services: made once, kept in the database, the same in every copy of the server. */
export async function readPushKeys(
  context: Pick<Context, 'db' | 'clock'>,
): Promise<{ readonly publicKey: string; readonly privateKey: string }> {
  const read = () =>
    context.db
      .selectFrom('push_keys')
      .select(['public_key as publicKey', 'private_key as privateKey'])
      .executeTakeFirst();
  const there = await read();
  if (there) return there;
  const { default: webpush } = await import('web-push');
  const made = webpush.generateVAPIDKeys();
  await context.db
    .insertInto('push_keys')
    .values({ public_key: made.publicKey, private_key: made.privateKey, made_at: context.clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  // Of two copies that started at once, one was first.
  return (await read()) ?? made;
}
