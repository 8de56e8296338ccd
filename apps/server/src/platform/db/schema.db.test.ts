import { ORDER_STATUSES } from '@tiffin/domain/order';
import { sql } from 'kysely';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { testServer } from '../../testing/server.ts';

const server = await testServer({ demo: false });

/** The columns schema.ts declares, read from its text: types are gone at run time. */
function declaredColumns(): Map<string, string[]> {
  const text = readFileSync(path.join(import.meta.dirname, 'schema.ts'), 'utf8');
  const interfaces = new Map<string, string[]>();
  for (const [, name, more, body] of text.matchAll(
    /interface (\w+)(?: extends (Record<OrderStatus, number>|\w+))? \{\n([\s\S]*?)\n\}/g,
  )) {
    if (name && body)
      interfaces.set(name, [
        ...(more?.startsWith('Record') ? ORDER_STATUSES : (interfaces.get(more ?? '') ?? [])),
        ...[...body.matchAll(/^ {2}(\w+)\??:/gm)].map((match) => match[1] ?? ''),
      ]);
  }
  const tables = new Map<string, string[]>();
  for (const [, table, type] of text.slice(text.indexOf('export interface Schema')).matchAll(/^ {2}(\w+): (\w+);/gm)) {
    if (table && type) tables.set(table, (interfaces.get(type) ?? []).toSorted());
  }
  return tables;
}

test('the typed schema is the live catalogue, table for table and column for column', async () => {
  const { rows } = await sql<{ table_name: string; columns: string[] }>`
    select table_name, array_agg(column_name::text order by column_name) as columns
    from information_schema.columns
    where table_schema = 'public' and table_name not like 'schema_migrations%'
    group by table_name
  `.execute(server.context.db);
  const live = Object.fromEntries(rows.map((row) => [row.table_name, row.columns.toSorted()]));
  expect(Object.fromEntries(declaredColumns())).toEqual(live);
});
