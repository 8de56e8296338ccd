import type { UnderstoodOf } from '@tiffin/contract';
import type { updateLocation } from '@tiffin/contract/location-admin';
import { rate, rateFromDecimal, rateToDecimal, refuse, type Failure } from '@tiffin/domain/core';
import {
  checkLocationForm,
  exceptionsProblem,
  ticketLimitsProblem,
  zoneProblem,
  type Feature,
  type LocationField,
  type LocationForm,
} from '@tiffin/domain/locations';
import { TICKET_LIMITS, type TicketLimits } from '@tiffin/domain/order';
import type { LocationRow } from './queries.ts';

/** What may be said of a location; a field that is left out is not talked about. */
export type Place = Omit<Said, 'features'> & { readonly features?: readonly Feature[] | undefined };
type Said = UnderstoodOf<typeof updateLocation>['body']['updates'];

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

type WithoutUnsaid<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

function withoutUnsaid<T extends object>(columns: T): WithoutUnsaid<T> {
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as WithoutUnsaid<T>;
}

/** The settings only its owner sees, as the wire tells them. */
export function settingsAnswer(row: LocationRow) {
  return {
    manager: row.manager,
    capacity: row.capacity,
    openingDate: row.opening_date,
    taxRateOverride: row.tax_rate === null ? null : rateToDecimal(rate(row.tax_rate)),
    taxLabelOverride: row.tax_label,
    ticketLimits: row.ticket_limits && ticketLimitsOf(row.ticket_limits),
  };
}

/** The limits of a location's tickets; what it has not said is as usual. */
export function ticketLimitsOf(stored: object | null): TicketLimits {
  return { ...TICKET_LIMITS, ...stored };
}
