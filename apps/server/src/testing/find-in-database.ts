import type { Pool } from 'pg';

/** The columns of all tables, of every type, in which one of the texts can still be found: `orders.customer_name`. */
export async function columnsContaining(pool: Pool, texts: readonly string[]): Promise<string[]> {
  const { rows: columns } = await pool.query<{ table: string; column: string; type: string }>(`
    select c.table_name as table, c.column_name as column, c.data_type as type
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema not in ('pg_catalog', 'information_schema') and t.table_type = 'BASE TABLE'
    order by 1, 2`);
  const found: string[] = [];
  for (const { table, column, type } of columns) {
    // Bytes are compared as bytes, because as text they are hexadecimal.
    const contains =
      type === 'bytea'
        ? `position(convert_to(searched, 'UTF8') in "${column}") > 0`
        : `position(lower(searched) in lower("${column}"::text)) > 0`;
    const { rows } = await pool.query<{ text: string }>(
      `select searched as text from unnest($1::text[]) as searched where exists (select from "${table}" where ${contains})`,
      [texts],
    );
    found.push(...rows.map(({ text }) => `${table}.${column}: ${text}`));
  }
  return found;
}
