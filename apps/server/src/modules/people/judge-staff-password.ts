import { checkPasswordFor } from '../../platform/auth/password-rules.ts';
import type { Db } from '../../platform/db/connection.ts';

/**
 * Records at a sign-in whether the password of staff is too weak, because only then is it known. Staff from before the
 * rule, without `staff_since`, are only asked to change it. Later staff must change it before they work.
 */
export async function judgeStaffPassword(db: Db, email: string, password: string): Promise<void> {
  const person = await db
    .selectFrom('users')
    .select(['id', 'role', 'staff_since', 'weak_password'])
    .where('email', '=', email)
    .executeTakeFirst();
  if (!person || person.role === 'customer') return;
  const weakness = person.staff_since === null ? 'allowed' : 'refused';
  const weakPassword = checkPasswordFor(person.role, password).ok ? null : weakness;
  if (weakPassword === person.weak_password) return;
  await db.updateTable('users').set({ weak_password: weakPassword }).where('id', '=', person.id).execute();
}
