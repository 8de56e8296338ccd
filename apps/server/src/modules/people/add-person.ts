import { refuse, sayNow } from '@tiffin/domain/core';
import { normaliseEmail } from '@tiffin/domain/people';
import { hashPassword } from '../../platform/auth/password-hash.ts';
import { checkPasswordFor, requirePasswordFor } from '../../platform/auth/password-rules.ts';
import type { Context, Db, Tx } from '../../context.ts';
import { isUniqueViolation } from '../../platform/db/connection.ts';
import { sql } from 'kysely';
import { ConfigError } from '../../platform/read-variables.ts';
import type { Row } from '../../platform/db/schema.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { insertRow } from '../../platform/db/write-row.ts';

interface NewPerson extends Pick<Row<'users'>, 'email' | 'name' | 'role'> {
  readonly password: string;
  readonly locationIds: readonly string[];
  readonly phone: string | null;
}

/** Adds an account with a password and a role, whose address counts as confirmed. */
export async function addPerson(context: Context, tx: Tx, person: NewPerson): Promise<string> {
  requirePasswordFor(person.role, person.password);
  const id = context.ids.uuid();
  const now = context.clock.now();
  try {
    await insertRow(tx, 'users', {
      id,
      email: normaliseEmail(person.email),
      email_verified: true,
      email_confirmed_at: now,
      staff_since: person.role === 'customer' ? undefined : now,
      name: person.name,
      role: person.role,
      phone_number: person.phone,
      created_at: now,
      updated_at: now,
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw refuse('email-already-in-use');
    throw error;
  }
  await setPassword(context, tx, id, person.password);
  if (person.locationIds.length > 0) {
    await tx
      .insertInto('user_locations')
      .values(person.locationIds.map((locationId) => ({ user_id: id, location_id: locationId })))
      .execute();
  }
  return id;
}

/** Sets a new password and ends all sessions of the person, except the one from which they changed it. */
export async function setPassword(
  context: Context,
  tx: Tx,
  userId: string,
  password: string,
  keptSessionId: string | null = null,
): Promise<void> {
  const now = context.clock.now();
  const hash = await hashPassword(password);
  await tx
    .deleteFrom('sign_in_accounts')
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .execute();
  await insertRow(tx, 'sign_in_accounts', {
    id: context.ids.uuid(),
    account_id: userId,
    provider_id: 'credential',
    user_id: userId,
    password: hash,
    created_at: now,
    updated_at: now,
  });
  await tx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(keptSessionId !== null, (others) => others.where('id', '!=', keptSessionId))
    .execute();
  await tx.updateTable('users').set({ weak_password: null }).where('id', '=', userId).execute();
}

/** Removes two-factor codes and passkeys of a person who lost their phone. */
export async function removeSecondFactors(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('passkeys').where('user_id', '=', userId).execute();
  await tx.deleteFrom('two_factors').where('user_id', '=', userId).execute();
  await tx.updateTable('users').set({ two_factor_enabled: false }).where('id', '=', userId).execute();
}

/** Creates the first admin from the environment if there is none. */
export async function ensureFirstAdmin(context: Context): Promise<void> {
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = context.config;
  if (!email || !password) return reportMissingAdmin(context);
  await transaction(context.db, async (tx) => {
    // If two copies of the server start at once, the second finds the admin of the first.
    await sql`select pg_advisory_xact_lock(hashtext('first data'))`.execute(tx);
    const owner = await tx.selectFrom('users').select('id').where('email', '=', email.toLowerCase()).executeTakeFirst();
    if (owner || (await hasAdmin(tx))) return;
    const checked = checkPasswordFor('admin', password);
    if (!checked.ok) throw new ConfigError(`ADMIN_PASSWORD: ${sayNow(checked.error.message)}`);
    await addPerson(context, tx, { email, name: 'Admin', password, role: 'admin', locationIds: [], phone: null });
  });
}

async function hasAdmin(db: Db | Tx): Promise<boolean> {
  const admin = await db.selectFrom('users').select('id').where('role', '=', 'admin').limit(1).executeTakeFirst();
  return admin !== undefined;
}

async function reportMissingAdmin({ db, log }: Context): Promise<void> {
  if (await hasAdmin(db)) return;
  log.warn(
    'There is no admin account yet, so nobody can enter the back office. Create one with: npm run admin -- create you@example.com',
  );
}
