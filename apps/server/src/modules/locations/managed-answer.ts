import type { AnswerOf } from '@tiffin/contract';
import type { getAllLocations } from '@tiffin/contract/location-admin';
import { toDollars } from '@tiffin/domain/core';
import { todaysHoursText } from '@tiffin/domain/hours';
import type { Db, Tx } from '../../db/connection.ts';
import { locationAnswer } from './answer.ts';
import { readFigures, type LocationFigures } from './figures.ts';
import { readLocation, readLocations, type LocationRow } from './queries.ts';
import { settingsAnswer } from './settings.ts';

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
    ...settingsAnswer(row),
    totalOrders: figures.totalOrders,
    monthlyRevenue: toDollars(figures.monthlyRevenue),
    averageOrderValue: toDollars(figures.averageOrderValue),
    todaysHours: todaysHoursText(row.hours, row.exceptions, row.time_zone, now),
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    deletedAt: row.deleted_at?.toISOString() ?? null,
  };
}
