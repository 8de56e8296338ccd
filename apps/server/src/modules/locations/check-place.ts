import { rateFromDecimal, refuse, type Failure } from '@tiffin/domain/core';
import {
  type Feature,
  checkLocationForm,
  exceptionsProblem,
  ticketLimitsProblem,
  zoneProblem,
  type LocationField,
  type LocationForm,
} from '@tiffin/domain/locations';
import type { TicketLimits } from '@tiffin/domain/order';
import type { ExceptionRow } from './queries.ts';
import type { DayHoursRow } from '../../db/schema.ts';

/** What may be said of a location; a field that is left out is not talked about. */
export interface Place {
  readonly name?: string | undefined;
  readonly address?: string | undefined;
  readonly postalCode?: string | undefined;
  readonly phone?: string | undefined;
  readonly email?: string | undefined;
  readonly manager?: string | null | undefined;
  readonly capacity?: number | null | undefined;
  readonly features?: readonly Feature[] | undefined;
  readonly hours?: Readonly<Record<string, DayHoursRow | undefined>> | null | undefined;
  readonly hoursExceptions?: readonly ExceptionRow[] | undefined;
  readonly openingDate?: string | null | undefined;
  readonly isActive?: boolean | undefined;
  readonly timeZone?: string | undefined;
  readonly rating?: number | undefined;
  readonly reviewCount?: number | undefined;
  readonly taxRateOverride?: number | null | undefined;
  readonly taxLabelOverride?: string | null | undefined;
  readonly ticketLimits?: TicketLimits | null | undefined;
}

const RIGHT: LocationForm = {
  id: 'ok',
  name: 'x',
  address: 'x',
  postalCode: 'x',
  phone: '(902) 555-0123',
  email: 'a@b.ca',
  capacity: '',
};

/** The rules of the form, for the fields that are talked about. */
export function mustBePlace(place: Place): void {
  const form: LocationForm = {
    id: RIGHT.id,
    name: place.name ?? RIGHT.name,
    address: place.address ?? RIGHT.address,
    postalCode: place.postalCode ?? RIGHT.postalCode,
    phone: place.phone ?? RIGHT.phone,
    email: place.email ?? RIGHT.email,
    capacity: place.capacity == null ? '' : String(place.capacity),
  };
  const [wrong] = Object.entries(checkLocationForm(form, 'edit', () => false)) as [LocationField, string][];
  if (wrong) throw refuse('invalid-argument', wrong[1], { field: wrong[0] });
  const problem: Failure | null =
    (place.hoursExceptions && exceptionsProblem(place.hoursExceptions)) ??
    (place.ticketLimits && ticketLimitsProblem(place.ticketLimits)) ??
    (place.timeZone === undefined ? null : zoneProblem(place.timeZone));
  if (problem) throw refuse(problem.code, problem.message, problem.details);
}

/** What is talked about, as columns. */
export function placeColumns(place: Place) {
  const columns = {
    name: place.name,
    address: place.address,
    postal_code: place.postalCode,
    phone: place.phone,
    email: place.email,
    manager: place.manager,
    capacity: place.capacity,
    features: place.features && [...place.features],
    hours: place.hours && JSON.stringify(place.hours),
    opening_date: place.openingDate,
    is_active: place.isActive,
    time_zone: place.timeZone,
    rating: place.rating,
    review_count: place.reviewCount,
    tax_rate: place.taxRateOverride == null ? place.taxRateOverride : rateFromDecimal(place.taxRateOverride),
    tax_label: place.taxLabelOverride,
    ticket_limits: place.ticketLimits && JSON.stringify(place.ticketLimits),
  };
  return withoutUnsaid(columns);
}

type Said<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

function withoutUnsaid<T extends object>(columns: T): Said<T> {
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as Said<T>;
}
