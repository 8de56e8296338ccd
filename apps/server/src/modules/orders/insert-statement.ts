import type { Db, Tx } from '../../platform/db/connection.ts';
import { prepared } from '../../platform/db/prepared.ts';
import { writeOut } from '../../platform/http/written-out.ts';
import { COLUMNS, FIELDS, LINE, namesOf, typed, type Field, type Source, type StatedOrder } from './order-columns.ts';
import { BESIDES } from './related-rows.ts';

/** An order that is placed is its own bill; what pays it is written after it. */
const BILL_SUMS = [
  'location_id',
  'business_date',
  'subtotal_cents',
  'discount_cents',
  'charges_cents',
  'tax_cents',
  'tip_cents',
  'total_cents',
] as const satisfies readonly (typeof COLUMNS)[number][];

/** What came of it, or what stood in its way. */
export type Outcome = 'placed' | 'asked-before' | 'cart-ordered' | 'page-open' | 'menu-changed' | 'number-taken';

export interface Done {
  readonly id: string;
  readonly came_of_it: Outcome;
  /** Of an order that was placed. */
  readonly event_id: number | null;
}

/**
 * Everything of new orders in one statement, and so in one trip and one commit. Columns are named one by one: to fill a
 * row from JSON, PostgreSQL copies all that the table is, its rules included, each time. What is looked up for each order
 * has an `offset 0`: without it PostgreSQL may read a whole table for all of them. PostgreSQL carries out what nobody
 * reads from in reverse: counters stand first, to be locked last.
 */
const stated = (name: string, { $, wanted, each, checked, placed, patience }: Source, writes: string) =>
  prepared<Done>(
    name,
    `with ${wanted}checked as (
     select ${$('id')} as id,
       exists (
         select from locations where id = ${$('location_id')} and (${$('stamp')} is null or xmin = ${$('stamp')}) offset 0
       ) as is_menu_same,
       exists (
         select from idempotency_keys where actor = ${$('asker')} and call = ${$('call')} and key = ${$('key')} offset 0
       ) as is_asked,
       ${$('cart_id')} is not null and exists (
         select from orders where location_id = ${$('location_id')} and cart_id = ${$('cart_id')} and status <> 'cancelled' offset 0
       ) as is_ordered,
       -- A payment page of this cart; the payment that is being settled now is no hindrance. 
       ${$('cart_id')} is not null and exists (
         select from payment_sessions where location_id = ${$('location_id')} and cart_id = ${$('cart_id')}
           and status = 'open' and id is distinct from ${$('session_id')} offset 0
       ) as has_page
     ${each}
   ), guest as (
     -- whoever deletes their account at this moment orders nothing in it any more
     select id from users where id = any(array(select ${$('user_id')} ${each})) and not is_deleted for key share${patience}
   ), placed as (
     insert into orders (${COLUMNS.join(', ')})
     select ${COLUMNS.map($).join(', ')} from ${checked}
     where is_menu_same and not is_asked and not is_ordered and not has_page
       and (${$('user_id')} is null or ${$('user_id')} in (select id from guest))
     on conflict (id) do nothing
     returning id
   )${writes}, bill as (
     insert into bills (id, ${BILL_SUMS.join(', ')})
     select ${$('bill_id')}, ${BILL_SUMS.map($).join(', ')} from ${placed}
   ), items as (
     insert into order_items (order_id, ${namesOf(LINE)})
     select placed.id, i.* from ${placed}, jsonb_to_recordset(${$('lines')}) as i (${typed(LINE)})
   ), history as (
     insert into order_status_history (order_id, at, to_status, actor_kind, actor_id, actor_name)
     select placed.id, ${['order_time', 'status', 'actor_kind', 'actor_id', 'actor_name'].map($).join(', ')} from ${placed}
   ), happening as (
     insert into events (type, location_id, user_id, at, data)
     select 'order.created', ${['location_id', 'user_id', 'order_time', 'answer'].map($).join(', ')} from ${placed}
     returning id, data ->> 'orderId' as order_id
   ), answered as (
     insert into idempotency_keys (actor, call, key, request_hash, answer, created_at)
     select ${['asker', 'call', 'key', 'request_hash', 'answer', 'order_time'].map($).join(', ')} from ${placed}
     where ${$('key')} is not null
   )
   select checked.id, happening.id as event_id,
     case when happening.id is not null then 'placed'
       when is_asked then 'asked-before'
       when is_ordered then 'cart-ordered'
       when has_page then 'page-open'
       when not is_menu_same then 'menu-changed'
       else 'number-taken' end as came_of_it
   from checked left join happening on happening.order_id = checked.id`,
  );

