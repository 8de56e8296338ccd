import { say } from '@tiffin/domain/core';
import type { Answer } from '../../shared/api/api.ts';
import { formatCount, formatPercent } from '../../ui/figures.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Table } from '../../ui/table.tsx';

type Report = Answer<'getReport'>;

/** The numbers of new and returning guests, bookings and no-shows, as texts. */
const guestValues = ({ guests, bookings }: Pick<Report, 'guests' | 'bookings'>): readonly string[] => [
  formatCount(guests?.new ?? 0),
  formatCount(guests?.returning ?? 0),
  formatCount(bookings?.count ?? 0),
  bookings && bookings.count > 0
    ? `${formatCount(bookings.noShows)}\u00A0(${formatPercent(bookings.noShows / bookings.count)})`
    : formatCount(0),
];

/** How many guests were new and how many returned, and how many bookings nobody came to. */
export function Guests({ report }: { report: Report }) {
  const [now, before] = [guestValues(report), guestValues(report.previous)];
  const names = [say`New guests`, say`Returning guests`, say`Bookings`, say`No-shows`];
  return (
    <Panel
      title={say`Guests`}
      explain={say`Guests who ordered and whose account, email or phone we know; they return if they had ordered before, at any location. Bookings are those whose time has come, without cancelled ones.`}
    >
      <Table
        caption={say`Guests`}
        rows={names.map((name, index) => ({ name, now: now[index], before: before[index] }))}
        rowKey={({ name }) => name}
        columns={[
          { id: 'name', head: say`Figure`, isRowHeader: true, cell: ({ name }) => name },
          { id: 'now', head: say`Number`, align: 'end', cell: (row) => row.now },
          {
            id: 'before',
            head: say`Period before`,
            align: 'end',
            cell: (row) => <span className="soft">{row.before}</span>,
          },
        ]}
      />
    </Panel>
  );
}
