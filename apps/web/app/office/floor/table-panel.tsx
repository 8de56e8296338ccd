import { ArrowRightLeft, ChevronDown, X } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import { freeSeatingsOf } from '@tiffin/domain/floor';
import type { Body } from '../../shared/api/api.ts';
import { useCall } from '../../shared/api/use-call.ts';
import { tableIdsOf } from '../../shared/offline/changes.ts';
import { useQueuedChange } from '../../shared/offline/use-queued-change.ts';
import { useOnline } from '../../shared/offline/online.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { useDialogElement } from '../../ui/dialog.tsx';
import { formatTime } from '../../ui/format.ts';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { areAllPaid, TabPanel } from '../tabs/tab-panel.tsx';
import { targetOf, useTabs } from '../../shared/tabs/tabs.ts';
import { guestsText } from '../reservations/reservation.ts';
import { floorKey, RESERVATIONS_KEY } from '../reservations/use-reservations.ts';
import {
  nameAt,
  namesOf,
  partyName,
  seatingFields,
  seatsText,
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
  const bills = tabs.data?.tabs.filter((tab) => tab.sittingId === sittingId) ?? [];
  const hasOrdered = bills.some(({ rounds }) => rounds.length > 0);
  // If no bill takes rounds any more, the next round opens a second bill that continues the last one.
  const lastBill = bills.findLast(({ takesRounds }) => takesRounds) ?? bills.at(-1);
  const changes = [floorKey(locationId), RESERVATIONS_KEY];
  const seatings = freeSeatingsOf(floor);
  const nameAfter = (body: Body<'moveSitting'>) => namesOf(floor.tables, tableIdsOf(body));
  const move = useQueuedChange('moveSitting', {
    about: (body) => say`From table ${tableName} to table ${nameAfter(body)}`,
    doneText: (_answer, body) => say`Now at table ${nameAfter(body)}`,
    failed: say`The party was not moved`,
    changes,
  });
  const free = useQueuedChange('endSitting', {
    about: () => say`Table ${tableName} is free`,
    doneText: () => say`Table ${tableName} is free`,
    failed: say`The table was not freed`,
    changes,
  });
  const unseat = useCall('updateReservationStatus', { failed: say`The reservation could not be changed`, changes });
  const since = say`${guestsText(guests)}, since ${formatTime(sitting.seatedAt, 'time', zone)}`;
  const name = partyName(sitting);
  return (
    <>
      <PanelHead title={title} hint={name === '' ? since : `${name}, ${since}`} onClose={onClose} />
      {tabs.isError && !tabs.data && <Banner tone="warn">{say`The bill could not be loaded.`}</Banner>}
      <TabPanel
        locationId={locationId}
        tabs={bills}
        target={
          lastBill
            ? targetOf(lastBill, guests)
            : { billId: null, sittingId, tableId: table.tableId, name: title, guests }
        }
      />
      {sitting.isUnsent ? (
        <Banner tone="offline">{say`This party will be sent when you are connected again.`}</Banner>
      ) : (
        <div className="row flex-wrap gap-8">
          <ActionMenu
            trigger={
              <Button look="quiet" busy={move.isBusy}>
                <ArrowRightLeft /> {say`Move`} <ChevronDown />
              </Button>
            }
            items={seatings.map(({ tables, name: to, seats }) => ({
              id: to,
              label:
                seats < guests ? say`Table ${to}, only ${seatsText(seats)}` : say`Table ${to}, ${seatsText(seats)}`,
              // At once and not with the answer, because by then the host may look at another table.
              onSelect() {
                onChoose(tables[0] ?? '');
                void move.send({ sittingId, ...seatingFields(tables) });
              },
            }))}
          />
          <ConfirmButton
            look={areAllPaid(bills) ? 'solid' : 'quiet'}
            busy={free.isBusy}
            question={{ title: say`Has the party at table ${tableName} left?`, confirm: say`They left` }}
            onConfirm={() => {
              onClose();
              return free.send({ sittingId });
            }}
          >
            {say`Free the table`}
          </ConfirmButton>
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
