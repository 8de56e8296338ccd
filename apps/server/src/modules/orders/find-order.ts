import { orRefuse, refuse } from '@tiffin/domain/core';
import { authorise, type Action, type Actor } from '@tiffin/domain/people';
import type { Db, Tx } from '../../db/connection.ts';
import { lockOrder, findOrder, type OrderRow } from './queries.ts';

/** The order staff ask for; elsewhere they hear that it is not theirs. */
export async function staffOrder(db: Db | Tx, actor: Actor, orderId: string, action: Action): Promise<OrderRow> {
  return theirs(await findOrder(db, orderId), actor, action);
}

/** The same, locked for a change. */
export async function lockStaffOrder(tx: Tx, actor: Actor, orderId: string, action: Action): Promise<OrderRow> {
  return theirs(await lockOrder(tx, orderId), actor, action);
}

function theirs(row: OrderRow | null, actor: Actor, action: Action): OrderRow {
  if (!row) throw refuse('order-not-found');
  // Only the till's side of a right counts here: what a guest may do with their own has calls of its own.
  orRefuse(authorise(action, actor, { locationId: row.location_id }));
  return row;
}