type Besides = keyof typeof BESIDES;
const ALL_BESIDES = Object.keys(BESIDES) as Besides[];

interface Statement {
  readonly run: ReturnType<typeof stated>;
  readonly fields: readonly (Field & { readonly name: string })[];
}

const statements = new Map<string, Statement>();

function statementFor(which: 'write-order' | 'write-orders', besides: readonly Besides[]): Statement {
  const name = [which, ...besides].join('-');
  const known = statements.get(name);
  if (known) return known;
  const all: Record<string, Field> = Object.assign({}, FIELDS, ...besides.map((each) => BESIDES[each].fields));
  const fields = Object.entries(all).map(([field, { type, of }]) => ({ name: field, type, of }));
  const source = (which === 'write-order' ? ofOne : ofMany)([...fields, { name: 'answer', type: 'jsonb' }]);
  const writes = besides.map((each) => BESIDES[each].writes(source)).join('');
  const made = { run: stated(name, source, writes), fields };
  statements.set(name, made);
  return made;
}

type Columns = readonly { readonly name: string; readonly type: string }[];

/** Of one order each field is a parameter: nothing is kept to be read again. */
function ofOne(columns: Columns): Source {
  const parameters = new Map(columns.map(({ name, type }, index) => [name, `$${index + 1}::${type}`]));
  return {
    $(field) {
      const parameter = parameters.get(field);
      if (!parameter) throw new Error(`an order has no field ${field}`);
      return parameter;
    },
    wanted: '',
    each: '',
    checked: 'checked',
    placed: 'placed',
    patience: '',
  };
}

/** Of many all fields are in one list. */
function ofMany(columns: Columns): Source {
  const list = columns.map(({ name, type }) => `${name} ${type}`).join(', ');
  return {
    $: (field) => `wanted.${field}`,
    wanted: `wanted as (select * from jsonb_to_recordset($1::jsonb) as w (${list})), `,
    each: 'from wanted',
    checked: 'checked join wanted using (id)',
    placed: 'placed join wanted using (id)',
    patience: ' nowait',
  };
}

function besidesOf(order: StatedOrder): Besides[] {
  return ALL_BESIDES.filter((each) => BESIDES[each].has(order));
}

/** Whoever takes of a counter waits for others who do: nobody else shall wait with them. */
export function waitsForOthers(order: StatedOrder): boolean {
  return besidesOf(order).some((each) => BESIDES[each].waits);
}

export async function writeOne(db: Db | Tx, order: StatedOrder): Promise<Done> {
  const { run, fields } = statementFor('write-order', besidesOf(order));
  const values = fields.map(({ type, of }) => {
    const value = of(order);
    return type === 'jsonb' && typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
  });
  values.push(writeOut(order.answer));
  return toldOf(order, (await run(db, values)).rows);
}

/** What came of each; what an index or a check refuses of one of them is refused of all. */
export async function writeMany(db: Db, orders: readonly StatedOrder[]): Promise<Map<StatedOrder, Done>> {
  const besides = ALL_BESIDES.filter((each) => orders.some((order) => BESIDES[each].has(order)));
  const { run, fields } = statementFor('write-orders', besides);
  const sorted = orders.toSorted((one, other) => (takenBy(one) < takenBy(other) ? -1 : 1));
  const list = sorted.map((order) => {
    // What is null is left out.
    const said: Record<string, unknown> = {};
    for (const { name, of } of fields) said[name] = of(order) ?? undefined;
    // The answer is JSON already.
    return `${JSON.stringify(said).slice(0, -1)},"answer":${writeOut(order.answer)}}`;
  });
  const { rows } = await run(db, [`[${list.join(',')}]`]);
  return new Map(orders.map((order) => [order, toldOf(order, rows)]));
}

/** What only one order may have is taken sorted: copies of the server that do so at once never wait in a circle. */
function takenBy({ row, idempotency }: StatedOrder): string {
  return `${row.location_id} ${row.cart_id ?? ''} ${idempotency?.actor ?? ''} ${idempotency?.key ?? ''}`;
}

function toldOf({ row }: StatedOrder, rows: readonly Done[]): Done {
  const done = rows.find(({ id }) => id === row.id);
  if (!done) throw new Error('the statement of an order told nothing');
  return done;
}
