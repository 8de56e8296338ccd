import type { ValidatedInput } from '@tiffin/contract';
import { DEFAULT_PAY_PERIOD } from '@tiffin/domain/day';
import { deliverySettingsProblem, toWireDelivery, type DeliverySettings } from '@tiffin/domain/delivery';
import { failure, rate, rateFromDecimal, rateToDecimal, refuse, toDollars, type Failure } from '@tiffin/domain/core';
import { bookingRuleProblem, type DepositAddress } from '@tiffin/domain/law';
import {
  checkLocationForm,
  exceptionsProblem,
  HOME_COUNTRY,
  regionProblem,
  ticketLimitsProblem,
  weekProblem,
  timeZoneProblem,
  type Feature,
  type LocationForm,
  type PostalAddress,
} from '@tiffin/domain/locations';
import { chargeRulesProblem, TICKET_LIMITS, toWireChargeRule, type TicketLimits } from '@tiffin/domain/order';
import {
  GUEST_TIP_PRESETS,
  locationTaxesFromWire,
  locationTaxesProblem,
  TILL_TIP_PRESETS,
  toWireRates,
} from '@tiffin/domain/pricing';
import { DEFAULT_STAYS, type BookingRule } from '@tiffin/domain/reservation';
import { DEFAULT_DAY_END_HOUR } from '@tiffin/domain/stats';
import type { Updateable } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import type { LocationRow } from './queries.ts';

/** The editable settings of a location; missing fields do not change. */
export type LocationSettings = Omit<LocationUpdates, 'features' | 'delivery'> & {
  readonly features?: readonly Feature[] | undefined;
  readonly delivery?: DeliverySettings | null | undefined;
};
type LocationUpdates = ValidatedInput<'updateLocation'>['body']['updates'];

/** Valid values for the fields that an update does not contain. */
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
  current: Pick<PostalAddress, 'region' | 'country'> & Partial<Pick<LocationRow, 'postal_code' | 'booking_rules'>>,
) {
  const { region = current.region, country = current.country, postalCode = current.postal_code ?? '' } = location;
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
  const unknownRegion = isMoved ? regionProblem({ region, country }) : null;
  if (unknownRegion) throw refuse(unknownRegion.code, unknownRegion.message, unknownRegion.details);
  const [formProblem] = Object.entries(checkLocationForm(form, 'edit', () => false));
  if (formProblem) throw refuse('invalid-argument', formProblem[1], { field: formProblem[0] });
  const problem: Failure | null =
    (location.hours && weekProblem(location.hours)) ??
    (location.hoursExceptions && exceptionsProblem(location.hoursExceptions)) ??
    (location.ticketLimits && ticketLimitsProblem(location.ticketLimits)) ??
    (location.charges && chargeRulesProblem(location.charges)) ??
    (location.delivery && deliverySettingsProblem(location.delivery)) ??
    taxesProblem(location) ??
    bookingRulesProblem(location.bookingRules ?? current.booking_rules ?? [], { region, country, postalCode }) ??
    (location.timeZone === undefined ? null : timeZoneProblem(location.timeZone));
  if (problem) throw refuse(problem.code, problem.message, problem.details);
}

function bookingRulesProblem(rules: readonly BookingRule[], address: DepositAddress): Failure | null {
  const problem = rules.map((rule) => bookingRuleProblem(rule, address)).find((each) => each !== null);
  return problem === undefined ? null : failure('failed-precondition', problem, { field: 'bookingRules' });
}

function taxesProblem({ taxSettings }: LocationSettings): Failure | null {
  const message = taxSettings && locationTaxesProblem(taxSettings);
  return message ? failure('invalid-argument', message, { field: 'taxSettings' }) : null;
}

/**
 * The settings of a location: the column of each, how the value of the API is stored, and how the API shows it. A setting
 * without `show` is among the fields that guests see too (`location-answer.ts`).
 */
