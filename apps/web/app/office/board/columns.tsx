import { memo, useState } from 'react';
import { History, OctagonAlert } from 'lucide-react';
import { BOARD_COLUMNS, type BoardColumn } from '@tiffin/domain/order';
import { say } from '@tiffin/domain/core';
import { officePaths } from '../../office-paths.ts';
import { formatTime } from '../../ui/format.ts';
import { classNames } from '../../ui/class-names.ts';
import { ticketsInColumn, countLateness, matchesSearch, type BoardOrder, type BoardOrders } from './board-orders.ts';
import styles from './board.module.css';
import { CompactTicket } from './compact-ticket.tsx';
import compact from './compact.module.css';
import { DoneRow, Ticket, type TicketActions } from './ticket.tsx';
import { texts } from './texts.ts';
import { ticketTime } from './ticket-time.ts';

const OPEN_COLUMNS = BOARD_COLUMNS.filter((column) => column !== 'completed');

const TABS = { pending: say`Pending`, preparing: say`Preparing`, ready: say`Ready`, completed: say`Done` };

const EMPTY = {
  pending: say`No orders waiting. New orders will ring here.`,
  preparing: say`Nothing is being cooked.`,
  ready: say`Nothing is ready.`,
  completed: say`Nothing completed yet today.`,
};

interface ColumnsProps {
  orders: BoardOrders;
  search: string;
  now: Date;
  busy: ReadonlySet<string>;
  picked: ReadonlySet<string> | null;
  /** Two lines for each ticket, for boards with many orders. */
  isCompact: boolean;
  actions: TicketActions;
}

/** Four columns; on a phone or a tablet, their heads are tabs, and the first one with orders is open. */
export const Columns = memo(function Columns({ orders, search, now, busy, picked, isCompact, actions }: ColumnsProps) {
  const [openColumn, setOpenColumn] = useState<BoardColumn>(
    () => OPEN_COLUMNS.find((column) => ticketsInColumn(orders, column, now).length > 0) ?? 'pending',
  );
  const TicketOfView = isCompact ? CompactTicket : Ticket;
  return (
    <div className={classNames(styles.columns, isCompact && compact.columns)}>
      {BOARD_COLUMNS.map((column) => {
        const all = ticketsInColumn(orders, column, now);
        const shown = all.filter((order) => matchesSearch(order, search));
        const isOpen = column === openColumn;
        return (
          <section
            key={column}
            className={classNames('column min-width-0 min-height-0', styles.column, isOpen && styles.current)}
            aria-label={texts.columns[column]}
            data-column={column}
            // For the arrow keys and the styles.
            data-tickets-per-row={isCompact && column === 'preparing' ? 2 : undefined}
          >
            <Tile
              column={column}
              all={all}
              count={column === 'completed' ? orders.completedToday : all.length}
              now={now}
              isOpen={isOpen}
              onOpen={() => setOpenColumn(column)}
            />
            {isCompact && column === 'ready' && (
              <a
                className={`touch-height round-control gap-6 soft text-sm weight-600 icon-18 ${compact.doneLink}`}
                href={officePaths.orders('')}
              >
                <History /> {orders.completedToday === 1 ? say`1 done` : say`${orders.completedToday} done`}
              </a>
            )}
            <div className={classNames('grow min-height-0 all-columns', styles.list, isCompact && compact.list)}>
              {shown.length === 0 && (
                <p className={`round-md quiet soft text-sm text-center ${styles.empty}`}>
                  {search.trim() === '' ? EMPTY[column] : say`No order matches.`}
                </p>
              )}
              {shown.map((order, index) =>
                column === 'completed' ? (
                  <DoneRow key={order.id} order={order} onOpen={actions.onOpen} />
                ) : (
                  <TicketOfView
                    key={order.id}
                    order={order}
                    isNext={index === 0}
                    isBusy={busy.has(order.id)}
                    isPicked={picked && picked.has(order.id)}
                    {...ticketTime(order, now)}
                    {...actions}
                  />
                ),
              )}
            </div>
          </section>
        );
      })}
    </div>
  );
});

interface TileProps {
  column: BoardColumn;
  all: readonly BoardOrder[];
  count: number;
  now: Date;
  isOpen: boolean;
  onOpen: () => void;
}

function Tile({ column, all, count, now, isOpen, onOpen }: TileProps) {
  const { late, soon } = countLateness(all, now);
  const text = tileText(column, all, late, soon, now);
  return (
    <button
      type="button"
      className={`grid align-center full-width ink text-left ${styles.tile}`}
      style={{ gridColumn: BOARD_COLUMNS.indexOf(column) + 1 }}
      aria-pressed={isOpen}
      onClick={onOpen}
    >
      <b className={styles.count}>{count}</b>
      <span className={`text-sm weight-640 leading-125 ${styles.tileName}`}>
        <span className={styles.wide}>{texts.columns[column]}</span>
        <span className={styles.narrow}>{TABS[column]}</span>
      </span>
      <span className={classNames('row hint gap-4 leading-125', styles.tileText, late > 0 && 'danger weight-620')}>
        {late > 0 && <OctagonAlert className={styles.wide} />}
        <span className={styles.wide}>{text}</span>
        <span className={styles.narrow}>{late > 0 ? say`${late} late` : ''}</span>
      </span>
    </button>
  );
}

function tileText(column: BoardColumn, all: readonly BoardOrder[], late: number, soon: number, now: Date): string {
  const [newest] = all;
  switch (column) {
    case 'pending':
      return [late > 0 && say`${late} not started`, soon > 0 && say`${soon} to start now`].filter(Boolean).join(', ');
    case 'preparing':
      return [late > 0 && say`${late} overdue`, soon > 0 && say`${soon} due soon`].filter(Boolean).join(', ');
    case 'ready': {
      const waits = all.map((order) => now.getTime() - Date.parse(order.readyTime ?? order.orderTime));
      return waits.length === 0 ? '' : say`longest wait ${Math.max(0, Math.floor(Math.max(...waits) / 60_000))} min`;
    }
    default:
      return newest
        ? say`today, last ${formatTime(newest.completedTime ?? newest.updatedAt, 'time', newest.locationInfo.timeZone)}`
        : say`today`;
  }
}
