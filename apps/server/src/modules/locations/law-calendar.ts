import type { ResponseOf } from '@tiffin/contract';
import type { getLawCalendar } from '@tiffin/contract/law';
import { HALIFAX, localDate, refuse, toDollars } from '@tiffin/domain/core';
import { addDays } from '@tiffin/domain/hours';
import { lawCalendar, type ComparedExample, type LawCalendar, type LawEntry } from '@tiffin/domain/law-calendar';
import { ALL_LOCATIONS } from '@tiffin/domain/locations';
import type { Actor } from '@tiffin/domain/people';
import type { Context } from '../../context.ts';
import { taxationFacts } from './location-answer.ts';
import { readLocations, type LocationRow } from './queries.ts';
import { locationIdsOf } from './scope.ts';

type LawCalendarAnswer = ResponseOf<typeof getLawCalendar>['calendar'];

/** The law calendar of one of the actor's locations, or of all of them. Locations that are switched off are included. */
export async function readLawCalendar(context: Context, actor: Actor, locationId: string): Promise<LawCalendarAnswer> {
  const ids = await locationIdsOf(context, actor, locationId);
  const locations = (await readLocations(context.db)).filter(({ id }) => ids.includes(id));
  if (locationId !== ALL_LOCATIONS && locations.length === 0) throw refuse('location-not-found');
  const { lines, coming, inForce, ...days } = calendarOf(context, locations);
  return {
    ...days,
    lines: lines.map((line) => ({
      ...line,
      locations: [...line.locations],
      changes: line.changes.map(({ id, date, topic, title }) => ({ id, date, topic, title })),
    })),
    coming: coming.map(entryAnswer),
    inForce: inForce.map(entryAnswer),
  };
}

/** The dated changes that begin within some days at one of these locations. Deleted locations have none. */
export async function readLawChangesWithin(
  context: Context,
  locationIds: readonly string[],
  days: number,
): Promise<LawEntry[]> {
  const locations = (await readLocations(context.db)).filter(({ id }) => locationIds.includes(id));
  const { coming, today } = calendarOf(context, locations);
  return coming.filter(({ date }) => date !== null && date <= addDays(today, days));
}

function calendarOf({ clock }: Context, locations: readonly LocationRow[]): LawCalendar {
  const today = localDate(clock.now(), locations[0]?.time_zone ?? HALIFAX);
  return lawCalendar(locations.map(toCalendarLocation), today);
}

function toCalendarLocation(row: LocationRow) {
  const { taxes, override } = taxationFacts(row);
  const { id, name, country, region, postal_code: postalCode, legal_form: legalForm } = row;
  return { id, name, country, region, postalCode, legalForm, taxes, override };
}

function entryAnswer(entry: LawEntry): LawCalendarAnswer['coming'][number] {
  return { ...entry, locations: [...entry.locations], examples: entry.examples.map(exampleAnswer) };
}

function exampleAnswer({ amount, amounts, ...example }: ComparedExample) {
  return {
    ...example,
    amount: toDollars(amount),
    amounts: amounts.map(({ label, expected, calculated }) => ({
      label,
      expected: toDollars(expected),
      calculated: toDollars(calculated),
    })),
  };
}
