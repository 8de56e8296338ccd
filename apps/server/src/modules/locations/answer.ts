import type { AnswerOf } from '@tiffin/contract';
import type { getLocation } from '@tiffin/contract/locations';
import { rateToWire, type Result, dateIn, rate } from '@tiffin/domain/core';
import { openState, readHours, type OpeningHours } from '@tiffin/domain/hours';
import { orderTypesAt } from '@tiffin/domain/order';
import type { LocationRow } from './queries.ts';
import { taxFor, type Tax } from '@tiffin/domain/pricing';

type LocationAnswer = AnswerOf<typeof getLocation>['location'];

/** The hours of a location as the rules read them. */
export function hoursOf(row: LocationRow): Result<OpeningHours> {
  return readHours(row.hours, row.exceptions, row.time_zone);
}

/** A location as guests see it at this moment. */
export function locationAnswer(row: LocationRow, now: Date): LocationAnswer {
  const hours = hoursOf(row);
  const state = hours.ok ? openState(row.is_active, hours.value, now) : null;
  const tax = taxAt(row, now);
  return {
    id: row.id,
    name: row.name,
    address: row.address,
    postalCode: row.postal_code,
    phone: row.phone,
    email: row.email,
    timeZone: row.time_zone,
    hours: row.hours,
    hoursExceptions: row.exceptions,
    features: row.features,
    services: orderTypesAt(row.features),
    isActive: row.is_active,
    rating: row.rating,
    reviewCount: row.review_count,
    taxRate: rateToWire(tax.rate),
    taxLabel: tax.label,
    isOpen: state?.state === 'open',
    openText: state?.text ?? hoursText(hours),
    nextOpening: state?.state === 'closed' ? (state.opensAt?.toISOString() ?? null) : null,
  };
}

function hoursText(hours: Result<OpeningHours>): string {
  return hours.ok ? '' : hours.error.message;
}

interface TaxedLocation {
  readonly postal_code: string;
  readonly tax_rate: number | null;
  readonly tax_label: string | null;
  readonly time_zone: string;
}

/** The tax of a location today: by its postal code, unless its settings say otherwise. */
export function taxAt(location: TaxedLocation, now: Date): Tax {
  return taxFor(location.postal_code, dateIn(now, location.time_zone), {
    rate: location.tax_rate === null ? null : rate(location.tax_rate),
    label: location.tax_label,
  });
}
