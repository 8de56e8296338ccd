import { sql, type Kysely } from 'kysely';

/**
 * What decides whether a location may take money, the receipts of its fiscal device, and a stand-in for that device,
 * which exists only outside production.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table locations
      add column legal_form text check (legal_form in ('company', 'self-employed')),
      add column fiscal_note text,
      add column fiscal_since timestamptz,
      add column fiscal_grace_until date;

    create table fiscal_rules_seen (
      rule text primary key,
      seen_at timestamptz not null
    );

    create table fiscal_receipts (
      bill_id text primary key references bills (id),
      location_id text not null references locations (id),
      position bigint generated always as identity,
      bill jsonb not null,
      queued_at timestamptz not null,
      attempts integer not null default 0,
      next_try_at timestamptz not null,
      last_error text,
      signed_at timestamptz,
      number text,
      signature text,
      receipt_text text,
      alarmed_at timestamptz
    );
    create index fiscal_receipts_waiting on fiscal_receipts (location_id, position) where signed_at is null;
    create index fiscal_receipts_signed on fiscal_receipts (location_id, position desc) where signed_at is not null;

    create table fiscal_stand_in (
      reference text primary key,
      location_id text not null,
      number integer not null,
      signature text not null,
      at timestamptz not null,
      unique (location_id, number)
    )
  `.execute(db);
}
