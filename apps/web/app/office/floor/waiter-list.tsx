import { cents, say } from '@tiffin/domain/core';
import { byTableName } from '@tiffin/domain/reservation';
import { nameOfTab, type Tab } from '../../shared/tabs/tabs.ts';
import { Badge } from '../../ui/badge.tsx';
import { formatTime } from '../../ui/format.ts';
import { Money } from '../../ui/money.tsx';
import { guestsText } from '../reservations/reservation.ts';
import styles from './floor.module.css';
import { minutesSince, nameAt, onePerParty, seatsText, type FloorTable } from './floor-data.ts';
import { needOfTab, needOfTable } from './needs.ts';

interface WaiterListProps {
  tables: readonly FloorTable[];
  /** Every open bill of the location. */
  tabs: readonly Tab[];
  now: Date;
  zone: string;
  onChoose: (tableId: string) => void;
  onTab: (billId: string) => void;
}

/** On a phone: the parties, those that want something first, and then the free tables. */
export function WaiterList({ tables, tabs, now, zone, onChoose, onTab }: WaiterListProps) {
  const rows = [
    ...onePerParty(tables).flatMap((table) => {
      const need = needOfTable(table, tabs, now);
      if (!need) return [];
      const { tableId, sitting, booking } = table;
      const name = nameAt(tables, table);
      const subtitle = sitting
        ? [
            say`${guestsText(sitting.partySize)}, here ${minutesSince(sitting.seatedAt, now)} min`,
            ...(sitting.code ? [say`code ${sitting.code}`] : []),
          ].join(', ')
        : booking && `${formatTime(booking.startsAt, 'time', zone)}, ${guestsText(booking.partySize)}`;
      return [{ key: tableId, name, subtitle: subtitle ?? '', need, press: () => onChoose(tableId) }];
    }),
    ...namedTabs(tabs).map((tab) => ({
      key: tab.billId,
      name: '',
      subtitle: nameOfTab(tab),
      need: needOfTab(tab, now),
      press: () => onTab(tab.billId),
    })),
  ].toSorted((a, b) => a.need.rank - b.need.rank || (b.need.minutes ?? 0) - (a.need.minutes ?? 0));
  const free = tables
    .filter((table) => !table.sitting && !table.booking)
    .toSorted((a, b) => byTableName(a.name, b.name));
  return (
    <div className="stack gap-12">
      <ul className="stack gap-8">
        {rows.map((row) => (
          <li key={row.key}>
            <button
              type="button"
              className={`row gap-12 full-width round-md surface text-left ${styles.wants}`}
              data-rank={row.need.rank}
              onClick={row.press}
            >
              {row.name !== '' && (
                <b className={`center round-md on-brand text-lg ${styles.number}`}>
                  <span className="sr-only">{say`Table`}</span> {row.name}
                </b>
              )}
              <span className="grow min-width-0">
                <b className="block">{row.need.text}</b>
                <small className="soft">{row.subtitle}</small>
              </span>
              <span className="column align-end gap-4">
                {row.need.due > 0 && <Money cents={cents(row.need.due)} />}
                {row.need.minutes !== undefined && (
                  <Badge tone={row.need.rank === 0 ? 'plum' : 'neutral'}>{say`${row.need.minutes} min`}</Badge>
                )}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {free.length > 0 && (
        <section aria-label={say`Free`}>
          <h2 className="text-md below-8">{say`Free`}</h2>
          <ul className={`grid gap-8 ${styles.freeTables}`}>
            {free.map(({ tableId, name, seats }) => (
              <li key={tableId} className="grid">
                <button
                  type="button"
                  className={`center round-md surface ${styles.freeTable}`}
                  onClick={() => onChoose(tableId)}
                >
                  <b>
                    <span className="sr-only">{say`Table`}</span> {name}
                  </b>
                  <small className="soft">{seatsText(seats)}</small>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

/** The open tabs without a table: those of a name, and late rounds of a party that has left. */
export function namedTabs(tabs: readonly Tab[]): readonly Tab[] {
  return tabs.filter(({ tableId, state }) => tableId === null && state === 'open');
}
