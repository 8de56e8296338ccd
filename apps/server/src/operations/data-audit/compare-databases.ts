import type pg from 'pg';

/** The records that guests and staff know of, with the column of the time when each was made. */
const RECORDS = [
  { name: 'order', table: 'orders', id: 'id', at: 'order_time' },
  { name: 'payment', table: 'payments', id: 'id', at: 'created_at' },
  { name: 'refund', table: 'refunds', id: 'id', at: 'requested_at' },
  { name: 'reservation', table: 'reservations', id: 'reservation_id', at: 'reserved_at' },
  { name: 'message', table: 'messages', id: 'id', at: 'created_at' },
] as const;

/** Older records are at every standby. */
export const COMPARED_DAYS = 7;

interface StoredRecord {
  readonly id: string;
  readonly at: Date;
  readonly digest: string;
}

/**
 * Names the records of the last days that only one of two databases has, or that differ. After a failover these are
 * what the former primary wrote and its standby never got.
 */
export async function compareDatabases(here: pg.Pool, there: pg.Pool, now: Date): Promise<string[]> {
  const from = new Date(now.getTime() - COMPARED_DAYS * 86_400_000);
  const lines: string[] = [];
  for (const record of RECORDS) {
    const [records, others] = await Promise.all([here, there].map((pool) => readRecords(pool, record, from)));
    if (!records || !others) continue;
    const describe = ({ id, at }: StoredRecord) => `${record.name} ${id} of ${at.toISOString()}`;
    for (const each of records.values()) {
      const other = others.get(each.id);
      if (!other) lines.push(`Only in this database: ${describe(each)}`);
      else if (other.digest !== each.digest) lines.push(`Different in the other database: ${describe(each)}`);
    }
    for (const each of others.values()) {
      if (!records.has(each.id)) lines.push(`Only in the other database: ${describe(each)}`);
    }
  }
  return lines;
}

async function readRecords(pool: pg.Pool, { table, id, at }: (typeof RECORDS)[number], from: Date) {
  const { rows } = await pool.query<StoredRecord>(
    `select ${id}::text as id, ${at} as at, md5(r::text) as digest from ${table} r where ${at} >= $1 order by ${at}, ${id}`,
    [from],
  );
  return new Map(rows.map((row) => [row.id, row]));
}
