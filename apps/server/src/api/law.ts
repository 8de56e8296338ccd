import { getLawCalendar } from '@tiffin/contract/law';
import { implement, type ImplementedCall } from '../platform/http/implement.ts';
import { readLawCalendar } from '../modules/locations/law-calendar.ts';

export const lawRoutes: readonly ImplementedCall[] = [
  implement(getLawCalendar, async ({ context, actor, query }) => ({
    calendar: await readLawCalendar(context, actor, query.locationId),
  })),
];
