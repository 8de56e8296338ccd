import { dateIn } from '@tiffin/domain/core';
import { clockText } from '@tiffin/domain/hours';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StatTiles } from '../../ui/stat-tiles.tsx';
import { texts } from './texts.ts';
import type { Places } from './use-places.ts';
import { useReservationFigures } from './use-reservations.ts';
import { dayWord } from './when.ts';

/** The four figures above the list. */
export function Figures({ locationId, places }: { locationId: string; places: Places }) {
  const { data } = useReservationFigures(locationId);
  const figures = data?.figures;
  const next = figures?.nextAt ? nextText(figures.nextAt, data?.asOf ?? figures.nextAt, places.zoneOf(locationId)) : '';
  const waiting = <Skeleton width={64} height={30} />;
  return (
    <StatTiles
      label={texts.figures}
      tiles={[
        { label: texts.total, value: figures?.total ?? waiting },
        {
          label: texts.confirmedToday,
          value: figures?.confirmedToday ?? waiting,
          note: figures && texts.guests(figures.guestsToday),
        },
        { label: texts.upcoming, value: figures?.upcoming ?? waiting, note: next || undefined },
        { label: texts.cancelled, value: figures?.cancelled ?? waiting },
      ]}
    />
  );
}

function nextText(nextAt: string, asOf: string, zone: string): string {
  const at = new Date(nextAt);
  const date = dateIn(at, zone);
  const today = dateIn(new Date(asOf), zone);
  const time = clockText(at, zone);
  return texts.nextAt(date === today ? `at ${time}` : `${dayWord(date, today)} at ${time}`);
}
