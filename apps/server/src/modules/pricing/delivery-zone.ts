import type { ResponseOf, ValidatedInput } from '@tiffin/contract';
import type { quoteDelivery as quoteDeliveryCall } from '@tiffin/contract/delivery';
import {
  addCents,
  amountText,
  failure,
  ok,
  orRefuse,
  refuse,
  say,
  toDollars,
  type Cents,
  type Failure,
  type Result,
} from '@tiffin/domain/core';
import { termsOf, toWireTerms, zoneFor, zonesIn, type Destination, type ZoneTerms } from '@tiffin/domain/delivery';
import { lineNet, type PricedLine } from '@tiffin/domain/pricing';
import type { Context } from '../../context.ts';
import type { LocationRow } from '../locations/queries.ts';

/** The zone that brings an order there; none where the place has no zones. */
export function deliveryZone({ delivery }: Pick<LocationRow, 'delivery'>, to: Destination): Result<ZoneTerms | null> {
  if (!delivery || zonesIn(delivery).length === 0) return ok(null);
  const zone = zoneFor(delivery, to);
  return zone.ok ? ok(termsOf(zone.value)) : zone;
}

/** What dishes come to without what offers take off: what the house gives costs nobody their free delivery. */
export function foodSum(lines: readonly PricedLine[]): Cents {
  return addCents(...lines.map(lineNet));
}

export function belowMinimum({ name, minimum }: ZoneTerms, missing: Cents): Failure {
  return failure(
    'below-minimum',
    say`To ${name} we deliver from ${amountText(minimum)} of dishes on: ${amountText(missing)} more, please, or pick it up.`,
    { minimum: toDollars(minimum), missing: toDollars(missing) },
  );
}

/** What bringing an order there costs and asks for: by the rule that prices it. */
export async function quoteDelivery(
  context: Context,
  { locationId, postalCode, point, zoneName }: ValidatedInput<typeof quoteDeliveryCall>['body'],
): Promise<ResponseOf<typeof quoteDeliveryCall>> {
  const menu = await context.menus.fresh(locationId);
  if (!menu || menu.location.deleted_at) throw refuse('location-not-found');
  const zone = orRefuse(
    deliveryZone(menu.location, { postalCode, point: point ?? null, ...(zoneName && { zoneName }) }),
  );
  return { zone: zone ? toWireTerms(zone) : null };
}
