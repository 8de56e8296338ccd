import { sql, type Kysely } from 'kysely';
import { figures } from './first/figures.ts';
import { menu } from './first/menu.ts';
import { messages } from './first/messages.ts';
import { orders } from './first/orders.ts';
import { payments } from './first/payments.ts';
import { people } from './first/people.ts';
import { reservations } from './first/reservations.ts';
import { server } from './first/server.ts';

/** The whole schema as it was when the numbers began, each area after those it refers to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create extension if not exists pg_trgm`.execute(db);
  for (const area of [people, menu, orders, payments, reservations, messages, figures, server]) await area.execute(db);
}
