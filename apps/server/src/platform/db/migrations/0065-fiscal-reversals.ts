import { sql, type Kysely } from 'kysely';

/**
 * The fiscal device also signs refunds, in one queue with the bills. An earlier version that finds a refund first in
 * the queue signs nothing. No version wrote or read `last_error`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table fiscal_receipts
      drop constraint fiscal_receipts_pkey,
      add primary key (position),
      alter column bill_id drop not null,
      add constraint fiscal_receipts_bill unique (bill_id),
      add column reversed_bill_id text references bills (id),
      add column refund_id text unique references refunds (id),
      add constraint fiscal_receipts_bill_or_refund check (
        (bill_id is null) = (refund_id is not null) and (refund_id is null) = (reversed_bill_id is null)
      ),
      drop column last_error;
    create index fiscal_receipts_reversals on fiscal_receipts (reversed_bill_id) where reversed_bill_id is not null
  `.execute(db);
}
