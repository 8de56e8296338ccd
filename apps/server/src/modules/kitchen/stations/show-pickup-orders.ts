import type { ResponseOf } from '@tiffin/contract';
import { pickupColumns, READY_SHOWN_MINUTES } from '@tiffin/domain/kitchen';
import type { Context } from '../../../context.ts';
import type { PickupScreen } from '../../../platform/auth/screen-key.ts';

type Answer = ResponseOf<'getPickupOrders'>;

/** What a television shows: codes and times of pickup orders of its location. */
export async function showPickupOrders({ db, clock }: Context, screen: PickupScreen): Promise<Answer> {
  const now = clock.now();
  const since = new Date(now.getTime() - READY_SHOWN_MINUTES * 60_000);
  const [location, orders] = await Promise.all([
    db
      .selectFrom('locations')
      .select(['name', 'time_zone'])
      .where('id', '=', screen.locationId)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('orders')
      .select([
        'id',
        'status',
        'customer_name as customerName',
        'estimated_ready as estimatedReady',
        'ready_time as readyTime',
      ])
      .where('location_id', '=', screen.locationId)
      .where('order_type', '=', 'pickup')
      .where('status', 'in', ['preparing', 'ready'])
      .where((is) =>
        is.or([is('status', '=', 'preparing'), is('ready_time', 'is', null), is('ready_time', '>', since)]),
      )
      .execute(),
  ]);
  const { preparing, ready } = pickupColumns(orders, now, screen);
  return {
    screen: {
      name: screen.name,
      locationName: location.name,
      timeZone: location.time_zone,
      preparing: [...preparing],
      ready: ready.map(({ readyAt, ...order }) => ({ ...order, readyAt: readyAt?.toISOString() ?? null })),
      serverTime: now.toISOString(),
    },
  };
}
