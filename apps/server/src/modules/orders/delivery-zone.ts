import { addCents, cents, failure, ok, toDollars, type Cents, type Failure, type Result } from '@tiffin/domain/core';
import { feeIn, termsOf, zoneFor, zonesIn, type Destination, type ZoneTerms } from '@tiffin/domain/delivery';
import { lineNet, type Charge, type PricedLine } from '@tiffin/domain/pricing';
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

/** What bringing dishes of this sum adds to the bill. */
export function chargesFor(zone: ZoneTerms | null, food: Cents): Charge[] {
  const amount = zone ? feeIn(zone, food) : 0;
  return amount === 0 ? [] : [{ kind: 'delivery', amount: cents(amount), taxClass: 'charge' }];
}

export function belowMinimum({ name, minimum }: ZoneTerms, missing: Cents): Failure {
  const dollars = (sum: Cents) => `$${toDollars(sum).toFixed(2)}`;
  return failure(
    'below-minimum',
    `To ${name} we deliver from ${dollars(minimum)} of dishes on: ${dollars(missing)} more, please, or pick it up.`,
    { minimum: toDollars(minimum), missing: toDollars(missing) },
  );
}
