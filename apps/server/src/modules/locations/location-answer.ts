import type { ResponseOf } from '@tiffin/contract';
import { rateToWire, type Result, localDate, rate, ZERO } from '@tiffin/domain/core';
import { areaNames, activeZones, offeredOrderTypes, toWireTerms } from '@tiffin/domain/delivery';
import { openState, readHours, type OpeningHours } from '@tiffin/domain/hours';
import { activePacingPeriods, isOrderTypeOffered, promotionToWire } from '@tiffin/domain/order';
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
    openText: state?.text ?? hoursText(hours),
    nextOpening: state?.state === 'closed' ? (state.opensAt?.toISOString() ?? null) : null,
    ...(!moneyPermission(row, now).mayTake && { takesMoney: false }),
    ...(included && { pricesIncludeTax: true }),
    ...(row.asks_tips === false && { asksTips: false }),
    ...(row.delivery?.point && { point: row.delivery.point }),
    updatedAt: row.updated_at.toISOString(),
    ...(row.curbside && { curbside: true }),
    ...deliveryAnswer(row),
    ...(row.counts_stays && { countsStays: true }),
    ...promotionsAnswer(row, now),
    // Without the actor and the reason, which only staff see.
    ...(paces.length > 0 && { pace: paces.map(({ kind, service, plus, until }) => ({ kind, service, plus, until })) }),
  };
}

/** The promotions that apply by themselves; codes are secrets of those who have them. */
function promotionsAnswer(row: LocationRow, now: Date): Pick<LocationAnswer, 'promotions'> {
  const today = localDate(now, row.time_zone);
  const open = (row.promotions ?? []).filter(({ code, until }) => code === null && (until === null || until >= today));
  return open.length === 0 ? {} : { promotions: open.map(promotionToWire) };
}

function deliveryAnswer({ features, delivery }: LocationRow): Pick<LocationAnswer, 'delivers'> {
  const zones = isOrderTypeOffered(features, 'delivery') ? activeZones(delivery) : [];
  if (zones.length === 0) return {};
  const byPostalCode = zones.some(({ area }) => area.kind === 'prefix');
  const drawn = zones.filter(({ area }) => area.kind !== 'prefix');
  return {
    delivers: {
      areas: areaNames(zones),
      byPostalCode,
      byPlace: drawn.length > 0,
      ...(drawn.length > 0 && { drawn: areaNames(drawn) }),
      zones: zones.map((zone) => ({
        ...toWireTerms(zone),
        ...(zone.area.kind === 'prefix' && { prefixes: [...zone.area.prefixes] }),
      })),
    },
  };
}

function hoursText(hours: Result<OpeningHours>): string {
  return hours.ok ? '' : hours.error.message;
}

type TaxColumns = Pick<
  LocationRow,
  'country' | 'postal_code' | 'tax_rate' | 'tax_label' | 'taxes' | 'tip_base' | 'time_zone'
>;

/** The taxes of a location at a time, by its own calendar. */
export function taxationAt(location: TaxColumns, at: Date): Taxation {
  return taxationOf(taxationFacts(location), localDate(at, location.time_zone));
}

export function taxationFacts(row: TaxColumns): TaxationFacts {
  return {
    country: row.country,
    postalCode: row.postal_code,
    taxes: row.taxes,
    override: { rate: row.tax_rate === null ? null : rate(row.tax_rate), label: row.tax_label },
    tipBase: row.tip_base,
  };
}
