import { createHash } from 'node:crypto';
import type { ResponseOf, ValidatedInput } from '@tiffin/contract';
import { localDate, refuse, say, sumOf, valueOrThrow } from '@tiffin/domain/core';
import { readGuestFile, type FileGuest } from '@tiffin/domain/menu-file';
import { userIdOf } from '@tiffin/domain/people';
import { sql } from 'kysely';
import type { Context, Db, Tx } from '../../context.ts';
import { isUniqueViolation } from '../../platform/db/connection.ts';
import { actorColumns } from '../log/audit-row.ts';
import { recordAuditEntry, type Author } from '../log/record-audit-entries.ts';
import { readSite } from '../locations/restaurant/site.ts';
import { wasHandedOver } from './proven-contacts.ts';

type Plan = ResponseOf<'previewGuestImport'>;
type CompletedImport = ResponseOf<'importGuests'>;

/** Which guests of a file would get an account. Who is known here keeps what they have. */
export async function planGuestImport(
  { clock }: Pick<Context, 'clock'>,
  db: Db | Tx,
  input: ValidatedInput<'previewGuestImport'>['body'],
): Promise<{ readonly plan: Plan; readonly added: readonly FileGuest[] }> {
  const today = localDate(clock.now(), (await readSite(db)).timeZone);
  const { guests, ...file } = valueOrThrow(readGuestFile(Buffer.from(input.file, 'base64'), input, today));
  const isKnown = await knownGuests(db, guests);
  const added = guests.filter((guest) => !isKnown(guest));
  const token = createHash('sha256').update(JSON.stringify(added)).digest('base64url');
  const [columns, ignoredColumns, refused] = [[...file.columns], [...file.ignoredColumns], [...file.refused]];
  const counted = {
    token,
    known: guests.length - added.length,
    added: added.map(({ phone: _phone, ...guest }) => guest),
  };
  return { plan: { ...file, columns, ignoredColumns, refused, ...counted }, added };
}

/** By address, and by a phone number that an order of the account proved. Unproven numbers may be somebody else's. */
async function knownGuests(db: Db | Tx, guests: readonly FileGuest[]): Promise<(guest: FileGuest) => boolean> {
  const { rows } = await sql<{ contact: string }>`
    select email as contact from users where email = any(${guests.map(({ email }) => email)}::text[])
    union select customer_phone from orders where user_id is not null and ${wasHandedOver()}
      and customer_phone = any(${guests.flatMap(({ phone }) => phone ?? [])}::text[])
  `.execute(db);
  const known = new Set(rows.map(({ contact }) => contact));
  return ({ email, phone }) => known.has(email) || (phone !== null && known.has(phone));
}

/** `sign_up_method` of the accounts of an import. It changes when the guest signs in with a provider. */
const methodOf = (importId: string) => `import:${importId}`;

/**
 * Adds the guests of a file, all or none. Nobody can sign in to such an account before a link that is mailed to its
 * address. The answer that somebody gave here about offers counts, also a withdrawal.
 */
export async function importGuests(
  context: Context,
  tx: Tx,
  { actor, from }: Author,
  input: ValidatedInput<'importGuests'>['body'],
): Promise<CompletedImport> {
  await sql`select pg_advisory_xact_lock(hashtext('guest import'))`.execute(tx);
  const { plan, added: guests } = await planGuestImport(context, tx, input);
  if (plan.token !== input.token) {
    throw refuse('conflict', say`The guests here changed in the meantime. This is the current list.`, { plan });
  }
  if (guests.length === 0) throw refuse('failed-precondition', say`Nobody in this file is new.`);
  const now = context.clock.now();
  const importId = context.ids.uuid();
  const source = `import: ${plan.program ?? say`file`}`;
  const rows = guests.map((guest) => ({ ...guest, id: context.ids.uuid() }));
  await sql`
    with guests as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        g (id text, email text, name text, phone text, points int, "agreedOn" date)
    ), accounts as (
      insert into users (id, email, name, phone_number, loyalty_points, sign_up_method, created_at, updated_at)
      select id, email, name, phone, points, ${methodOf(importId)}, ${now}, ${now} from guests
    ), entries as (
      insert into loyalty_entries (user_id, points, reason, note, actor_id, at)
      select id, points, 'adjustment', ${source}, ${userIdOf(actor)}, ${now} from guests where points > 0
    )
    insert into consents (email, purpose, channel, source, given_at)
    select email, 'promotions', 'mail', ${source}, "agreedOn" from guests g
    where "agreedOn" is not null and not exists (select from consents c where c.email = g.email)
  `
    .execute(tx)
    .catch((error: unknown) => {
      // Somebody made an account with one of the addresses in this moment.
      throw isUniqueViolation(error) ? refuse('email-already-in-use') : error;
    });
  const counts = { added: guests.length, points: sumOf(guests.map(({ points }) => points)) };
  await recordAuditEntry(tx, { at: now, actor, from }, 'import-guests', ['guest-import', importId], { after: counts });
  return completedImport({ id: importId, at: now, by: actorColumns(actor).actor_name, ...counts });
}

const UNDO_DAYS = 7;
const DAY_MS = 86_400_000;

interface StoredImport extends Pick<CompletedImport, 'by' | 'added' | 'points'> {
  readonly id: string;
  readonly at: Date;
}

const completedImport = ({ id, at, ...counts }: StoredImport) => ({ ...counts, importId: id, at: at.toISOString() });

/** The imports that can be undone, newest first. The audit log knows them. */
export async function readGuestImports({ db, clock }: { readonly db: Db | Tx; readonly clock: Context['clock'] }) {
  const { rows } = await sql<StoredImport>`
    select subject_id as id, at, actor_name as by, (after ->> 'added')::int as added, (after ->> 'points')::int as points
    from audit_log a where action = 'import-guests' and at >= ${new Date(clock.now().getTime() - UNDO_DAYS * DAY_MS)}
      and not exists (select from audit_log u where u.subject_kind = a.subject_kind and u.subject_id = a.subject_id
        and u.action = 'undo-guest-import')
    order by at desc, subject_id
  `.execute(db);
  return rows.map(completedImport);
}

/** Removes the guests of an import who neither signed in, ordered nor booked, and whom nobody changed. */
export async function undoGuestImport(context: Context, tx: Tx, by: Author, importId: string) {
  await sql`select pg_advisory_xact_lock(hashtext('guest import'))`.execute(tx);
  const imports = await readGuestImports({ db: tx, clock: context.clock });
  const found = imports.find((each) => each.importId === importId);
  if (!found) throw refuse('not-found', say`This import can no longer be undone.`);
  const { rows } = await sql<{ email: string }>`
    delete from users u where sign_up_method = ${methodOf(importId)} and version = 1 and last_login_at is null
      and not exists (select from sign_in_accounts where user_id = u.id)
      and not exists (select from orders where user_id = u.id)
      and not exists (select from reservations where user_id = u.id)
      and not exists (select from points_uses where user_id = u.id)
    returning email
  `.execute(tx);
  const emails = rows.map(({ email }) => email);
  // A withdrawal stays, so that another import does not bring the consent back.
  await sql`
    delete from consents where email = any(${emails}::text[]) and source like 'import: %' and withdrawn_at is null
  `.execute(tx);
  const counts = { removed: emails.length, stayed: found.added - emails.length };
  const at = context.clock.now();
  await recordAuditEntry(tx, { at, ...by }, 'undo-guest-import', ['guest-import', importId], { after: counts });
  return counts;
}
