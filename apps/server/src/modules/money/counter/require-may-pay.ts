import { valueOrThrow, refuse, type Result } from '@tiffin/domain/core';
import type { Context } from '../../../context.ts';
import { checkMayTakeMoney, requireMaySettle, type RefusalReader } from '../../locations/money-permission.ts';
import { readLocation } from '../../locations/queries.ts';
import { findOrder } from '../../orders/queries.ts';
import type { SessionRow } from '../sessions/sessions.ts';

/** Refuses a payment page that must not be paid now: of a new order, or of a bill that was placed too late. */
export async function requireMayPay(context: Context, session: SessionRow): Promise<void> {
  if (session.order_id === null) {
    valueOrThrow(await checkMayOrderBySession(context, session, 'staff'));
    return;
  }
  const order = await findOrder(context.db, session.order_id);
  if (!order) throw refuse('order-not-found');
  requireMaySettle(context, order);
}

/** Returns a failure if the location of the session may take no new orders that somebody has to pay. */
export async function checkMayOrderBySession(
  context: Context,
  { location_id: locationId }: SessionRow,
  reader: RefusalReader,
): Promise<Result<true>> {
  const location = await readLocation(context.db, locationId);
  if (!location) throw refuse('location-not-found');
  return checkMayTakeMoney(location, context.clock.now(), reader);
}
