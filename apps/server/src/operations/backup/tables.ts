import type { PoolClient } from 'pg';

export interface BackupTable {
  readonly name: string;
  /** The stored columns, without generated ones. */
  readonly columns: readonly string[];
}

/** The product's tables, each after those it references. */
export async function tablesInOrder(client: PoolClient): Promise<BackupTable[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; needs: string[] }>(`
    select c.relname as name,
           array(select attname::text from pg_attribute
                 where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''
                 order by attnum) as columns,
           array(select distinct t.relname::text from pg_constraint f join pg_class t on t.oid = f.confrelid
                 where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as needs
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r' and c.relname not like 'schema_migrations%'
    order by c.relname
  `);
  const ordered: BackupTable[] = [];
  let waiting = rows;
  while (waiting.length > 0) {
    const orderedNames = new Set(ordered.map((table) => table.name));
    const ready = waiting.filter((row) => row.needs.every((name) => orderedNames.has(name)));
    if (ready.length === 0)
      throw new Error(`tables refer to each other in a ring: ${waiting.map((row) => row.name).join(', ')}`);
    ordered.push(...ready);
    waiting = waiting.filter((row) => !ready.includes(row));
  }
  return ordered;
}

export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
