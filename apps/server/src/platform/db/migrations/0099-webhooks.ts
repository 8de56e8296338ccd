import { sql } from 'kysely';
import type { Tx } from '../connection.ts';

/**
 * Addresses that events are sent to. A delivery names its event in the log; what is sent is read from there, so that
 * personal data is stored once.
 */
export async function up(tx: Tx): Promise<void> {
  await sql`
    create table webhooks (
      id text primary key,
      url text not null check (length(url) <= 500),
      events text[] not null,
      is_active boolean not null,
      secret text not null,
      previous_secret text,
      previous_until timestamptz,
      set_up_by text references users on delete set null,
      set_up_key text references api_keys on delete set null,
      set_up_at timestamptz not null,
      created_at timestamptz not null,
      failing_since timestamptz,
      switched_off text
    );
    create table webhook_deliveries (
      id text primary key,
      position bigint generated always as identity,
      webhook_id text not null references webhooks on delete cascade,
      event_id bigint not null,
      type text not null,
      subject text not null,
      at timestamptz not null,
      state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
      attempts integer not null default 0,
      next_attempt_at timestamptz,
      last_attempt_at timestamptz,
      answer text check (length(answer) <= 500),
      check ((state = 'pending') = (next_attempt_at is not null))
    );
    create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_attempt_at) where state = 'pending';
    create index webhook_deliveries_pending on webhook_deliveries (webhook_id, subject, position) where state = 'pending';
    create index webhook_deliveries_listed on webhook_deliveries (webhook_id, position);
    create index webhook_deliveries_at on webhook_deliveries (at)
  `.execute(tx);
}
