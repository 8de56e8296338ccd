import type { AnswerOf, UnderstoodOf } from '@tiffin/contract';
import type { quoteDelivery as quoteDeliveryCall } from '@tiffin/contract/delivery';
import { orRefuse, refuse } from '@tiffin/domain/core';
import { toWireTerms } from '@tiffin/domain/delivery';
import type { Context } from '../../context.ts';
import { deliveryZone } from './delivery-zone.ts';

/** What bringing an order there costs and asks for: by the rule that prices it. */
export async function quoteDelivery(
  context: Context,
  { locationId, postalCode, point, zoneName }: UnderstoodOf<typeof quoteDeliveryCall>['body'],
): Promise<AnswerOf<typeof quoteDeliveryCall>> {
  const menu = await context.menus.fresh(locationId);
  if (!menu || menu.location.deleted_at) throw refuse('location-not-found');
  const zone = orRefuse(
    deliveryZone(menu.location, { postalCode, point: point ?? null, ...(zoneName && { zoneName }) }),
  );
  return { zone: zone ? toWireTerms(zone) : null };
}
