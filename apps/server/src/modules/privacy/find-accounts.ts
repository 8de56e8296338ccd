import type { Role } from '@tiffin/domain/people';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/connection.ts';
import { hasContact, type Contacts } from './contacts/contacts.ts';

export interface MatchedAccount {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly isActive: boolean;
  readonly match: 'order' | 'email' | 'phone' | 'user';
}

/** Accounts with one of these contacts, and the account that owns the order or the reservation; without erased ones. */
export async function findAccounts(tx: Db | Tx, contacts: Contacts, ownerId: string | null): Promise<MatchedAccount[]> {
  const { rows } = await sql<MatchedAccount>`
    select id as "userId", name, email, role, is_active as "isActive",
      case when id = ${ownerId} then 'order' when email = any(${[...contacts.emails]}::text[]) then 'email' else 'phone' end as match
    from users u
    where (id = ${ownerId} or ${hasContact({ email: sql.ref('u.email'), phone: sql.ref('u.phone_number') }, contacts)})
      and not (is_deleted and email like '%@deleted.invalid')
    order by 1
  `.execute(tx);
  return rows;
}
