import { checkPasswordFor } from '../../platform/auth/password-rules.ts';
import type { Db } from '../../platform/db/connection.ts';

/**
 * Records at a sign-in of staff whether the password is too weak for staff: only then is it known. People who were staff
 * before the rule are asked to choose another; those who became staff later must do so first.
 */
export async function judgeStaffPassword(db: Db, email: string, password: string): Promise<void> {
  const person = await db
    .selectFrom('users')
    .select(['id', 'role', 'staff_since', 'weak_password'])
    .where('email', '=', email)
    .executeTakeFirst();
  if (!person || person.role === 'customer') return;
  const weakness = person.staff_since === null ? 'allowed' : 'refused';
  const found = checkPasswordFor(person.role, password).ok ? null : weakness;
  if (found === person.weak_password) return;
  await db.updateTable('users').set({ weak_password: found }).where('id', '=', person.id).execute();
}
