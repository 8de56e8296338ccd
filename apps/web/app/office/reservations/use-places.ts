import { HALIFAX } from '@tiffin/domain/core';
import { worksAt } from '@tiffin/domain/people';
import { takesReservations } from '@tiffin/domain/slots';
import { useBackOffice } from '../../shared/session/back-office.tsx';
import { useLocations, type Location } from '../../shared/site/site.ts';

export interface Places {
  /** Where this person works. */
  readonly all: readonly Location[];
  /** Those of them where tables are booked. */
  readonly bookable: readonly Location[];
  readonly zoneOf: (locationId: string) => string;
}

export function usePlaces(): Places {
  const { actor } = useBackOffice();
  const all = useLocations().filter((location) => worksAt(actor, location.id));
  return {
    all,
    bookable: all.filter((location) => takesReservations(location).ok),
    zoneOf: (locationId) => all.find((location) => location.id === locationId)?.timeZone ?? HALIFAX,
  };
}
