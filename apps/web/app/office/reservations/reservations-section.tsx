import { useState, type ReactNode } from 'react';
import { CalendarPlus, Download, FileUp, List, Moon, Plus, RefreshCw } from 'lucide-react';
import {
  type ReservationFilter,
  reservationsCsv,
  reservationsFileName,
  CANCEL_PRESETS,
  type CancelPreset,
  cancelReason,
  cancelReasonText,
  mayConfirmCancel,
  NO_CANCEL_CHOICE,
  OTHER_REASON,
  pickPreset,
} from '@tiffin/domain/reservation';
import { localDate, HALIFAX, say } from '@tiffin/domain/core';
import { useQueryClient } from '@tanstack/react-query';
import { twelveHourText } from '@tiffin/domain/hours';
import { isAdmin } from '@tiffin/domain/people';
import { reservationNotices } from '@tiffin/domain/errors';
import { useAddressState } from '../../shared/page/address-state.ts';
import { useLinkedPart } from '../../shared/page/linked-part.ts';
import { useListState } from '../../shared/page/list-state.ts';
import { WaitingReservations } from '../../shared/offline/waiting-reservations.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Segmented } from '../../ui/choices.tsx';
import { useAction } from '../../shared/api/use-action.ts';
import { saveFile } from '../../shared/api/save-csv.ts';
import { dayInWords } from '../../shared/reservation/date-texts.ts';
import { useQueuedChange } from '../../shared/offline/use-queued-change.ts';
import { Banner } from '../../ui/banner.tsx';
import { RadioCards } from '../../ui/boxes.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextareaField } from '../../ui/form-fields.tsx';
import { useBackOffice } from '../../shared/session/back-office.tsx';
import { ImportFile } from '../imports/import-file.tsx';
import { CalendarDialog } from './calendar-dialog.tsx';
import { ChangeDialog } from './change-dialog.tsx';
import { DetailsDialog } from './details-dialog.tsx';
import { FILTERS, ListView } from './list-view.tsx';
import { PhoneBookingDialog } from './phone-dialog.tsx';
import { type Reservation, guestsText, toDomainReservation, calendarDate } from './reservation.ts';
import styles from './reservations.module.css';
import { TonightView } from './tonight-view.tsx';
import {
  useLiveReservations,
  useReservationList,
  loadAllReservations,
  useReservationLocations,
  type ReservationLocations,
  cacheReservation,
  RESERVATIONS_KEY,
} from './use-reservations.ts';

const VIEWS = [
  { id: 'tonight', Icon: Moon, name: say`Tonight` },
  { id: 'list', Icon: List, name: say`List` },
] as const;
type View = (typeof VIEWS)[number]['id'];

type OpenDialog = { readonly dialog: 'details' | 'change' | 'cancel'; readonly reservation: Reservation } | null;

/** The host's evening, the list and the actions. `soundMenu` sets the alarm for new reservations. */
export function ReservationsSection({ soundMenu }: { soundMenu: ReactNode }) {
  const [shownView, setView] = useAddressState('view', 'tonight');
  const view = VIEWS.find(({ id }) => id === shownView)?.id ?? 'tonight';
  const [open, setOpen] = useState<OpenDialog>(null);
  const [isBooking, setIsBooking] = useState(false);
  const [isSubscribing, setIsSubscribing] = useState(false);
  const [isImporting, setIsImporting] = useState(false);
  const { actor } = useBackOffice();
  const { refresh } = useLiveReservations();
  const locations = useReservationLocations();
  useLinkedPart('reservations', (part) => (part === 'calendar' ? setIsSubscribing(true) : setIsBooking(true)));

  if (isImporting)
    return <ImportFile kind="bookings" changes={RESERVATIONS_KEY} onClose={() => setIsImporting(false)} />;
  return (
    <div className="stack gap-14">
      <header className={`row flex-wrap gap-8-12 below-6 ${styles.head}`}>
        <h1>{say`Reservation Management`}</h1>
        <ViewSwitch view={view} onView={setView} />
        {soundMenu}
        <IconButton label={say`Refresh`} title={say`Refresh`} onClick={refresh}>
          <RefreshCw />
        </IconButton>
        <IconButton
          label={say`Reservations in your calendar`}
          title={say`Reservations in your calendar`}
          onClick={() => setIsSubscribing(true)}
        >
          <CalendarPlus />
        </IconButton>
        {view === 'list' && isAdmin(actor) && (
          <IconButton label={say`Import bookings`} title={say`Import bookings`} onClick={() => setIsImporting(true)}>
            <FileUp />
          </IconButton>
        )}
        <ExportButton locations={locations} isListed={view === 'list'} />
        <Button className={`no-shrink ${styles.wide}`} onClick={() => setIsBooking(true)}>
          <Plus />
          {say`New reservation`}
        </Button>
      </header>
      <WaitingReservations />
      {view === 'list' ? (
        <ListView locations={locations} onOpen={(dialog, reservation) => setOpen({ dialog, reservation })} />
      ) : (
        <TonightView locations={locations} onOpen={(reservation) => setOpen({ dialog: 'details', reservation })} />
      )}
      {open?.dialog === 'details' && (
        <DetailsDialog
          listed={open.reservation}
          locations={locations}
          onClose={() => setOpen(null)}
          onChange={(reservation) => setOpen({ dialog: 'change', reservation })}
          onCancel={(reservation) => setOpen({ dialog: 'cancel', reservation })}
        />
      )}
      {open?.dialog === 'change' && (
        <ChangeDialog
          reservation={open.reservation}
          zone={locations.zoneOf(open.reservation.location)}
          onClose={() => setOpen(null)}
        />
      )}
      {open?.dialog === 'cancel' && (
        <CancelDialog reservation={open.reservation} locations={locations} onClose={() => setOpen(null)} />
      )}
      {isSubscribing && <CalendarDialog locations={locations} onClose={() => setIsSubscribing(false)} />}
      {isBooking && <PhoneBookingDialog locations={locations} onClose={() => setIsBooking(false)} />}
    </div>
  );
}

