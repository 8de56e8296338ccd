import { sql } from 'kysely';
import type { Tx } from '../connection.ts';

/**
 * Gift cards of another system: the code that is printed on them as a keyed hash, their holder, and their import. They
 * have a code of this server, too, of which `derived_last4` are the last characters; `last4` are those on the card.
 */
export async function up(tx: Tx): Promise<void> {
  await sql`
    alter table gift_cards
      add column printed_hash text constraint gift_cards_printed_hash_key unique,
      add column derived_last4 text,
      add column holder_email text,
      add column import_id text
  `.execute(tx);
  await sql`
    alter table gift_entries
      drop constraint gift_entries_kind_check,
      add constraint gift_entries_kind_check
        check (kind in ('sold', 'used', 'returned', 'cleared', 'kept', 'waived', 'taken-over')) not valid
  `.execute(tx);
}
