import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { twelveHourText } from '@tiffin/domain/hours';
import {
  CANCEL_PRESETS,
  cancelReason,
  cancelReasonText,
  mayConfirmCancel,
  NO_CANCEL_CHOICE,
  OTHER_REASON,
  pickPreset,
} from '@tiffin/domain/reservation';
import { reservationNotices } from '@tiffin/domain/errors';
import { say } from '@tiffin/domain/core';
import { dayInWords } from '../../shared/reservation/days.ts';
import { useQueuedChange } from '../../shared/offline/use-queued-change.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { RadioCards } from '../../ui/boxes.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextareaField } from '../../ui/form-fields.tsx';
import { type Reservation, calendarDate } from './reservation.ts';
import { type ReservationLocations, cacheReservation, RESERVATIONS_KEY } from './use-reservations.ts';

const REASON_MAX = 500;

interface CancelDialogProps {
  reservation: Reservation;
  places: ReservationLocations;
  onClose: () => void;
}

/** Cancels a reservation, always with a reason. */
export function CancelDialog({ reservation, places, onClose }: CancelDialogProps) {
  const about = inWords(reservation, places.zoneOf(reservation.location));
  const client = useQueryClient();
  const [choice, setChoice] = useState(NO_CANCEL_CHOICE);
  const [missing, setMissing] = useState<string | null>(null);
  const { send, isBusy, error } = useQueuedChange('cancelReservation', {
    isUncertain: true,
    about: () => about,
    changes: [RESERVATIONS_KEY],
    done: () => reservationNotices.cancelled,
    onDone: ({ reservation: cancelled }) => cacheReservation(client, cancelled),
  });
  const problem = missing ?? error;

  async function cancel() {
    const reason = cancelReason(choice);
    if (!reason.ok) return setMissing(reason.error.message);
    if (!reservation.id) return setMissing(reservationNotices.noId);
    setMissing(null);
    if (await send({ reservationId: reservation.id, reason: reason.value })) onClose();
  }

  const isOther = choice.preset === OTHER_REASON;
  return (
    <Dialog
      open
      onClose={onClose}
      title={say`Cancel this reservation?`}
      description={about}
      closeLabel={say`Close`}
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
        <RadioCards
          legend={say`Reason`}
          legendHidden
          columns={2}
          options={CANCEL_PRESETS.map((preset) => ({ value: preset, label: cancelReasonText(preset) }))}
          value={choice.preset}
          onValue={(preset) => {
            setChoice(pickPreset(preset));
            setMissing(null);
          }}
        />
        {isOther && (
          <TextareaField
            label={say`Other reason`}
            error={problem}
            required
            rows={2}
            value={choice.text}
            onValue={(text) => setChoice({ preset: OTHER_REASON, text })}
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
function inWords(reservation: Reservation, zone: string): string {
  const { customerInfo, reservationDetails, locationName } = reservation;
  const when = say`${dayInWords(calendarDate(reservation, zone))} at ${twelveHourText(reservationDetails.time)}`;
  return [
    customerInfo.name,
    reservationDetails.partySize === 1 ? say`1 guest` : say`${reservationDetails.partySize} guests`,
    when,
    locationName,
  ].join(', ');
}
