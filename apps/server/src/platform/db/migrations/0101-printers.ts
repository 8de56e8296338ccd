import { sql } from 'kysely';
import type { Tx } from '../connection.ts';

/** Printers that ask the server for work, each with a key of its own, and what they print. */
export async function up(tx: Tx): Promise<void> {
  await sql`
    create table printers (
      id text primary key,
      location_id text not null references locations on delete cascade,
      name text not null check (length(name) between 1 and 60),
      kind text not null check (kind in ('star', 'epson')),
      prints text not null check (prints in ('tickets', 'receipts')),
      station_id text references stations on delete set null,
      key_hash text not null unique,
      key_end text not null,
      set_up_by text references users on delete set null,
      set_up_at timestamptz not null,
      last_polled_at timestamptz,
      trouble text check (length(trouble) <= 200),
      ended_at timestamptz
    );
    create index printers_location on printers (location_id) where ended_at is null;
    create index printers_maker on printers (set_up_by);
    create index printers_station on printers (station_id);
    create table print_jobs (
      id text primary key,
      position bigint generated always as identity,
      printer_id text not null references printers on delete cascade,
      order_id text,
      digest text not null,
      created_at timestamptz not null,
      sent_at timestamptz,
      printed_at timestamptz
    );
    create index print_jobs_waiting on print_jobs (printer_id, position) where sent_at is null;
    create index print_jobs_order on print_jobs (printer_id, order_id, position);
    create index print_jobs_created on print_jobs (created_at)
  `.execute(tx);
}
