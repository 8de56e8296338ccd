import type { ValidatedInput } from '@tiffin/contract';
import type { updateLocation } from '@tiffin/contract/location-admin';
import { deliveryProblem, toWireDelivery, type DeliverySettings } from '@tiffin/domain/delivery';
import { failure, rate, rateFromDecimal, rateToDecimal, refuse, type Failure } from '@tiffin/domain/core';
import {
  checkLocationForm,
  exceptionsProblem,
  HOME_COUNTRY,
  regionProblem,
  ticketLimitsProblem,
  timeZoneProblem,
  type Feature,
  type LocationField,
  type LocationForm,
  type PostalAddress,
} from '@tiffin/domain/locations';
import { TICKET_LIMITS, type TicketLimits } from '@tiffin/domain/order';
import { locationTaxesFromWire, locationTaxesProblem, toWireRates } from '@tiffin/domain/pricing';
import { DEFAULT_DAY_END_HOUR } from '@tiffin/domain/stats';
import type { LocationRow } from './queries.ts';

/** The editable settings of a location; missing fields do not change. */
export type LocationSettings = Omit<LocationUpdates, 'features' | 'delivery'> & {
  readonly features?: readonly Feature[] | undefined;
  readonly delivery?: DeliverySettings | null | undefined;
};
type LocationUpdates = ValidatedInput<typeof updateLocation>['body']['updates'];

const VALID_FORM: LocationForm = {
  id: 'ok',
  name: 'x',
  address: 'x',
  postalCode: 'x',
  phone: '(902) 555-0123',
  email: 'a@b.ca',
  capacity: '',
};

/** Validates the given fields; region and country default to the present ones. */
export function checkLocationSettings(
  location: LocationSettings,
  current: Pick<PostalAddress, 'region' | 'country'>,
): void {
  const { region, country } = {
    ...current,
    ...withoutUndefined({ region: location.region, country: location.country }),
  };
  const form: LocationForm = {
    id: VALID_FORM.id,
    name: location.name ?? VALID_FORM.name,
    address: location.address ?? VALID_FORM.address,
    postalCode: location.postalCode ?? VALID_FORM.postalCode,
    phone: location.phone ?? VALID_FORM.phone,
    country: location.phone === undefined ? HOME_COUNTRY : country,
    email: location.email ?? VALID_FORM.email,
    capacity: location.capacity == null ? '' : String(location.capacity),
  };
  const isMoved = location.region !== undefined || location.country !== undefined;
  const lost = isMoved ? regionProblem({ region, country }) : null;
  if (lost) throw refuse(lost.code, lost.message, lost.details);
  const [wrong] = Object.entries(checkLocationForm(form, 'edit', () => false)) as [LocationField, string][];
  if (wrong) throw refuse('invalid-argument', wrong[1], { field: wrong[0] });
  const problem: Failure | null =
    (location.hoursExceptions && exceptionsProblem(location.hoursExceptions)) ??
    (location.ticketLimits && ticketLimitsProblem(location.ticketLimits)) ??
    (location.delivery && deliveryProblem(location.delivery)) ??
    taxesProblem(location) ??
    (location.timeZone === undefined ? null : timeZoneProblem(location.timeZone));
  if (problem) throw refuse(problem.code, problem.message, problem.details);
}

function taxesProblem({ taxSettings }: LocationSettings): Failure | null {
  const message = taxSettings && locationTaxesProblem(taxSettings);
  return message ? failure('invalid-argument', message, { field: 'taxSettings' }) : null;
}

/** The given fields as columns. */
export function settingsColumns(location: LocationSettings) {
  const columns = {
    name: location.name,
    address: location.address,
    city: location.city,
    region: location.region,
    country: location.country,
    code: location.code,
    postal_code: location.postalCode,
    phone: location.phone,
    email: location.email,
    manager: location.manager,
    capacity: location.capacity,
    features: location.features && [...location.features],
    hours: location.hours && JSON.stringify(location.hours),
    opening_date: location.openingDate,
    is_active: location.isActive,
    time_zone: location.timeZone,
    rating: location.rating,
    review_count: location.reviewCount,
    tax_rate: location.taxRateOverride == null ? location.taxRateOverride : rateFromDecimal(location.taxRateOverride),
    tax_label: location.taxLabelOverride,
    taxes: location.taxSettings && JSON.stringify(locationTaxesFromWire(location.taxSettings)),
    tip_base: location.tipBaseOverride,
    ticket_limits: location.ticketLimits && JSON.stringify(location.ticketLimits),
    // No rules are stored as null, so that orders use no slot counters.
    slot_rules: location.slotRules && (location.slotRules.length === 0 ? null : JSON.stringify(location.slotRules)),
    legal_form: location.legalForm,
    fiscal_note: location.fiscalNote,
    asks_tips: location.asksTips,
    curbside: location.curbside,
    day_end_hour: location.dayEndHour,
    confirms_allergies: location.confirmsAllergies,
    delivery: location.delivery && JSON.stringify(location.delivery),
  };
  return withoutUndefined(columns);
}

type WithoutUndefined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** The columns or fields that are given. */
export function withoutUndefined<T extends object>(columns: T): WithoutUndefined<T> {
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as WithoutUndefined<T>;
}

/** The settings that only admins see, in the form of the API. */
export function settingsAnswer(row: LocationRow) {
  return {
    code: row.code,
    manager: row.manager,
    capacity: row.capacity,
    openingDate: row.opening_date,
    taxRateOverride: row.tax_rate === null ? null : rateToDecimal(rate(row.tax_rate)),
    taxLabelOverride: row.tax_label,
    taxSettings: row.taxes && {
      follows: row.taxes.follows,
      codes: row.taxes.codes.map((each) => ({ ...each, rates: each.rates && toWireRates(each.rates) })),
      ...(row.taxes.included && { included: true }),
    },
    tipBaseOverride: row.tip_base,
    ticketLimits: row.ticket_limits && ticketLimitsOf(row.ticket_limits),
    slotRules: (row.slot_rules ?? []).map((rule) => ({ ...rule, days: [...rule.days] })),
    legalForm: row.legal_form,
    fiscalNote: row.fiscal_note,
    asksTips: row.asks_tips !== false,
    curbside: row.curbside === true,
    dayEndHour: row.day_end_hour ?? DEFAULT_DAY_END_HOUR,
    confirmsAllergies: row.confirms_allergies !== false,
    delivery: row.delivery && toWireDelivery(row.delivery),
  };
}

/** The ticket limits of a location, with defaults. */
export function ticketLimitsOf(stored: object | null): TicketLimits {
  return { ...TICKET_LIMITS, ...stored };
}
