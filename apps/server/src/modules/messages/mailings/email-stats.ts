import type { ResponseOf } from '@tiffin/contract';
import { localDate, instantOf } from '@tiffin/domain/core';
import { addDays } from '@tiffin/domain/hours';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/connection.ts';

type Figure = 'sent' | 'failed' | 'waiting' | 'outbox';
type StatsRow = Record<Figure, number> & { day: string; template: string };

/** Mail statistics of the last days, by business day. */
export async function emailStats(db: Db, now: Date, zone: string, days: number): Promise<ResponseOf<'getEmailStats'>> {
  const today = localDate(now, zone);
  const first = addDays(today, 1 - days);
  const { rows } = await sql<StatsRow>`
    select to_char(created_at at time zone ${zone}, 'YYYY-MM-DD') as day, template,
           count(*) filter (where status = 'sent') as sent, count(*) filter (where status = 'failed') as failed,
           count(*) filter (where status in ('queued', 'sending')) as waiting,
           count(*) filter (where status = 'outbox') as outbox
    from messages
    where channel = 'mail' and status <> 'cancelled' and created_at >= ${instantOf(first, '00:00', zone)}
    group by 1, 2
  `.execute(db);
  const sum = (summed: readonly StatsRow[], figure: Figure) => summed.reduce((total, row) => total + row[figure], 0);
  const [sent, failed] = [sum(rows, 'sent'), sum(rows, 'failed')];
  const [waiting, outbox] = [sum(rows, 'waiting'), sum(rows, 'outbox')];
  const templates: Record<string, number> = {};
  for (const row of rows) {
    templates[row.template] = (templates[row.template] ?? 0) + row.sent + row.failed + row.waiting + row.outbox;
  }
  const byDay = Array.from({ length: days }, (_, i) => {
    const date = addDays(first, i);
    const dayRows = rows.filter((row) => row.day === date);
    return { date, sent: sum(dayRows, 'sent'), failed: sum(dayRows, 'failed') };
  });
  return {
    total: sent + failed + waiting + outbox,
    sent,
    failed,
    waiting,
    outbox,
    templates,
    byDay,
    successRate: sent + failed === 0 ? 0 : Math.round((sent / (sent + failed)) * 1_000) / 10,
  };
}
