import { ArrowRightLeft, Check, ChevronDown, X } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import { freeSeatingsOf } from '@tiffin/domain/floor';
import type { Body } from '../../shared/api/api.ts';
import { useCall } from '../../shared/api/use-call.ts';
import { useServerNow } from '../../shared/live/server-clock.ts';
import { tableIdsOf } from '../../shared/offline/changes.ts';
import { usePendingChanges } from '../../shared/offline/pending-changes.ts';
import { useQueuedChange } from '../../shared/offline/use-queued-change.ts';
import { useOnline } from '../../shared/offline/online.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { useDialogElement } from '../../ui/dialog.tsx';
import { formatTime } from '../../ui/format.ts';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { FreeTable } from '../tabs/free-table.tsx';
import { areAllPaid, TabPanel } from '../tabs/tab-panel.tsx';
import { TableOrders } from '../tabs/table-orders.tsx';
import { billsOf, sumDue, TAB_KEYS, useTabs, type Tab } from '../../shared/tabs/tabs.ts';
import { guestsText } from '../reservations/reservation.ts';
import { floorKey, RESERVATIONS_KEY } from '../reservations/use-reservations.ts';
import { expectedParties, nextAtTables, seatingText } from './expected-parties.ts';
import { TableRequests } from './table-requests.tsx';
import {
  nameAt,
  namesOf,
  partyName,
  seatingFields,
  targetOfSitting,
  type Floor,
  type FloorTable,
  type Sitting,
} from './floor-data.ts';

/** The title of the panel beside the plan, and the button that closes it. */
export function PanelHead({ title, hint, onClose }: { title: string; hint?: string; onClose: () => void }) {
  // On a phone the panel is a sheet, which has its own button to close it.
  const hasOwnClose = useDialogElement() !== null;
  return (
    <header className="row gap-8 items-start">
      <div className="grow min-width-0 break-anywhere">
        <h2 className="text-xl">{title}</h2>
        {hint !== undefined && <p className="hint">{hint}</p>}
      </div>
      {!hasOwnClose && (
        <IconButton label={say`Close`} onClick={onClose}>
          <X />
        </IconButton>
      )}
    </header>
  );
}

interface SittingPanelProps {
  locationId: string;
  zone: string;
  floor: Floor;
  table: FloorTable;
  sitting: Sitting;
  /** The party had a reservation. */
  isBooked: boolean;
  onChoose: (tableId: string) => void;
  onClose: () => void;
}

/** A party at its table: its bills, and the buttons to move it or to free the table. */
export function SittingPanel(props: SittingPanelProps) {
  const { locationId, zone, floor, table, sitting, isBooked, onChoose, onClose } = props;
  const online = useOnline();
  const { sittingId, partySize: guests } = sitting;
  const tableName = nameAt(floor.tables, table);
  const title = say`Table ${tableName}`;
  const tabs = useTabs(locationId);
  const bills = billsOf(tabs.data?.tabs ?? [], { billId: null, sittingId });
  const hasOrdered = bills.some(({ rounds }) => rounds.length > 0);
  const orders = (tabs.data?.tableOrders ?? []).filter(({ tableId }) =>
    (sitting.tableIds ?? [table.tableId]).includes(tableId),
  );
  const changes = [floorKey(locationId), RESERVATIONS_KEY];
  const seatings = freeSeatingsOf(floor);
  const expected = expectedParties(floor);
  const movedParty = { partySize: guests, reservation: null, now: useServerNow(60_000) };
  const nameAfter = (body: Body<'moveSitting'>) => namesOf(floor.tables, tableIdsOf(body));
  const move = useQueuedChange('moveSitting', {
    about: (body) => say`From table ${tableName} to table ${nameAfter(body)}`,
    doneText: (_answer, body) => say`Now at table ${nameAfter(body)}`,
    failed: say`The party was not moved`,
    changes,
  });
  const unseat = useCall('updateReservationStatus', { failed: say`The reservation could not be changed`, changes });
  const since = say`${guestsText(guests)}, since ${formatTime(sitting.seatedAt, 'time', zone)}`;
  const name = partyName(sitting);
  return (
    <>
      <PanelHead title={title} hint={name === '' ? since : `${name}, ${since}`} onClose={onClose} />
      <TableRequests locationId={locationId} tables={floor.tables} sittingId={sittingId} />
      {tabs.isError && !tabs.data && <Banner tone="warn">{say`The bill could not be loaded.`}</Banner>}
      <ServedButton tabs={bills} title={title} />
      <TabPanel locationId={locationId} tabs={bills} target={targetOfSitting(floor.tables, table, sitting, bills)} />
      <TableOrders orders={orders} />
      {/* Below the bill, because it comes with the answer and would move what is about to be pressed. */}
      {sitting.code && (
        <p>
          {say`Code for phones:`} <b className="digits text-lg">{sitting.code}</b>
          {sitting.longCode && (
            <small className="block soft">
              {say`After too many wrong codes:`} <b className="digits">{sitting.longCode}</b>
            </small>
          )}
        </p>
      )}
      {sitting.isUnsent ? (
        // While it is on its way, there is nothing to wait for.
        !online && <Banner tone="offline">{say`This party will be sent when you are connected again.`}</Banner>
      ) : (
        <div className="row flex-wrap gap-8">
          <ActionMenu
            trigger={
              <Button look="quiet" busy={move.isBusy}>
                <ArrowRightLeft /> {say`Move`} <ChevronDown />
              </Button>
            }
            items={seatings.map((seating) => ({
              id: seating.name,
              label: say`Table ${seatingText(seating, guests, nextAtTables(floor, seating.tables, movedParty, expected), zone)}`,
              // At once and not with the answer, because by then the host may look at another table.
              onSelect() {
                onChoose(seating.tables[0] ?? '');
                void move.send({ sittingId, ...seatingFields(seating.tables) });
              },
            }))}
          />
          <FreeTable
            {...{ sittingId, tableName }}
            partyName={sitting.name}
            due={sumDue([...bills, ...orders])}
            isAllPaid={orders.length === 0 && areAllPaid(bills)}
            onFreed={onClose}
          />
          {isBooked && (
            <Button
              look="ghost"
              busy={unseat.isBusy}
              disabledReason={hasOrdered ? say`This party has ordered` : online ? null : say`You are offline`}
              onClick={() => void unseat.send({ reservationId: sitting.reservationId ?? '', status: 'confirmed' })}
            >
              {say`Not seated yet`}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

/** Says that the food on the pass is at the table. */
export function ServedButton({ tabs, title }: { tabs: readonly Tab[]; title: string }) {
  const served = new Set(
    usePendingChanges().flatMap((change) =>
      change.call === 'updateOrderStatus' && change.body.status === 'completed' ? change.body.orderId : [],
    ),
  );
  const onPass = tabs
    .flatMap(({ rounds }) => rounds)
    .filter(({ orderId, status, heldAt }) => status === 'ready' && heldAt === null && !served.has(orderId));
  const serve = useQueuedChange('updateOrderStatus', {
    about: () => say`${title}: served`,
    failed: say`The food was not marked as served`,
    queued: say`Recorded here. It is sent when the connection is back.`,
    changes: TAB_KEYS,
  });
  if (onPass.length === 0) return null;
  async function serveAll() {
    for (const { orderId } of onPass) await serve.send({ orderId, status: 'completed' });
  }
  return (
    <Button size="lg" look="line" block busy={serve.isBusy} onClick={() => void serveAll()}>
      <Check /> {say`Served`}
    </Button>
  );
}
