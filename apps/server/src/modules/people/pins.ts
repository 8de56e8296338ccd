import { Refusal, refuse, say } from '@tiffin/domain/core';
import { canSetPin, MAX_PIN_TRIES, PIN_LENGTH, type Actor, type Role } from '@tiffin/domain/people';
import { sql } from 'kysely';
import { requireRecentProof } from '../../platform/auth/require-recent-proof.ts';
import { macOf, type RingKey } from '../../platform/auth/key-ring.ts';
import { hashPassword, isPasswordCorrect } from '../../platform/auth/password-hash.ts';
import type { Context, Db, Tx } from '../../context.ts';
import { transaction } from '../../platform/db/transaction.ts';
import type { RequestOrigin } from '../../platform/http/implement.ts';
import { recordAuditEntry, type Author } from '../log/record-audit-entries.ts';
import { endSessions } from './sign-in-sessions.ts';

/** A person who may work at a location. */
export interface Colleague {
  readonly userId: string;
  readonly name: string;
  readonly role: Role;
  readonly locationIds: readonly string[];
  /** The wrong tries since the PIN was last right; null without a PIN. */
  readonly tries: number | null;
}

/** The people who may work at these locations, the latest user of a tablet first. */
export async function colleaguesAt(db: Db | Tx, locationIds: readonly string[]): Promise<Colleague[]> {
  const { rows } = await sql<Colleague>`
    select u.id as "userId", u.name, u.role, p.tries,
      array(select location_id from user_locations where user_id = u.id) as "locationIds"
    from users u left join pins p on p.user_id = u.id
    where u.is_active and not u.is_deleted and u.role not in ('customer', 'accountant') and (u.role = 'admin' or exists (
      select from user_locations l where l.user_id = u.id and l.location_id = any(${[...locationIds]}::text[])))
    order by p.used_at desc nulls last, u.name, u.id
  `.execute(db);
  return rows;
}

/** Refuses if the person may not work at the location. */
export async function requireColleague(tx: Tx, locationId: string, userId: string): Promise<void> {
  const people = await colleaguesAt(tx, [locationId]);
  if (!people.some((each) => each.userId === userId)) throw refuse('not-found', say`Nobody with this name works here.`);
}

/** Sets a random PIN, so that nobody chooses an easy one. The old PIN and its sessions end. */
export async function setRandomPin(context: Context, by: Author, userId: string) {
  const person = await context.db
    .selectFrom('users')
    .select(['id', 'name', 'role'])
    .where('id', '=', userId)
    .where('is_active', '=', true)
    .where('is_deleted', '=', false)
    .executeTakeFirst();
  const locationsOfPerson = await context.db
    .selectFrom('user_locations')
    .select('location_id')
    .where('user_id', '=', userId)
    .execute();
  if (!person || person.role === 'customer') throw refuse('not-found', say`Nobody with this name works here.`);
  if (!canSetPin(by.actor, { ...person, userId, locationIds: locationsOfPerson.map(({ location_id: id }) => id) })) {
    throw refuse(
      'permission-denied',
      say`Staff get their PIN from a manager of their location, managers from an admin.`,
    );
  }
  const now = context.clock.now();
  const pin = await transaction(context.db, async (tx) => {
    await requireRecentProof(context, tx, by);
    const newPin = await storeRandomPin(context, tx, userId);
    await endSessions(context, tx, (row) => row.and([row('user_id', '=', userId), row('tablet_id', 'is not', null)]));
    await recordAuditEntry(tx, { at: now, ...by }, 'give-pin', ['user', userId]);
    return newPin;
  });
  return { pin, name: person.name };
}

export async function storeRandomPin(context: Context, tx: Tx, userId: string): Promise<string> {
  const pin = randomPin(context);
  const hashed = await hashPin(context, userId, pin);
  const now = context.clock.now();
  await tx
    .insertInto('pins')
    .values({ user_id: userId, ...hashed, given_at: now })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ ...hashed, given_at: now, tries: 0 }))
    .execute();
  return pin;
}

/** Refuses a wrong PIN. Attempts are counted before the check, so that parallel attempts cannot exceed the limit. */
export async function checkPin(context: Context, userId: string, pin: string): Promise<void> {
  const counted = await context.db
    .updateTable('pins')
    .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
    .where('user_id', '=', userId)
    .where('tries', '<', MAX_PIN_TRIES)
    .returning(['hash', 'tries', 'key_id'])
    .executeTakeFirstOrThrow(() => refuse('pin-locked'));
  const keys = keysOfPin(context, counted.key_id);
  const isCorrect = await someInTurn(keys, ({ key }) =>
    isPasswordCorrect(counted.hash, pepperedPin(key, userId, pin), 'first'),
  );
  if (!isCorrect) {
    const triesLeft = MAX_PIN_TRIES - counted.tries;
    if (triesLeft === 0) throw refuse('pin-locked');
    throw refuse(
      'wrong-pin',
      triesLeft === 1 ? say`Wrong PIN. 1 try left.` : say`Wrong PIN. ${triesLeft} tries left.`,
      { triesLeft },
    );
  }
  // A PIN of an older key moves to the current one, so that the older secret can be removed.
  const isCurrent = counted.key_id === context.keys.current('pins').id;
  const rehashed = isCurrent ? {} : await hashPin(context, userId, pin);
  await context.db
    .updateTable('pins')
    .set({ tries: 0, used_at: context.clock.now(), ...rehashed })
    .where('user_id', '=', userId)
    .where('hash', '=', counted.hash)
    .execute();
}

/** Checks a PIN, and writes a wrong one to the audit log. */
export async function checkPinWithLog(
  context: Context,
  { userId, pin, tabletId }: { readonly userId: string; readonly pin: string; readonly tabletId?: string },
  by: { readonly actor?: Actor; readonly from: RequestOrigin },
): Promise<void> {
  try {
    await checkPin(context, userId, pin);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const isBlocked = error.failure.code === 'pin-locked';
    const action = isBlocked ? 'pin-blocked' : 'pin-failed';
    context.failures.add({ ...by, action, userId, provenBy: 'pin', wasRefused: isBlocked, tabletId });
    throw error;
  }
}

async function hashPin({ keys }: Context, userId: string, pin: string) {
  const { id, key } = keys.current('pins');
  return { hash: await hashPassword(pepperedPin(key, userId, pin)), key_id: id };
}

/** The key of a hash. Versions before the ring used the secret itself and stored no id. */
function keysOfPin({ keys }: Context, keyId: string | null): readonly Pick<RingKey, 'key'>[] {
  return keyId === null ? keys.secrets.map((key) => ({ key })) : keys.all('pins').filter(({ id }) => id === keyId);
}

async function someInTurn<T>(each: readonly T[], isRight: (one: T) => Promise<boolean>): Promise<boolean> {
  for (const one of each) if (await isRight(one)) return true;
  return false;
}

/** All PINs can be tried quickly against a leaked database, so the hash includes the server's secret. */
function pepperedPin(key: string, userId: string, pin: string): string {
  return macOf(key, `pin ${userId} ${pin}`, 'base64url');
}

function randomPin({ ids }: Context): string {
  return Array.from({ length: PIN_LENGTH }, () => Math.floor(ids.random() * 10)).join('');
}