function ViewSwitch({ view, onView }: { view: View; onView: (view: View) => void }) {
  return (
    <Segmented<View>
      legend={say`View`}
      legendHidden
      className={`icon-18 ${styles.views}`}
      options={VIEWS.map(({ id, Icon, name }) => ({
        value: id,
        label: (
          <>
            <Icon />
            {name}
          </>
        ),
      }))}
      value={view}
      onValue={onView}
    />
  );
}

/** Exports all pages of the filtered list as a CSV file. */
function ExportButton({ locations, isListed }: { locations: ReservationLocations; isListed: boolean }) {
  const { applied } = useListState(FILTERS);
  // The list has loaded page 1 already. Without the list, nothing is loaded before the export.
  const { data } = useReservationList(applied, 1, isListed);
  const { send, isBusy } = useAction(
    async (filter: ReservationFilter) => {
      const { all, asOf } = await loadAllReservations(filter);
      const zone = locations.all[0]?.timeZone ?? HALIFAX;
      const names = new Map(all.map((each) => [each.location, each.locationName]));
      const csv = reservationsCsv(all.map(toDomainReservation), zone, (id) => names.get(id) ?? id);
      saveFile(reservationsFileName(localDate(new Date(asOf), zone)), csv, 'text/csv');
      return all.length;
    },
    { doneText: (count) => say`Exported ${count} reservations`, failed: say`Export failed` },
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

const REASON_MAX = 500;

interface CancelDialogProps {
  reservation: Reservation;
  locations: ReservationLocations;
  onClose: () => void;
}

/** Cancels a reservation, always with a reason. */
function CancelDialog({ reservation, locations, onClose }: CancelDialogProps) {
  const text = reservationText(reservation, locations.zoneOf(reservation.location));
  const client = useQueryClient();
  const [choice, setChoice] = useState(NO_CANCEL_CHOICE);
  /** The reason is missing, or the reservation has no id. */
  const [refusal, setRefusal] = useState<string | null>(null);
  const { send, isBusy, error } = useQueuedChange('cancelReservation', {
    isUncertain: true,
    about: () => text,
    changes: [RESERVATIONS_KEY],
    doneText: () => reservationNotices.cancelled,
    onDone: ({ reservation: cancelled }) => cacheReservation(client, cancelled),
  });
  const problem = refusal ?? error;

  async function cancel() {
    const reason = cancelReason(choice);
    if (!reason.ok) return setRefusal(reason.error.message);
    if (!reservation.id) return setRefusal(say`No reservation ID found`);
    setRefusal(null);
    if (await send({ reservationId: reservation.id, reason: reason.value })) onClose();
  }

  const isOther = choice.preset === OTHER_REASON;
  return (
    <Dialog
      onClose={onClose}
      title={say`Cancel this reservation?`}
      description={text}
      dismissable={!isBusy}
      footer={
        <>
          <Button look="quiet" size="lg" onClick={onClose}>
            {say`Keep reservation`}
          </Button>
          <Button
            look="danger-solid"
            size="lg"
            busy={isBusy}
            disabled={!mayConfirmCancel(choice, isBusy)}
            onClick={() => void cancel()}
          >
            {say`Cancel reservation`}
          </Button>
        </>
      }
    >
      <div className="stack gap-16">
        <RadioCards<CancelPreset>
          legend={say`Reason`}
          legendHidden
          columns={2}
          options={CANCEL_PRESETS.map((preset) => ({ value: preset, label: cancelReasonText(preset) }))}
          value={choice.preset}
          onValue={(preset) => {
            setChoice(pickPreset(preset));
            setRefusal(null);
          }}
        />
        {isOther && (
          <TextareaField
            label={say`Other reason`}
            error={problem}
            required
            rows={2}
            value={choice.text}
            onValue={(typed) => setChoice({ preset: OTHER_REASON, text: typed })}
            input={{ maxLength: REASON_MAX }}
          />
        )}
        {problem !== null && !isOther && (
          <Banner tone="bad" announce="alert" title={reservationNotices.cancelFailed}>
            {problem}
          </Banner>
        )}
      </div>
    </Dialog>
  );
}

/** 'Alex Sample, 8 guests, Friday, November 27 at 7:00 p.m., Mill Village' */
function reservationText(reservation: Reservation, zone: string): string {
  const { customerInfo, reservationDetails, locationName } = reservation;
  const when = say`${dayInWords(calendarDate(reservation, zone))} at ${twelveHourText(reservationDetails.time)}`;
  return [customerInfo.name, guestsText(reservationDetails.partySize), when, locationName].join(', ');
}
