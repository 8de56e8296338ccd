import { needsNewSeats, SPECIAL_REQUESTS_MAX } from '@tiffin/domain/reservation';
import { say } from '@tiffin/domain/core';
import { useCall } from '../../shared/api/use-call.ts';
import { conflictingVersion } from '../../shared/live/event-payload.ts';
import { useOnline } from '../../shared/offline/online.ts';
import { isFreeTime, seatsToFind, slotsForChange } from '../../shared/reservation/change-slots.ts';
import { useLocations, useSite } from '../../shared/site/site.ts';
import { reservationErrorText } from '../../shared/reservation/reservation-refusals.ts';
import { formOf, optionalText, textField, valueField } from '../../ui/form.ts';
import { EditDialog, TextareaField } from '../../ui/form-fields.tsx';
import { useForm } from '../../ui/use-form.ts';
import { VisitFields } from './phone-dialog.tsx';
import { beforeText, partyNameOf, type Reservation } from './reservation.ts';
import { RESERVATIONS_KEY, useFreeTimes } from './use-reservations.ts';

const changeForm = formOf({
  partySize: valueField(say`Party size`, 2),
  date: textField(say`Date`, {}),
  time: textField(say`Time`, {}),
  specialRequests: optionalText(say`Special requests`, { input: { maxLength: SPECIAL_REQUESTS_MAX } }),
});

const recordOf = ({ reservationDetails, version }: Reservation) => ({ ...reservationDetails, version });

interface ChangeDialogProps {
  reservation: Reservation;
  zone: string;
  onClose: () => void;
}

/** Changes day, time, party and requests for a guest, by the rules of the guest's own change. */
export function ChangeDialog({ reservation, zone, onClose }: ChangeDialogProps) {
  const { reservationDetails: booked, startsAt, customerInfo } = reservation;
  const online = useOnline();
  const { sends } = useSite();
  const { sendOrThrow } = useCall('changeReservation', {
    doneText: () => say`The reservation of ${partyNameOf(reservation)} is changed`,
    changes: [RESERVATIONS_KEY],
    onDone: onClose,
  });
  const form = useForm(changeForm, {
    record: recordOf(reservation),
    save: ({ values, base }) => sendOrThrow({ reservationId: reservation.id, ...values, version: base?.version }),
    savedMeanwhile(error) {
      const newer = conflictingVersion<Reservation>(error, { name: 'reservation', fields: ['reservationId'] });
      return newer && recordOf(newer);
    },
    refused: reservationErrorText,
  });
  const { at, draft, set } = form;
  const keepsSeats = !needsNewSeats(booked, draft);
  const countsStays = useLocations().find(({ id }) => id === reservation.location)?.countsStays === true;
  // Where stays are counted, the server counts the seats of this reservation as free. Elsewhere it is done here.
  const seats = countsStays ? draft.partySize : seatsToFind(reservation, draft);
  const changing = countsStays ? reservation.id : undefined;
  const { data, isPending } = useFreeTimes(reservation.location, seats, draft.date, changing);
  const loadedSlots = data?.slots ?? [];
  const slots = countsStays ? loadedSlots : slotsForChange(loadedSlots, reservation, draft, zone);
  const isFree = slots.some((slot) => slot.time === draft.time && isFreeTime(slot));
  return (
    <EditDialog
      form={form}
      title={say`Change the reservation`}
      description={[partyNameOf(reservation), beforeText({ ...booked, startsAt }, zone)].join(' · ')}
      save={say`Change reservation`}
      failed={say`Nothing was changed`}
      conflict={say`This reservation was changed somewhere else in the meantime.`}
      blocked={online ? (keepsSeats || isFree ? null : say`Please choose a time`) : say`You are offline`}
      onClose={onClose}
    >
      <VisitFields form={draft} problems={{}} change={set} visit={{ date: draft.date, slots, isPending, isFree }} />
      <TextareaField {...at('specialRequests')} rows={2} />
      <p className="hint">
        {(customerInfo.email && sends.includes('email')) || (customerInfo.phone && sends.includes('sms'))
          ? say`It keeps its number, and the guest gets one message about the change.`
          : say`It keeps its number.`}
      </p>
    </EditDialog>
  );
}
