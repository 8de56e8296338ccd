import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { transaction } from '../../db/transaction.ts';
import { addPerson } from './add-person.ts';

/** The first admin comes from the environment, once, when there is none. */
export async function firstAdmin(context: Context): Promise<void> {
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = context.config;
  if (!email || !password) return;
  await transaction(context.db, async (tx) => {
    // Of two copies that start at once, the second finds the first one's.
    await sql`select pg_advisory_xact_lock(hashtext('first data'))`.execute(tx);
    const admin = await tx.selectFrom('users').select('id').where('role', '=', 'admin').limit(1).executeTakeFirst();
    const same = await tx.selectFrom('users').select('id').where('email', '=', email.toLowerCase()).executeTakeFirst();
    if (admin || same) return;
    await addPerson(context, tx, { email, name: 'Admin', password, role: 'admin', locationIds: [], phone: null });
  });
}
