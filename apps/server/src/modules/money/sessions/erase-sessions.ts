import { hideOpenItemName, isOpenItem, NO_NOTES, OPEN_ITEM, openItemId } from '@tiffin/domain/order';
import { sql } from 'kysely';
import { eraseGuestsOfSandbox } from '../../../adapters/payment/sandbox/sandbox.ts';
import type { Db, Tx } from '../../../platform/db/connection.ts';
import type { SessionSnapshot } from '../../../platform/db/stored-json.ts';
import type { RenamedStaff } from '../../contacts/contacts.ts';
import { updateRow } from '../../../platform/db/write-row.ts';

/** Removes the guest from payment sessions, with or without an order. */
export async function eraseSessions(
  tx: Tx,
  sessionIds: readonly string[],
  { at, name }: { readonly at: Date; readonly name: string },
): Promise<void> {
  if (sessionIds.length === 0) return;
  await sql`
    update payment_sessions set begun_from = null, erased_at = ${at},
      attention = case when attended_at is null then attention end, snapshot = (snapshot - 'giftCard') || jsonb_build_object(
      'actor', case when snapshot -> 'userId' = 'null' and snapshot #>> '{actor,kind}' = 'person' then snapshot -> 'actor'
        else jsonb_build_object('kind', 'nobody') end,
      'request', (snapshot -> 'request') || jsonb_build_object(
        'customer', jsonb_build_object('name', ${name}::text, 'email', '', 'phone', '', 'userId', null),
        'delivery', null, 'vehicle', '', 'allergies', null, 'allergyNote', '') || ${JSON.stringify(NO_NOTES)}::jsonb,
      'items', (select coalesce(jsonb_agg(item - 'note' - 'allergies' order by place), '[]')
        from jsonb_array_elements(snapshot -> 'items') with ordinality items (item, place)))
    where id = any(${[...sessionIds]}::text[])
  `.execute(tx);
  await eraseTypedTexts(tx, sessionIds);
  await eraseGuestsOfSandbox(tx, sessionIds);
}

/** Text that staff typed may identify the guest: the name of a dish, and the reason for a discount. */
async function eraseTypedTexts(tx: Tx, sessionIds: readonly string[]): Promise<void> {
  const sessions = await tx
    .selectFrom('payment_sessions')
    .select(['id', 'snapshot'])
    .where('id', 'in', sessionIds)
    .where(
      sql<boolean>`(snapshot -> 'given' is not null or jsonb_path_exists(snapshot, '$.items[*].id ? (@ starts with "open:")'))`,
    )
    .execute();
  for (const { id, snapshot } of sessions) {
    await updateRow(tx, 'payment_sessions', id, { snapshot: JSON.stringify(withoutTypedTexts(snapshot)) });
  }
}

function withoutTypedTexts({ items, given, adjustments, ...rest }: SessionSnapshot): SessionSnapshot {
  return {
    ...rest,
    // Earlier versions stored the key of the line in the cart, which contains the name.
    items: items.map((item) =>
      isOpenItem(item) ? { ...item, id: openItemId(OPEN_ITEM), name: OPEN_ITEM, cartKey: '' } : item,
    ),
    given: given?.map((each) => ({ ...each, note: '' })),
    adjustments: adjustments?.map((each) => {
      const item = each.line === null ? undefined : items[each.line];
      return item && isOpenItem(item) ? { ...each, label: hideOpenItemName(each.label, item.name) } : each;
    }),
  };
}

/** Replaces the name of staff who took or approved the order. */
export async function renameStaffInSessions(tx: Tx, { userId, name }: RenamedStaff): Promise<void> {
  await sql`
    update payment_sessions set snapshot = snapshot
      || case when snapshot #>> '{actor,userId}' = ${userId} then jsonb_build_object('actor',
           (snapshot -> 'actor') || jsonb_build_object('name', ${name}::text, 'email', '')) else '{}' end
      || case when snapshot #>> '{approvedBy,userId}' = ${userId} then jsonb_build_object('approvedBy',
           (snapshot -> 'approvedBy') || jsonb_build_object('name', ${name}::text)) else '{}' end
    where ${userId} in (snapshot #>> '{actor,userId}', snapshot #>> '{approvedBy,userId}')
  `.execute(tx);
}

/** Removes the client addresses of sessions that expired before this time. */
export async function forgetAddressesOfSessions(db: Db, before: Date): Promise<void> {
  await db
    .updateTable('payment_sessions')
    .set({ begun_from: null })
    .where('begun_from', 'is not', null)
    .where('expires_at', '<', before)
    .execute();
}
