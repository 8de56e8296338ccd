import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfig } from '@tiffin/server/config';
import { createContext } from '@tiffin/server/create-context';
import { learnTimes } from '@tiffin/server/modules/capacity/learn-times';
import { writeDemo } from '@tiffin/server/operations/demo/create-demo';
import { writeHistory } from '@tiffin/server/operations/demo/create-history';
import type { Database } from '@tiffin/server/platform/db/connection';
import { migrate } from '@tiffin/server/platform/db/migrate';
import type { OwnPostgres } from '@tiffin/server/testing/postgres';

const DAYS = 365;
/** Some 40 a day at each of the two locations. */
const ORDERS = 30_000;

/** Fills an empty database with the demo restaurant, a year of orders until the server's time, and learned prep times. */
export async function writeYear(
  postgres: OwnPostgres,
  env: Readonly<Record<string, string>>,
  orders = ORDERS,
): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tiffin-year-'));
  const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', DEMO: '1', ...env, DATA_DIR: folder });
  const context = await createContext(config, postgres.connection);
  try {
    await migrate(context.database.untyped);
    await writeDemo(context);
    await writeHistory(context, orders, () => undefined, { days: DAYS });
    await learnTimes(context);
  } finally {
    await context.events.stop();
    await context.database.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Completes the open orders of a location and opens as many of its latest ones again, placed in the minutes before. */
export async function setOpenOrders(
  { pool }: Pick<Database, 'pool'>,
  locationId: string,
  count: number,
  before: Date,
): Promise<void> {
  await pool.query(
    `update orders set status = 'completed', ready_time = order_time, completed_time = order_time
     where location_id = $1 and status in ('pending', 'preparing', 'ready')`,
    [locationId],
  );
  await pool.query(
    `update orders o set status = 'pending', ready_time = null, completed_time = null, fire_at = null,
       order_time = $3::timestamptz - make_interval(secs => latest.at)
     from (
       select id, row_number() over (order by order_time desc) as at from orders
       where location_id = $1 and status = 'completed' order by order_time desc limit $2
     ) latest where o.id = latest.id`,
    [locationId, count, before],
  );
  // Otherwise PostgreSQL would clean up after these changes during the measured round.
  await pool.query('vacuum orders');
}
