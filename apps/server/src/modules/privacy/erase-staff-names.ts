import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db/connection.ts';

/**
 * Replaces the name of a person in what they did as staff or as a driver: the books and the audit log keep that it
 * was the same person, under the new name. Rows that know only a name are changed where the audit log shows that the
 * person acted on the order, or where nobody else has the name.
 */
export async function eraseStaffNames(
  tx: Tx,
  {
    userId,
    name,
    formerNames,
  }: { readonly userId: string; readonly name: string; readonly formerNames: readonly string[] },
): Promise<void> {
  await sql`
    update orders set courier = courier || jsonb_build_object('driverId', null, 'driver', ${name}::text)
    where courier ->> 'driverId' = ${userId}
  `.execute(tx);
  await tx.updateTable('delivery_steps').set({ driver_name: name }).where('driver_id', '=', userId).execute();
  await tx.updateTable('driver_cash').set({ driver_name: name }).where('driver_id', '=', userId).execute();
  // The audit log still has the id of the person who took the cash from the driver.
  await sql`
    update driver_cash c set taken_by_name = ${name} where c.kind = 'handed-in' and exists (
      select from audit_log a where a.action = 'hand-in-cash' and a.actor_id = ${userId} and a.subject_id = c.driver_id and a.at = c.at)
  `.execute(tx);
  await tx.updateTable('order_status_history').set({ actor_name: name }).where('actor_id', '=', userId).execute();
  await sql`
    update order_items set allergy_check = allergy_check || jsonb_build_object('by', ${name}::text, 'userId', '')
    where allergy_check ->> 'userId' = ${userId}
  `.execute(tx);
  await tx.updateTable('mailings').set({ created_by_name: name }).where('created_by', '=', userId).execute();
  await sql`
    update given_discounts set
      given_by_name = case when given_by = ${userId} then ${name} else given_by_name end,
      approved_by_name = case when approved_by = ${userId} then ${name} else approved_by_name end,
      taken_back_by_name = case when taken_back_by = ${userId} then ${name} else taken_back_by_name end
    where ${userId} in (given_by, approved_by, taken_back_by)
  `.execute(tx);
  await eraseBareNames(tx, { userId, name, formerNames });
  await sql`
    update payment_sessions set snapshot = snapshot
      || case when snapshot #>> '{actor,userId}' = ${userId} then jsonb_build_object('actor',
           (snapshot -> 'actor') || jsonb_build_object('name', ${name}::text, 'email', '')) else '{}' end
      || case when snapshot #>> '{approvedBy,userId}' = ${userId} then jsonb_build_object('approvedBy',
           (snapshot -> 'approvedBy') || jsonb_build_object('name', ${name}::text)) else '{}' end
    where ${userId} in (snapshot #>> '{actor,userId}', snapshot #>> '{approvedBy,userId}')
  `.execute(tx);
  await tx.updateTable('audit_log').set({ actor_name: name }).where('actor_id', '=', userId).execute();
  await sql`
    update audit_log set address = null, browser = null, system = null, repeat_key = null
    where actor_id = ${userId} or (subject_kind = 'user' and subject_id = ${userId} and access is not null)
  `.execute(tx);
}

/** Columns and events with a name and no id beside it. */
async function eraseBareNames(
  tx: Tx,
  { userId, name, formerNames }: Parameters<typeof eraseStaffNames>[1],
): Promise<void> {
  if (formerNames.length === 0) return;
  const names = sql`${[...formerNames]}::text[]`;
  const ownOrders = sql`(
    select subject_id from audit_log where actor_id = ${userId} and subject_kind = 'order'
    union select order_id from order_status_history where actor_id = ${userId}
    union select id from orders where created_by = ${userId} or user_id = ${userId}
    union select order_id from delivery_steps where driver_id = ${userId}
    union select bill_id from given_discounts where ${userId} in (given_by, approved_by)
  )`;
  const { rows } = await sql<{ shared: boolean }>`
    select exists (select from users where id <> ${userId} and name = any(${names})) as shared
  `.execute(tx);
  const isTheirs = (id: string) => (rows[0]?.shared === false ? sql`true` : sql`${sql.ref(id)} in ${ownOrders}`);
  for (const former of formerNames) {
    const quoted = JSON.stringify(former);
    // Guests may have the same name, so only events of orders that the person worked on are changed.
    await sql`
      update events set data = replace(data::text, ${quoted}, ${JSON.stringify(name)})::jsonb
      where type in ('order.created', 'order.updated') and strpos(data::text, ${quoted}) > 0
        and data -> 'order' ->> 'id' in ${ownOrders}
    `.execute(tx);
    await sql`
      update events set data = jsonb_set(data, '{attention,reason}', '""')
      where type = 'payment.attention' and strpos(data #>> '{attention,reason}', ${former}) > 0
        and data #>> '{attention,orderId}' in ${ownOrders}
    `.execute(tx);
  }
  await sql`
    update audit_log a set before = ${withNewName(sql.ref('a.before'), names, name)}, after = ${withNewName(sql.ref('a.after'), names, name)}
    where (${hasName(sql.ref('a.before'), names)} or ${hasName(sql.ref('a.after'), names)}) and ${isTheirs('a.subject_id')}
  `.execute(tx);
  await sql`
    update payments p set processed_by = ${name} where processed_by = any(${names}) and ${isTheirs('p.order_id')}
  `.execute(tx);
  await sql`
    update orders o set accepted_by = ${name} where accepted_by = any(${names}) and ${isTheirs('o.id')}
  `.execute(tx);
  await sql`
    update orders o set changes = (
      select jsonb_agg(case when change ->> 'by' = any(${names}) then change || jsonb_build_object('by', ${name}::text)
        else change end order by place)
      from jsonb_array_elements(o.changes) with ordinality changes (change, place))
    where jsonb_typeof(o.changes) = 'array' and ${isTheirs('o.id')}
      and jsonb_path_exists(o.changes, '$[*].by ? (@ == $name[*])', jsonb_build_object('name', to_jsonb(${names})))
  `.execute(tx);
}

/** Fields with which entries about the work of others name a person: who approved, drove or invited. */
const NAME_FIELDS = ['approvedBy', 'driver', 'invitedBy'];

function hasName(fields: RawBuilder<unknown>, names: RawBuilder<unknown>): RawBuilder<boolean> {
  const values = NAME_FIELDS.map((field) => sql`${fields} ->> ${sql.lit(field)}`);
  return sql<boolean>`array[${sql.join(values)}] && ${names}`;
}

function withNewName(fields: RawBuilder<unknown>, names: RawBuilder<unknown>, name: string): RawBuilder<unknown> {
  const renamed = NAME_FIELDS.map(
    (field) => sql`case when ${fields} ->> ${sql.lit(field)} = any(${names})
      then jsonb_build_object(${sql.lit(field)}, ${name}::text) else '{}' end`,
  );
  return sql`case when ${hasName(fields, names)} then ${fields} || ${sql.join(renamed, sql` || `)} else ${fields} end`;
}

/** The names under which the person acted, the present one included. */
export async function readFormerNames(tx: Tx, userId: string, presentName: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select ${presentName}::text as name
    union select actor_name from audit_log where actor_id = ${userId} and actor_name is not null
    union select actor_name from order_status_history where actor_id = ${userId} and actor_name is not null
    union select driver_name from delivery_steps where driver_id = ${userId}
  `.execute(tx);
  return rows.map(({ name }) => name).filter((name) => name !== '');
}
