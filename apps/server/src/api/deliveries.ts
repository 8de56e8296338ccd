import { orderTypeGoesTo, OPEN_STATUSES, ORDER_TYPES } from '@tiffin/domain/order';
import { isBoundToLocations, type Actor } from '@tiffin/domain/people';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { sqlList } from '../platform/db/sql-lists.ts';
import { implement, implementChange, type ImplementedCall } from '../platform/http/implement.ts';
import { locationIdsOf } from '../modules/locations/scope.ts';
import { orderAnswer } from '../modules/orders/order-answer.ts';
import { readOrders } from '../modules/orders/queries.ts';
import { readDriverCash, handInCash } from '../modules/deliveries/driver-cash.ts';
import { withManagerApproval } from '../modules/people/manager-approval.ts';
import { colleaguesAt } from '../modules/people/pins.ts';
import { stepDelivery, handOverDelivery } from '../modules/deliveries/update-delivery.ts';

const DELIVERED_TYPES = ORDER_TYPES.filter((type) => orderTypeGoesTo(type, 'address'));

export const deliveryRoutes: readonly ImplementedCall[] = [
  implement('getDeliveries', ({ context, actor, query }) => listDeliveries(context, actor, query.locationId)),
  implementChange('stepDelivery', stepDelivery),
  implementChange('handOverDelivery', handOverDelivery),
  implement('handInCash', (request) => {
    const { context, actor, onceWith, body } = request;
    return onceWith(
      () => withManagerApproval(request),
      (tx, from) => handInCash(context, tx, { actor, from }, body),
    );
  }),
];

/** Lists waiting and active deliveries, and delivered ones for the length of a shift. */
async function listDeliveries(context: Context, actor: Actor, locationId: string) {
  const locationIds = await locationIdsOf(context, actor, locationId);
  const now = context.clock.now();
  const rows = await readOrders(
    context.db,
    sql`o.location_id = any(${[...locationIds]}::text[]) and o.order_type in (${sqlList(DELIVERED_TYPES)})
      and (o.status in (${sqlList(OPEN_STATUSES)}) or (o.courier is not null and o.status = 'completed'
        and o.completed_time > ${now}::timestamptz - interval '12 hours'))`,
    sql`order by o.estimated_ready, o.id limit 200`,
  );
  return {
    deliveries: rows.map((row) => ({
      order: orderAnswer(row, now, context),
      driver: row.courier?.driverId ? { driverId: row.courier.driverId, name: row.courier.driver } : null,
    })),
    cash: await readDriverCash(context.db, actor, locationIds),
    colleagues: (await colleaguesAt(context.db, locationIds)).map(({ userId, name, role, locationIds: worksAt }) => ({
      driverId: userId,
      name,
      locationIds: isBoundToLocations(role) ? [...worksAt] : null,
    })),
  };
}
