import { sql, type Kysely } from 'kysely';
import { createIndexConcurrently } from '../concurrent-index.ts';

export const runsOutsideTransaction = true;

/**
 * Moves the security log into the audit log. A trigger does the same with entries that a copy of the previous version
 * still writes; the version after this one drops it together with the empty table.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(db, {
    name: 'audit_log_access',
    on: 'audit_log (at desc, id desc) where access is not null',
  });
  await createIndexConcurrently(db, {
    name: 'audit_log_address',
    on: 'audit_log (address, at) where address is not null',
  });
  await createIndexConcurrently(db, {
    name: 'audit_log_repeat_key',
    on: 'audit_log (repeat_key) where repeat_key is not null',
    unique: true,
  });
  await db.transaction().execute(async (tx) => {
    await sql`select set_config('lock_timeout', '500', true)`.execute(tx);
    await createTrigger(tx);
  });
  for (;;) {
    // Each row goes through the trigger, which stores it in the audit log instead.
    const { rows } = await sql<{ moved: number }>`
      with moved as (
        delete from security_log where id in (select id from security_log order by id limit 1000) returning *
      ), inserted as (
        insert into security_log overriding system value select * from moved
      )
      select count(*)::int as moved from moved
    `.execute(db);
    if (!rows[0]?.moved) return;
  }
}

/**
 * A change of access had an entry in both logs: the one in the audit log gets what only the security log had. All other
 * entries are inserted.
 */
async function createTrigger(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function move_security_entry() returns trigger language plpgsql as $$
    declare
      is_failure boolean := new.kind in ('sign-in-failed', 'second-factor-failed', 'identity-failed', 'locked-out',
        'pin-failed', 'pin-blocked', 'api-key-refused');
      is_sign_in boolean := new.kind in ('signed-in', 'signed-out', 'new-device', 'second-factor-asked',
        'identity-confirmed');
      access_group text := case when is_failure then 'failures' when is_sign_in then 'sign-ins' else 'changes' end;
      is_own boolean := new.actor_kind is null and new.user_id is not null
        and (not is_failure or new.kind = 'identity-failed') and new.kind <> 'password-reset-requested';
    begin
      update audit_log a set access = access_group, last_at = new.last_at, proven_by = new.proven_by,
        tablet_id = new.tablet_id, browser = new.browser, system = new.system, copy = new.copy
      where a.at = new.at and a.request_id is not distinct from new.request_id
        and (new.user_id is null or new.user_id in (a.subject_id, a.actor_id))
        and a.action = any (case new.kind
          when 'signed-in' then array['unlock-tablet']
          when 'password-reset' then array['reset-password']
          when 'password-changed' then array['change-password']
          when 'passkey-added' then array['add-passkey']
          when 'passkey-removed' then array['remove-passkey']
          when 'second-factor-reset' then array['switch-codes-off']
          when 'sessions-ended' then array['sign-out-devices']
          when 'pin-set' then array['give-pin']
          when 'tablet-added' then array['set-up-tablet']
          when 'tablet-removed' then array['end-tablet']
          when 'account-created' then array['create-user']
          when 'staff-invited' then array['invite-staff']
          when 'invitation-withdrawn' then array['withdraw-invitation']
          when 'invitation-accepted' then array['accept-invitation']
          when 'api-key-created' then array['create-api-key']
          when 'api-key-expired' then array['expire-api-key']
          when 'api-key-revoked' then array['revoke-api-key']
          when 'role-changed' then array['update-user', 'deactivate-user']
          when 'locations-changed' then array['update-user', 'deactivate-user']
          when 'account-activated' then array['update-user', 'deactivate-user']
          when 'account-deactivated' then array['update-user', 'deactivate-user']
        end);
      if found then
        return null;
      end if;
      insert into audit_log as a (at, actor_kind, actor_id, actor_name, action, subject_kind, subject_id, after,
        request_id, address, access, last_at, count, was_refused, proven_by, tablet_id, browser, system, copy,
        repeat_key)
      values (
        new.at,
        coalesce(new.actor_kind, case when is_own then 'person' else 'nobody' end),
        case when is_own then new.user_id else new.actor_id end,
        coalesce(
          (select name from users where id = case when is_own then new.user_id else new.actor_id end),
          (select name from api_keys where id = new.actor_id)),
        new.kind,
        case when new.kind like 'api-key-%' then 'api-key' else 'user' end,
        coalesce(new.user_id, ''),
        new.details, new.request_id, new.address, access_group, new.last_at, new.count, new.was_refused,
        new.proven_by, new.tablet_id, new.browser, new.system, new.copy, new.repeat_key)
      on conflict (repeat_key) where repeat_key is not null do update set
        count = a.count + excluded.count,
        last_at = greatest(a.last_at, excluded.last_at),
        was_refused = a.was_refused or excluded.was_refused;
      return null;
    end $$
  `.execute(db);
  await sql`
    create or replace trigger move_security_entry before insert on security_log
    for each row execute function move_security_entry()
  `.execute(db);
}
