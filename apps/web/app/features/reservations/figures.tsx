import { dateIn } from '@tiffin/domain/core';
import { clockText } from '@tiffin/domain/hours';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './figures.module.css';
import { texts } from './texts.ts';
import type { Places } from './use-places.ts';
import { useReservationFigures } from './use-reservations.ts';
import { dayWord } from './when.ts';

/** The four figures above the list. */
export function Figures({ locationId, places }: { locationId: string; places: Places }) {
  const { data } = useReservationFigures(locationId);
  const figures = data?.figures;
  const next = figures?.nextAt ? nextText(figures.nextAt, data?.asOf ?? figures.nextAt, places.zoneOf(locationId)) : '';
  const cards = [
    { name: texts.total, value: figures?.total },
    { name: texts.confirmedToday, value: figures?.confirmedToday, more: figures && texts.guests(figures.guestsToday) },
    { name: texts.upcoming, value: figures?.upcoming, more: next },
    { name: texts.cancelled, value: figures?.cancelled },
  ];
  return (
    <dl className={styles.figures}>
      {cards.map(({ name, value, more }) => (
        <div key={name} className={styles.figure}>
          <dt>{name}</dt>
          <dd>{value ?? <Skeleton width={64} height={30} />}</dd>
          {more && <dd className={styles.more}>{more}</dd>}
        </div>
      ))}
    </dl>
  );
}

function nextText(nextAt: string, asOf: string, zone: string): string {
  const at = new Date(nextAt);
  const date = dateIn(at, zone);
  const today = dateIn(new Date(asOf), zone);
  const time = clockText(at, zone);
  return texts.nextAt(date === today ? `at ${time}` : `${dayWord(date, today)} at ${time}`);
}