const LOCATION_SETTINGS = {
  name: { column: 'name' },
  address: { column: 'address' },
  city: { column: 'city' },
  region: { column: 'region' },
  country: { column: 'country' },
  postalCode: { column: 'postal_code' },
  phone: { column: 'phone' },
  email: { column: 'email' },
  features: { column: 'features' },
  hours: { column: 'hours', store: toJson },
  isActive: { column: 'is_active' },
  timeZone: { column: 'time_zone' },
  rating: { column: 'rating' },
  reviewCount: { column: 'review_count' },
  code: { column: 'code', show: ({ code }) => code },
  manager: { column: 'manager', show: ({ manager }) => manager },
  capacity: { column: 'capacity', show: ({ capacity }) => capacity },
  openingDate: { column: 'opening_date', show: (row) => row.opening_date },
  taxRateOverride: {
    column: 'tax_rate',
    store: (value: number | null) => (value === null ? null : rateFromDecimal(value)),
    show: (row) => (row.tax_rate === null ? null : rateToDecimal(rate(row.tax_rate))),
  },
  taxLabelOverride: { column: 'tax_label', show: (row) => row.tax_label },
  taxSettings: {
    column: 'taxes',
    store: (value: LocationSettings['taxSettings']) => value && JSON.stringify(locationTaxesFromWire(value)),
    show: ({ taxes }) =>
      taxes && {
        follows: taxes.follows,
        codes: taxes.codes.map((each) => ({ ...each, rates: each.rates && toWireRates(each.rates) })),
        included: taxes.included || undefined,
      },
  },
  tipBaseOverride: { column: 'tip_base', show: (row) => row.tip_base },
  ticketLimits: {
    column: 'ticket_limits',
    store: toJson,
    show: (row) => row.ticket_limits && ticketLimitsOf(row.ticket_limits),
  },
  slotRules: {
    column: 'slot_rules',
    // No rules are stored as null, so that orders use no slot counters.
    store: (rules: readonly unknown[] | null) => (rules?.length ? JSON.stringify(rules) : null),
    show: (row) => (row.slot_rules ?? []).map((rule) => ({ ...rule, days: [...rule.days] })),
  },
  legalForm: { column: 'legal_form', show: (row) => row.legal_form },
  tillDeclaration: { column: 'till_declaration', show: (row) => row.till_declaration },
  fiscalNote: { column: 'fiscal_note', show: (row) => row.fiscal_note },
  asksTips: { column: 'asks_tips', show: (row) => row.asks_tips !== false },
  guestTipPercents: {
    column: 'guest_tip_percents',
    show: (row) => row.guest_tip_percents ?? [...GUEST_TIP_PRESETS],
  },
  tillTipPercents: { column: 'till_tip_percents', show: (row) => row.till_tip_percents ?? [...TILL_TIP_PRESETS] },
  charges: { column: 'charges', store: toJson, show: (row) => row.charges.map(toWireChargeRule) },
  curbside: { column: 'curbside', show: (row) => row.curbside === true },
  dayEndHour: { column: 'day_end_hour', show: (row) => row.day_end_hour ?? DEFAULT_DAY_END_HOUR },
  confirmsAllergies: { column: 'confirms_allergies', show: (row) => row.confirms_allergies !== false },
  countsStays: { column: 'counts_stays', show: (row) => row.counts_stays },
  stayMinutes: {
    column: 'stay_minutes',
    store: toJson,
    show: (row) => (row.stay_minutes ?? DEFAULT_STAYS).map((rule) => ({ ...rule })),
  },
  pacing: {
    column: 'pacing_guests',
    store: (value: { readonly guestsPer15: number } | null) => value && value.guestsPer15,
    show: (row) => (row.pacing_guests === null ? null : { guestsPer15: row.pacing_guests }),
  },
  bookingRules: {
    column: 'booking_rules',
    store: (rules: readonly unknown[] | null) => (rules?.length ? JSON.stringify(rules) : null),
    show: (row) => (row.booking_rules ?? []).map(bookingRuleAnswer),
  },
  asksConfirmation: { column: 'asks_confirmation', show: (row) => row.asks_confirmation },
  tableOrdering: { column: 'table_ordering', store: toJson, show: (row) => row.table_ordering },
  payPeriod: { column: 'pay_period', show: (row) => row.pay_period ?? DEFAULT_PAY_PERIOD },
  payPeriodFrom: { column: 'pay_period_from', show: (row) => row.pay_period_from },
  overtimeDailyHours: { column: 'overtime_daily_hours', show: (row) => row.overtime_daily_hours },
  overtimeWeeklyHours: { column: 'overtime_weekly_hours', show: (row) => row.overtime_weekly_hours },
  delivery: { column: 'delivery', store: toJson, show: ({ delivery }) => delivery && toWireDelivery(delivery) },
} as const satisfies Record<Exclude<keyof LocationUpdates, 'hoursExceptions'>, Setting>;

interface Setting {
  readonly column: keyof LocationRow;
  // A method, so that each setting may name the type of its own value.
  store?(value: unknown): unknown;
  readonly show?: (row: LocationRow) => unknown;
}

type Settings = typeof LOCATION_SETTINGS;
type ShownSettings = {
  [Name in keyof Settings as Settings[Name] extends { show: unknown } ? Name : never]: Settings[Name] extends {
    show: (row: LocationRow) => infer Value;
  }
    ? Value
    : never;
};

function bookingRuleAnswer({ deposit, noShowFee, weekdays, ...rule }: BookingRule) {
  return {
    ...rule,
    weekdays: weekdays && [...weekdays],
    deposit: deposit && toDollars(deposit),
    noShowFee: noShowFee && toDollars(noShowFee),
  };
}

function toJson(value: object | null): string | null {
  return value && JSON.stringify(value);
}

// `Object.entries` loses the names of the settings.
const settings: readonly (readonly [keyof Settings, Setting])[] = Object.entries(LOCATION_SETTINGS) as never;

/** The columns of the settings that are given. */
export function settingsColumns(location: LocationSettings): Updateable<Schema['locations']> {
  return Object.fromEntries(
    settings.flatMap(([name, { column, store = (value: unknown) => value }]) =>
      location[name] === undefined ? [] : [[column, store(location[name])]],
    ),
  );
}

/** The settings that only admins see, in the form of the API. */
export function settingsAnswer(row: LocationRow): ShownSettings {
  return Object.fromEntries(settings.flatMap(([name, { show }]) => (show ? [[name, show(row)]] : []))) as ShownSettings;
}

/** What only the back office sees of a location: when its day ends, how it counts who can book, and when it pays. */
export function officeAnswer(row: LocationRow) {
  const { dayEndHour, countsStays, stayMinutes, pacing, asksConfirmation, payPeriod, payPeriodFrom } =
    settingsAnswer(row);
  return { dayEndHour, countsStays, stayMinutes, pacing, asksConfirmation, payPeriod, payPeriodFrom };
}

/** The ticket limits of a location, with defaults. */
export function ticketLimitsOf(stored: object | null): TicketLimits {
  return { ...TICKET_LIMITS, ...stored };
}
