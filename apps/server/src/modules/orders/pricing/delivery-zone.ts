import type { ResponseOf, ValidatedInput } from '@tiffin/contract';
import type { OrderRequest } from '@tiffin/contract/order/order-request';
import {
  amountWithCurrency,
  failure,
  ok,
  valueOrThrow,
  refuse,
  say,
  toDollars,
  type Cents,
  type Failure,
  type Result,
} from '@tiffin/domain/core';
import {
  toZoneTerms,
  toWireTerms,
  findDeliveryZone,
  type DeliverySettings,
  type Destination,
  type ZoneTerms,
} from '@tiffin/domain/delivery';
import { isOrderTypeOffered, type PromiseRequester } from '@tiffin/domain/order';
import type { Context } from '../../../context.ts';
import type { RequestedDelivery } from '../../../platform/db/stored-json.ts';
import { isHidden, type LocationRow } from '../../locations/queries.ts';

/** Finds the zone that delivers to this address. A location without the feature or without zones does not deliver. */
export function deliveryZone(location: Pick<LocationRow, 'features' | 'delivery'>, to: Destination): Result<ZoneTerms> {
  const isOffered = isOrderTypeOffered(location.features, 'delivery');
  const zone = findDeliveryZone((isOffered && location.delivery) || NO_DELIVERY, to);
  return zone.ok ? ok(toZoneTerms(zone.value)) : zone;
}

const NO_DELIVERY: DeliverySettings = { point: null, zones: [] };

/** The failure of a delivery below the minimum of its zone; `missing` is how much must be added. */
export function belowMinimumFailure({ name, minimum }: ZoneTerms, missing: Cents): Failure {
  return failure(
    'below-minimum',
    say`For ${name} the minimum is ${amountWithCurrency(minimum)} of dishes. Please add ${amountWithCurrency(missing)}, or choose pickup.`,
    { minimum: toDollars(minimum), missing: toDollars(missing) },
  );
}

/** An order request together with the zone that prices its delivery. */
export type ZonedRequest = Omit<OrderRequest, 'delivery'> & { readonly delivery: RequestedDelivery | null };

/** Finds the zone of an order request. Only staff may name it, because a guest would name the cheapest. */
export function findRequestZone(
  location: Parameters<typeof deliveryZone>[0],
  request: OrderRequest,
  by: PromiseRequester,
): Result<ZonedRequest> {
  if (!request.delivery) return ok({ ...request, delivery: null });
  const { zoneName, ...address } = request.delivery;
  const delivery = { ...address, zoneName: by === 'guest' ? undefined : zoneName || undefined };
  const zone = deliveryZone(location, delivery);
  return zone.ok ? ok({ ...request, delivery: { ...delivery, zone: zone.value } }) : zone;
}

/** Returns the fee, minimum and extra time of a delivery to this address, by the same rule that prices an order. */
export async function quoteDelivery(
  context: Context,
  { locationId, postalCode, point, zoneName }: ValidatedInput<'quoteDelivery'>['body'],
): Promise<ResponseOf<'quoteDelivery'>> {
  const menu = await context.menus.fresh(locationId);
  if (!menu || isHidden(menu.location)) throw refuse('location-not-found');
  const to = { postalCode, point: point ?? null, zoneName: zoneName || undefined };
  const zone = valueOrThrow(deliveryZone(menu.location, to));
  return { zone: toWireTerms(zone) };
}
