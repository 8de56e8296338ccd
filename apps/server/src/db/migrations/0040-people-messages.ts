import { sql, type Kysely } from 'kysely';

/** User Management's search, the welcome code, mailings to many, unsubscribing, searching messages and the audit log. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users
      -- 10 % off the first order; the welcome mail says it
      add column welcome_code text unique,
      -- what the search box looks through: a line each, so that nothing matches across two
      add column search_text text not null generated always as (
        lower(name collate "und-x-icu") || E'\\n' || email || E'\\n' || coalesce(phone_number, '') || E'\\n' ||
        regexp_replace(coalesce(phone_number, ''), '\\D', '', 'g')
      ) stored;
    -- any part of a name, an address or a number finds its people among tens of thousands
    create index users_search on users using gin (search_text gin_trgm_ops);
    -- lists go on after the last one shown, so each order ends with the id. Orders, spent and points are
    -- sorted without an index: sorting ten thousand takes milliseconds, and each completed order changes them.
    drop index users_created;
    create index users_created on users (created_at, id);
    create index users_name on users ((name collate "und-x-icu"), id);

    -- what an unsubscribe link carries: known to nobody but the person who got the mail
    alter table consents add column token text not null unique
      default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');

    -- One mail to many: released in batches, so that a crash in the middle loses and doubles nobody.
    create table mailings (
      id text primary key,
      template text not null,
      subject text not null,
      -- what the template needs: message, offer, picture
      data jsonb not null,
      status text not null check (status in ('sending', 'stopped', 'done')),
      total integer not null,
      next_batch_at timestamptz,
      created_by text,
      created_by_name text,
      created_at timestamptz not null,
      finished_at timestamptz
    );
    -- the next batch that is due
    create index mailings_due on mailings (next_batch_at) where status = 'sending';
    create index mailings_recent on mailings (created_at, id);

    create table mailing_recipients (
      mailing_id text not null references mailings on delete cascade,
      position integer not null,
      email text not null,
      name text,
      user_id text references users on delete set null,
      -- waiting: its batch has not come; skipped: no mail was made, and why
      status text not null default 'waiting' check (status in ('waiting', 'released', 'skipped')),
      reason text,
      primary key (mailing_id, position),
      -- each address at most once
      unique (mailing_id, email)
    );

    alter table messages rename column batch_id to mailing_id;
    alter table messages
      add column headers jsonb,
      add foreign key (mailing_id) references mailings on delete set null;
    drop index messages_batch;
    create index messages_mailing on messages (mailing_id) where mailing_id is not null;
    -- lists, newest first: of a channel, of what failed, of what waits to be read
    drop index messages_recent;
    create index messages_recent on messages (created_at, id);
    create index messages_channel on messages (channel, created_at, id);
    create index messages_failed on messages (created_at, id) where status = 'failed';
    create index messages_outbox on messages (created_at, id) where status = 'outbox';
    -- what did this guest get?
    create index messages_search on messages using gin ((lower(recipient || E'\\n' || coalesce(subject, ''))) gin_trgm_ops);

    drop index audit_log_recent;
    create index audit_log_recent on audit_log (at, id);
    -- who did it, what, to whom
    create index audit_log_search on audit_log using gin (
      (lower(coalesce(actor_name, '') || E'\\n' || action || E'\\n' || subject_kind || E'\\n' || subject_id)) gin_trgm_ops
    );
  `.execute(db);
}
