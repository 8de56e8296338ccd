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
import { dayInWords } from '../../shared/reservation/days.ts';
import { newKey } from '../../shared/api/new-key.ts';
import { reservationErrorText } from '../../shared/reservation/reservation-refusals.ts';
import { sendOrQueue } from '../../shared/offline/send-or-queue.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { RadioCards } from '../../ui/boxes.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Textarea } from '../../ui/inputs.tsx';
import { toast } from '../../ui/toasts.ts';
import { type Reservation, calendarDate } from './reservation.ts';
import { texts } from './texts.ts';
import { type ReservationLocations, cacheReservation } from './use-reservations.ts';

const REASON_MAX = 500;

interface Props {
  reservation: Reservation | null;
  places: ReservationLocations;
  onClose: () => void;
}

/** Cancels a reservation, always with a reason. */
export function CancelDialog({ reservation, ...props }: Props) {
  return reservation && <OpenCancelDialog key={reservation.id} reservation={reservation} {...props} />;
}

type OpenProps = Omit<Props, 'reservation'> & { reservation: Reservation };

function OpenCancelDialog({ reservation, places, onClose }: OpenProps) {
  const about = inWords(reservation, places.zoneOf(reservation.location));
  const { choice, setChoice, isLoading, problem, setProblem, cancel } = useCancellation(reservation, about, onClose);
  const isOther = choice.preset === OTHER_REASON;
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.cancelTitle}
      description={about}
      closeLabel={texts.close}
      dismissable={!isLoading}
      footer={
        <>
          <Button look="quiet" size="lg" onClick={onClose}>
            {texts.keep}
          </Button>
          <Button
            look="danger-solid"
            size="lg"
            busy={isLoading}
            disabled={!mayConfirmCancel(choice, isLoading)}
            onClick={() => void cancel()}
          >
            {texts.confirmCancel}
          </Button>
        </>
      }
    >
      <div className="stack gap-16">
        <RadioCards
          legend={texts.cancelReason}
          legendHidden
          columns={2}
          options={CANCEL_PRESETS.map((preset) => ({ value: preset, label: cancelReasonText(preset) }))}
          value={choice.preset}
          onValue={(preset) => {
            setChoice(pickPreset(preset));
            setProblem(null);
          }}
        />
        {isOther && (
          <Field label={texts.cancelOther} error={problem} required>
            <Textarea
              rows={2}
              maxLength={REASON_MAX}
              value={choice.text}
              onChange={(event) => setChoice({ preset: OTHER_REASON, text: event.target.value })}
            />
          </Field>
        )}
        {problem !== null && !isOther && (
          <Banner tone="bad" announce="alert" title={texts.cancelFailed}>
            {problem}
          </Banner>
        )}
      </div>
    </Dialog>
  );
}

/** The chosen reason and the request. `about` names the reservation while the request waits in the queue. */
function useCancellation(reservation: Reservation, about: string, onClose: () => void) {
  const client = useQueryClient();
  const [choice, setChoice] = useState(NO_CANCEL_CHOICE);
  const [isLoading, setIsLoading] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [key] = useState(newKey);

  async function cancel(): Promise<void> {
    const reason = cancelReason(choice);
    if (!reason.ok) return setProblem(reason.error.message);
    if (!reservation.id) return setProblem(texts.noId);
    const body = { reservationId: reservation.id, reason: reason.value };
    setIsLoading(true);
    setProblem(null);
    try {
      const outcome = await sendOrQueue<'cancelReservation'>({ call: 'cancelReservation', body }, about, key);
      onClose();
      if (outcome.queued) return;
      cacheReservation(client, outcome.answer.reservation);
      void client.invalidateQueries({ queryKey: ['reservations'] });
      toast.success(texts.cancelDone);
    } catch (error) {
      setProblem(reservationErrorText(error) || texts.cancelFailed);
    } finally {
      setIsLoading(false);
    }
  }
  return { choice, setChoice, isLoading, problem, setProblem, cancel };
}

/** 'Alex Sample, 8 guests, Friday, November 27 at 7:00 p.m., Mill Village' */
function inWords(reservation: Reservation, zone: string): string {
  const { customerInfo, reservationDetails, locationName } = reservation;
  const when = texts.dayAt(dayInWords(calendarDate(reservation, zone)), twelveHourText(reservationDetails.time));
  return [customerInfo.name, texts.guests(reservationDetails.partySize), when, locationName].join(', ');
}
