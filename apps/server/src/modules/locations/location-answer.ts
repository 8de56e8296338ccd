import type { ResponseOf } from '@tiffin/contract';
import { rateToWire, type Result, localDate, rate, ZERO } from '@tiffin/domain/core';
import { areaNames, activeZones, offeredOrderTypes, toWireTerms } from '@tiffin/domain/delivery';
import { openState, readHours, type OpeningHours } from '@tiffin/domain/hours';
import { activePacingPeriods, isOrderTypeOffered, promotionToWire, toWireChargeRule } from '@tiffin/domain/order';
import { moneyPermission } from './money-permission.ts';
import type { LocationRow } from './queries.ts';
import {
  combineTaxes,
  taxationOf,
  taxesOf,
  toWireTaxCode,
  type Taxation,
  type TaxationFacts,
} from '@tiffin/domain/pricing';

type LocationAnswer = ResponseOf<'getLocation'>['location'];

/** The opening hours with their dated exceptions; a failure if they cannot be read. */
export function openingHoursOf(row: LocationRow): Result<OpeningHours> {
  return readHours(row.hours, row.exceptions, row.time_zone);
}

/** A location as guests see it now. */
export function locationAnswer(row: LocationRow, now: Date): LocationAnswer {
  const hours = openingHoursOf(row);
  const state = hours.ok ? openState(row.is_active, hours.value, now) : null;
  const taxation = taxationAt(row, now);
  const { codes, tipBase, included } = taxation;
  const paces = activePacingPeriods(row.pace ?? [], now);
  const tax = combineTaxes(taxesOf('meal', ZERO, taxation), codes);
  return {
    id: row.id,
    name: row.name,
    address: row.address,
    city: row.city,
    region: row.region,
    country: row.country,
    postalCode: row.postal_code,
    phone: row.phone,
    email: row.email,
    timeZone: row.time_zone,
    hours: row.hours,
    hoursExceptions: row.exceptions,
    features: row.features,
    services: offeredOrderTypes(row),
    isActive: row.is_active,
    rating: row.rating,
    reviewCount: row.review_count,
    taxRate: rateToWire(tax.rate),
    taxLabel: tax.label,
    taxes: codes.map(toWireTaxCode),
    tipBase,
    isOpen: state?.state === 'open',
    openText: state?.text ?? (hours.ok ? '' : hours.error.message),
    nextOpening: state?.state === 'closed' ? (state.opensAt?.toISOString() ?? null) : null,
    closesAt: state?.state === 'open' ? state.closesAt.toISOString() : undefined,
    takesMoney: moneyPermission(row, now).mayTake ? undefined : false,
    pricesIncludeTax: included || undefined,
    asksTips: row.asks_tips === false ? false : undefined,
    guestTipPercents: row.guest_tip_percents ?? undefined,
    tillTipPercents: row.till_tip_percents ?? undefined,
    point: row.delivery?.point || undefined,
    updatedAt: row.updated_at.toISOString(),
    curbside: row.curbside || undefined,
    delivers: deliveryAnswer(row),
    countsStays: row.counts_stays || undefined,
    charges: row.charges.length > 0 ? row.charges.map(toWireChargeRule) : undefined,
    promotions: promotionsAnswer(row, now),
    // Without the actor and the reason, which only staff see.
    pace:
      paces.length > 0 ? paces.map(({ kind, service, plus, until }) => ({ kind, service, plus, until })) : undefined,
  };
}

/** The promotions that apply by themselves; codes are secrets of those who have them. */
function promotionsAnswer(row: LocationRow, now: Date): LocationAnswer['promotions'] {
  const today = localDate(now, row.time_zone);
  const open = (row.promotions ?? []).filter(({ code, until }) => code === null && (until === null || until >= today));
  return open.length === 0 ? undefined : open.map(promotionToWire);
}

function deliveryAnswer({ features, delivery }: LocationRow): LocationAnswer['delivers'] {
  const zones = isOrderTypeOffered(features, 'delivery') ? activeZones(delivery) : [];
  if (zones.length === 0) return undefined;
  const drawn = zones.filter(({ area }) => area.kind !== 'prefix');
  return {
    areas: areaNames(zones),
    byPostalCode: drawn.length < zones.length,
    byPlace: drawn.length > 0,
    drawn: drawn.length > 0 ? areaNames(drawn) : undefined,
    zones: zones.map((zone) => ({
      ...toWireTerms(zone),
      prefixes: zone.area.kind === 'prefix' ? [...zone.area.prefixes] : undefined,
    })),
  };
}

type TaxColumns = Pick<
  LocationRow,
  'country' | 'postal_code' | 'tax_rate' | 'tax_label' | 'taxes' | 'tip_base' | 'time_zone'
>;

/** The taxes of a location at a time, by its own calendar. */
export function taxationAt(location: TaxColumns, at: Date): Taxation {
  return taxationOf(taxationFacts(location), localDate(at, location.time_zone));
}

/** What decides the taxes of a location. */
export function taxationFacts(row: TaxColumns): TaxationFacts {
  return {
    country: row.country,
    postalCode: row.postal_code,
    taxes: row.taxes,
    override: { rate: row.tax_rate === null ? null : rate(row.tax_rate), label: row.tax_label },
    tipBase: row.tip_base,
  };
}
