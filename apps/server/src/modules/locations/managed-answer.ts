import type { AnswerOf } from '@tiffin/contract';
import type { getAllLocations } from '@tiffin/contract/location-admin';
import { rate, rateToDecimal, toDollars } from '@tiffin/domain/core';
import { todaysHoursText } from '@tiffin/domain/hours';
import { TICKET_LIMITS, type TicketLimits } from '@tiffin/domain/order';
import type { Db, Tx } from '../../db/connection.ts';
import { locationAnswer } from './answer.ts';
import { readFigures, type LocationFigures } from './figures.ts';
import { readLocation, readLocations, type LocationRow } from './queries.ts';

export type ManagedLocation = AnswerOf<typeof getAllLocations>['locations'][number];

export async function readManagedLocations(db: Db | Tx, now: Date): Promise<ManagedLocation[]> {
  const figures = await readFigures(db, now);
  return (await readLocations(db)).map((row) => managedAnswer(row, figures(row.id), now));
}

export async function readManagedLocation(db: Db | Tx, id: string, now: Date): Promise<ManagedLocation | null> {
  const row = await readLocation(db, id);
  return row && managedAnswer(row, (await readFigures(db, now))(id), now);
}

/** A location as its owner sees it. */
function managedAnswer(row: LocationRow, figures: LocationFigures, now: Date): ManagedLocation {
  return {
    ...locationAnswer(row, now),
    manager: row.manager,
    capacity: row.capacity,
    openingDate: row.opening_date,
    totalOrders: figures.totalOrders,
    monthlyRevenue: toDollars(figures.monthlyRevenue),
    averageOrderValue: toDollars(figures.averageOrderValue),
    todaysHours: todaysHoursText(row.hours, row.exceptions, row.time_zone, now),
    taxRateOverride: row.tax_rate === null ? null : rateToDecimal(rate(row.tax_rate)),
    taxLabelOverride: row.tax_label,
    ticketLimits: row.ticket_limits && ticketLimitsOf(row.ticket_limits),
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    deletedAt: row.deleted_at?.toISOString() ?? null,
  };
}

/** The limits of a location's tickets; what it has not said is as usual. */
export function ticketLimitsOf(stored: object | null): TicketLimits {
  return { ...TICKET_LIMITS, ...stored };
}
