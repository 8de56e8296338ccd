import { isSameDetails } from '@tiffin/domain/reservation';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { say } from '@tiffin/domain/core';
import { paths } from '../../paths.ts';
import { api, type Body } from '../../shared/api/api.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import { useAction } from '../../shared/api/use-action.ts';
import { conflictingVersion } from '../../shared/live/event-payload.ts';
import { reservationErrorText } from '../../shared/reservation/reservation-refusals.ts';
import { toast } from '../../ui/toasts.ts';
import { parseAlternatives, type Reservation } from './booking.ts';
import { chosenDetails, firstChoice, type ChangeChoice, type ChangePreset } from './change-choice.ts';

interface ChangeRefusal {
  readonly words: string;
  readonly alternatives: ReturnType<typeof parseAlternatives>;
}

/** The state of the page that changes a reservation, and its submit action. */
export function useChange(first: Reservation, preset: ChangePreset, token: string | undefined) {
  const navigate = useNavigate();
  const [current, setCurrent] = useState(first);
  const [choice, setChoice] = useState(() => firstChoice(first, preset));
  const [problem, setProblem] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<ChangeRefusal | null>(null);
  const details = chosenDetails(choice);

  function change(what: Partial<ChangeChoice>): void {
    const isOtherDay = what.date !== undefined && what.date !== choice.date && what.slot === undefined;
    setChoice({ ...choice, ...what, ...(isOtherDay && { slot: null }) });
    setProblem(null);
    setRefusal(null);
  }

  const { send, isBusy: isSending } = useAction(
    async (body: Body<'changeReservation'>, options) => {
      await api('changeReservation', { body }, options);
      toast.success(say`Your reservation is changed`);
      await navigate(paths.reservation(current.reservationId, token));
    },
    {
      onFailed(error) {
        const newer = conflictingVersion<Reservation>(error, 'reservation', 'reservationId');
        if (newer) setCurrent(newer);
        setRefusal({
          words: newer
            ? say`This reservation was changed somewhere else in the meantime. “Now” shows how it is. Please check your choice and send it again.`
            : reservationErrorText(error),
          alternatives: error instanceof ApiError ? parseAlternatives(error.details) : [],
        });
        return true;
      },
    },
  );

  function save(): void {
    if (isSending) return;
    if (details === null) return setProblem(say`Please choose a time`);
    if (isSameDetails(current.reservationDetails, details))
      return setProblem(say`Nothing is different yet. Choose another day, time, party size or request.`);
    const { id: reservationId, version } = current;
    setRefusal(null);
    void send({ reservationId, ...(token !== undefined && { token }), ...details, version });
  }

  return { current, choice, details, problem, refusal, isSending, change, save };
}
