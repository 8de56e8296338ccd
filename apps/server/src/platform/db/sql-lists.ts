import { sql, type RawBuilder } from 'kysely';

/** Domain constants written into a statement, so that PostgreSQL can use a partial index. */
export function sqlList(values: readonly string[]): RawBuilder<unknown> {
  return sql.join(values.map((value) => sql.lit(value)));
}

export function idsOf<Id>(rows: readonly { readonly id: Id }[]): Id[] {
  return rows.map(({ id }) => id);
}

/** The sum of columns: pending + ready. */
export function sumOfColumns(names: readonly string[]): RawBuilder<number> {
  return sql`${sql.join(
    names.map((name) => sql.ref(name)),
    sql` + `,
  )}`;
}
