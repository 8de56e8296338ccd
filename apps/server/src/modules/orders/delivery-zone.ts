import {
  addCents,
  amountText,
  failure,
  ok,
  say,
  toDollars,
  type Cents,
  type Failure,
  type Result,
} from '@tiffin/domain/core';
import { termsOf, zoneFor, zonesIn, type Destination, type ZoneTerms } from '@tiffin/domain/delivery';
import { lineNet, type PricedLine } from '@tiffin/domain/pricing';
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
