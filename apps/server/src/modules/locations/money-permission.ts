import { err, failure, localDate, ok, refuse, say, sayNow, type Failure, type Result } from '@tiffin/domain/core';
import { maySettleBill, mayTakeMoney, type MoneyPermission } from '@tiffin/domain/law';
import type { Clock } from '../../platform/clock.ts';
import type { OrderRow } from '../../platform/db/order-row.ts';
import type { LocationRow } from './queries.ts';

type MoneyLocationRow = Pick<
  LocationRow,
  | 'name'
  | 'phone'
  | 'country'
  | 'region'
  | 'postal_code'
  | 'time_zone'
  | 'legal_form'
  | 'fiscal_since'
  | 'fiscal_grace_until'
  | 'till_declaration'
>;

/** Who reads the refusal. Guests read whom to call, staff read the reason. */
export type RefusalReader = 'guest' | 'staff';

/** Whether a location may take money now, by its own calendar. */
export function moneyPermission(location: MoneyLocationRow, now: Date): MoneyPermission {
  return mayTakeMoney(moneyLocationOf(location), localDate(now, location.time_zone));
}

/** Returns a failure if the location may not take an order that somebody has to pay. */
export function checkMayTakeMoney(location: MoneyLocationRow, now: Date, reader: RefusalReader): Result<true> {
  const permission = moneyPermission(location, now);
  return permission.mayTake ? ok(true) : err(fiscalFailure(location, permission, reader));
}

/** The order has the columns of its location, deleted or not. */
function locationOfOrder(order: OrderRow): MoneyLocationRow {
  const { location_money: columns, location_name: name, location_phone: phone } = order;
  return {
    ...columns,
    fiscal_since: columns.fiscal_since === null ? null : new Date(columns.fiscal_since),
    name,
    phone,
    postal_code: order.location_postal_code,
    time_zone: order.location_time_zone,
  };
}

/** Refuses to settle a bill that was placed although the location could not take money. */
export function requireMaySettle({ clock }: { readonly clock: Clock }, order: OrderRow): void {
  const location = locationOfOrder(order);
  const times = { placedAt: order.order_time, now: clock.now() };
  const permission = maySettleBill(moneyLocationOf(location), times);
  if (permission.mayTake) return;
  const { code, message, details } = fiscalFailure(location, permission, 'staff');
  throw refuse(code, message, details);
}

/** Refuses a tip on a bill that may only be settled because it is old. The tip would be new money. */
export function requireMayTakeTip({ clock }: { readonly clock: Clock }, order: OrderRow): void {
  const location = locationOfOrder(order);
  const permission = moneyPermission(location, clock.now());
  if (permission.mayTake) return;
  const { code, details } = fiscalFailure(location, permission, 'staff');
  const message = say`${location.name} can settle this bill, but take no tip with it. Please take the payment without a tip. ${sayNow(permission.rule.reason)}`;
  throw refuse(code, message, details);
}

/** The columns that decide whether a location may take money, in the form of JSON. */
export function moneyColumnsOf(location: LocationRow): OrderRow['location_money'] {
  const { country, region, legal_form, fiscal_since, fiscal_grace_until, till_declaration } = location;
  return {
    country,
    region,
    legal_form,
    fiscal_since: fiscal_since && new Date(fiscal_since).toISOString(),
    fiscal_grace_until,
    till_declaration,
  };
}

function moneyLocationOf(row: MoneyLocationRow) {
  return {
    country: row.country,
    region: row.region,
    postalCode: row.postal_code,
    legalForm: row.legal_form,
    timeZone: row.time_zone,
    fiscalSince: row.fiscal_since,
    graceUntil: row.fiscal_grace_until,
    tillDeclaration: row.till_declaration,
  };
}

function fiscalFailure(
  { name, phone }: Pick<MoneyLocationRow, 'name' | 'phone'>,
  { rule }: MoneyPermission,
  reader: RefusalReader,
): Failure {
  const reason = sayNow(rule.reason);
  const message =
    reader === 'guest'
      ? say`This restaurant can’t take orders online yet. Please call ${phone}.`
      : say`${name} cannot take money with this till yet. ${reason}`;
  return failure('fiscal-needed', message, { reason, source: rule.source, phone });
}
