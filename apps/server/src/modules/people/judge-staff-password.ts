import { checkPasswordFor } from '../../platform/auth/password-rules.ts';
import type { Db } from '../../platform/db/connection.ts';

/** Records whether the password is too weak for staff, as only a sign-in can tell. Earlier staff may keep theirs. */
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
