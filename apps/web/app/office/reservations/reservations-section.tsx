import { useState, type ReactNode } from 'react';
import { CalendarDays, Download, List, Moon, Plus, RefreshCw } from 'lucide-react';
import { type ReservationFilter, reservationsCsv, reservationsFileName } from '@tiffin/domain/reservation';
import { useAddressState } from '../../shared/page/address-state.ts';
import { useListState } from '../../shared/page/list-state.ts';
import { WaitingReservations } from '../../shared/offline/waiting-reservations.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Segmented } from '../../ui/choices.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { DayView } from './day-view.tsx';
import { DetailsDialog } from './details-dialog.tsx';
import { FILTERS, ListView } from './list-view.tsx';
import { PhoneBookingDialog } from './phone-dialog.tsx';
import { type Reservation, toDomainReservation } from './reservation.ts';
import styles from './reservations.module.css';
import { TonightView } from './tonight-view.tsx';
import {
  useLiveReservations,
  useReservationList,
  loadAllReservations,
  useReservationLocations,
  type ReservationLocations,
} from './use-reservations.ts';
import { localDate, HALIFAX, say } from '@tiffin/domain/core';
import { useAction } from '../../shared/api/use-action.ts';
import { saveFile } from '../../shared/api/save-csv.ts';

const VIEWS = ['tonight', 'day', 'list'] as const;
type View = (typeof VIEWS)[number];

/** The open dialog and its reservation. */
type Open = { readonly dialog: 'details' | 'cancel'; readonly reservation: Reservation } | null;

/**
 * Reservation Management: the list, the host's day view and the actions. `soundMenu` sets the alarm for new
 * reservations.
 */
export function ReservationsSection({ soundMenu }: { soundMenu: ReactNode }) {
  const [shownView, setView] = useAddressState('view', 'tonight');
  const view = VIEWS.find((each) => each === shownView) ?? 'tonight';
  const [open, setOpen] = useState<Open>(null);
  const [isBooking, setIsBooking] = useState(false);
  const { refresh } = useLiveReservations();
  const places = useReservationLocations();

  return (
    <div className="stack gap-14">
      <header className={`row flex-wrap gap-8-12 below-6 ${styles.head}`}>
        <h1>{say`Reservation Management`}</h1>
        <ViewSwitch view={view} onView={setView} />
        {soundMenu}
        <IconButton label={say`Refresh`} title={say`Refresh`} onClick={refresh}>
          <RefreshCw />
        </IconButton>
        <ExportButton places={places} isListed={view === 'list'} />
        <Button className={`no-shrink ${styles.wide}`} onClick={() => setIsBooking(true)}>
          <Plus />
          {say`New reservation`}
        </Button>
      </header>
      <WaitingReservations />
      {view === 'list' ? (
        <ListView places={places} onOpen={(dialog, reservation) => setOpen({ dialog, reservation })} />
      ) : view === 'tonight' ? (
        <TonightView places={places} onOpen={(reservation) => setOpen({ dialog: 'details', reservation })} />
      ) : (
        <DayView places={places} onOpen={(reservation) => setOpen({ dialog: 'details', reservation })} />
      )}
      {open?.dialog === 'details' && (
        <DetailsDialog
          first={open.reservation}
          places={places}
          onClose={() => setOpen(null)}
          onCancel={(reservation) => setOpen({ dialog: 'cancel', reservation })}
        />
      )}
      {open?.dialog === 'cancel' && (
        <CancelDialog reservation={open.reservation} places={places} onClose={() => setOpen(null)} />
      )}
      {isBooking && <PhoneBookingDialog places={places} onClose={() => setIsBooking(false)} />}
    </div>
  );
}

function ViewSwitch({ view, onView }: { view: View; onView: (view: View) => void }) {
  return (
    <Segmented<View>
      legend={say`View`}
      legendHidden
      className={`icon-18 ${styles.views}`}
      options={[
        {
          value: 'tonight',
          label: (
            <>
              <Moon />
              {say`Tonight`}
            </>
          ),
        },
        {
          value: 'list',
          label: (
            <>
              <List />
              {say`List`}
            </>
          ),
        },
        {
          value: 'day',
          label: (
            <>
              <CalendarDays />
              {say`Day`}
            </>
          ),
        },
      ]}
      value={view}
      onValue={onView}
    />
  );
}

/** Exports all pages of the filtered list as a CSV file. */
function ExportButton({ places, isListed }: { places: ReservationLocations; isListed: boolean }) {
  const { applied } = useListState(FILTERS);
  const { data } = useReservationList(applied, 1, isListed);
  const { send, isBusy } = useAction(
    async (filter: ReservationFilter) => {
      const { all, asOf } = await loadAllReservations(filter);
      const zone = places.all[0]?.timeZone ?? HALIFAX;
      const names = new Map(all.map((each) => [each.location, each.locationName]));
      const csv = reservationsCsv(all.map(toDomainReservation), zone, (id) => names.get(id) ?? id);
      saveFile(reservationsFileName(localDate(new Date(asOf), zone)), csv, 'text/csv');
      return all.length;
    },
    { done: (count) => say`Exported ${count} reservations`, failed: say`Export failed` },
  );
  return (
    <Button
      look="plain"
      className={`no-shrink ${styles.wide}`}
      busy={isBusy}
      disabledReason={data?.total === 0 ? say`No reservations to export` : null}
      onClick={() => void send(applied)}
    >
      <Download />
      {say`Export`}
    </Button>
  );
}
