import { sql, type RawBuilder } from 'kysely';

/** Words of the domain's own, written into a statement: 'pending', 'ready'. A partial index is found by them. */
export function listed(words: readonly string[]): RawBuilder<unknown> {
  return sql.join(words.map((word) => sql.lit(word)));
}

/** What a statement names rows by. */
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
