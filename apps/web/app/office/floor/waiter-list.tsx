import { addCents, say } from '@tiffin/domain/core';
import { courseName } from '@tiffin/domain/tabs';
import { nameOfTab, type Tab } from '../../shared/tabs/tabs.ts';
import { Badge } from '../../ui/badge.tsx';
import { centsOf, formatTime } from '../../ui/format.ts';
import { Money } from '../../ui/money.tsx';
import { guestsText } from '../reservations/reservation.ts';
import styles from './floor.module.css';
import { minutesSince, nameAt, onePerParty, seatsText, type FloorTable } from './floor-data.ts';

/** What the guests of a table or tab want next. */
export interface Need {
  /** 0: somebody must come at once. 1: soon. 2: they have what they need. 3: they are not here yet. */
  readonly rank: 0 | 1 | 2 | 3;
  readonly text: string;
  /** For how many minutes they have wanted it. */
  readonly minutes?: number;
}

/** What the guests of these bills want next. */
export function needOfTabs(tabs: readonly Tab[], now: Date): Need {
  const rounds = tabs.flatMap((tab) => tab.rounds).filter(({ status }) => status !== 'cancelled');
  if (rounds.some(({ status, heldAt }) => status === 'ready' && heldAt === null))
    return { rank: 0, text: say`Food is on the pass` };
  const billOutAt = tabs.find(({ billOutAt: at, due }) => at !== null && due > 0)?.billOutAt;
  if (billOutAt) return { rank: 0, text: say`The bill is at the table`, minutes: minutesSince(billOutAt, now) };
  if (rounds.length === 0) return { rank: 1, text: say`Nothing ordered yet` };
  const inKitchen = rounds.filter(({ status, heldAt }) => status !== 'completed' && heldAt === null);
  const latest = inKitchen.at(-1);
  if (latest)
    return { rank: 2, text: latest.course ? say`${courseName(latest.course)} in the kitchen` : say`In the kitchen` };
  const [held] = tabs.flatMap(({ heldCourses }) => heldCourses);
  if (held) return { rank: 1, text: say`${courseName(held)} not fired yet` };
  return tabs.every(({ due }) => due === 0)
    ? { rank: 1, text: say`Paid` }
    : { rank: 2, text: say`Everything is served` };
}

/** What the guests at a table want next, or that a booked party is expected; null if the table is free. */
export function needOfTable({ sitting, booking }: FloorTable, tabs: readonly Tab[], now: Date): Need | null {
  if (sitting)
    return needOfTabs(
      tabs.filter(({ sittingId }) => sittingId === sitting.sittingId),
      now,
    );
  if (!booking) return null;
  const minutes = minutesSince(booking.startsAt, now);
  return minutes > 0
    ? { rank: 1, text: say`${booking.name} is not here`, minutes }
    : { rank: 3, text: say`Booked by ${booking.name}` };
}

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
      const tabsOfParty = tabs.filter(({ sittingId }) => sitting && sittingId === sitting.sittingId);
      const subtitle = sitting
        ? say`${guestsText(sitting.partySize)}, ${minutesSince(sitting.seatedAt, now)} min`
        : booking && `${formatTime(booking.startsAt, 'time', zone)}, ${guestsText(booking.partySize)}`;
      return [
        { key: tableId, name, subtitle: subtitle ?? '', need, tabs: tabsOfParty, press: () => onChoose(tableId) },
      ];
    }),
    ...namedTabs(tabs).map((tab) => ({
      key: tab.billId,
      name: '',
      subtitle: nameOfTab(tab),
      need: needOfTabs([tab], now),
      tabs: [tab],
      press: () => onTab(tab.billId),
    })),
  ].toSorted((a, b) => a.need.rank - b.need.rank || (b.need.minutes ?? 0) - (a.need.minutes ?? 0));
  const free = tables.filter((table) => !table.sitting && !table.booking);
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
                {row.tabs.length > 0 && <Money cents={addCents(...row.tabs.map(({ due }) => centsOf(due)))} />}
                {row.need.minutes !== undefined && <Badge tone="plum">{say`${row.need.minutes} min`}</Badge>}
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
