import { sql } from 'kysely';
import { TENDER_PROPERTIES, TENDERS } from '@tiffin/domain/payment';
import type { Tx } from '../../platform/db/connection.ts';
import type { RenamedRows } from '../contacts/contacts.ts';

/** Removes the guest from payments and refunds of these orders and payment sessions. The amounts remain. */
export async function erasePayments(
  tx: Tx,
  { orderIds, sessionIds }: { readonly orderIds: readonly string[]; readonly sessionIds: readonly string[] },
): Promise<void> {
  const orders = sql`${[...orderIds]}::text[]`;
  await sql`update refunds set reason = '', last_error = null where order_id = any(${orders})`.execute(tx);
  // Their reference is a number, which stays. That of other tenders may be a name.
  const numberedTenders = TENDERS.filter(
    (tender) => TENDER_PROPERTIES[tender].reference !== 'none' && !TENDER_PROPERTIES[tender].namesPerson,
  );
  // Card payments may have no order.
  await sql`
    update payments set card_last4 = null,
      reference = case when order_id = any(${orders}) and coalesce(tender <> all(${numberedTenders}::text[]), true) then null
        else reference end
    where order_id = any(${orders}) or session_id = any(${[...sessionIds]}::text[])
  `.execute(tx);
}

/** Replaces the name of staff who took a payment. */
export async function renameInPayments(tx: Tx, { name, formerNames, isOfPerson }: RenamedRows): Promise<void> {
  await sql`
    update payments p set processed_by = ${name} where processed_by = any(${formerNames}) and ${isOfPerson('p.order_id')}
  `.execute(tx);
}
