import { useState } from 'react';
import { say } from '@tiffin/domain/core';
import type { BoardOrder } from './board-orders.ts';
import { createTicketCounter } from './kitchen-view.ts';
import styles from './kitchen.module.css';
import type { useStation } from './use-station.ts';

interface StationPickerProps {
  kitchen: ReturnType<typeof useStation>;
  cooking: readonly BoardOrder[];
  now: number;
}

/** Chooses which station this screen shows, with the number of its open tickets. */
export function StationPicker({ kitchen: { stations, station, choose }, cooking, now }: StationPickerProps) {
  const [countTickets] = useState(createTicketCounter);
  const counts = countTickets(cooking, stations, now);
  return (
    <div role="group" aria-label={say`Station`} className={`flex grow gap-8 min-width-0 scroll-x ${styles.picker}`}>
      <button type="button" aria-pressed={station === null} className={styles.control} onClick={() => choose(null)}>
        {say`Everything`} <b>{cooking.length}</b>
      </button>
      {stations.map((each) => (
        <button
          key={each.id}
          type="button"
          aria-pressed={station?.id === each.id}
          className={styles.control}
          onClick={() => choose(each.id)}
        >
          {each.name} <b>{counts.get(each.id) ?? 0}</b>
        </button>
      ))}
    </div>
  );
}
