import { sql } from 'kysely';
import type { Tx } from '../connection.ts';

/** How often people of a location are paid, and when overtime begins; null for weeks and the limits of the province. */
export async function up(tx: Tx): Promise<void> {
  await sql`
    alter table locations add column pay_period text, add column pay_period_from date,
      add column overtime_daily_hours int, add column overtime_weekly_hours int
  `.execute(tx);
}
