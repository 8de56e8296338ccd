import { useState } from 'react';
import { endWithFullStop, say } from '@tiffin/domain/core';
import { reservationNotices } from '@tiffin/domain/errors';
import type { Body } from '../../shared/api/api.ts';
import { useAction } from '../../shared/api/use-action.ts';
import { sendOrQueue } from '../../shared/offline/send-or-queue.ts';
import { useQueueDone } from '../../shared/offline/open-queue.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Textarea } from '../../ui/inputs.tsx';
import type { Reservation } from './booking.ts';

const REASON_MAX = 500;

interface CancelReservationProps {
  reservation: Pick<Reservation, 'id' | 'reservationId' | 'deposit'>;
  /** The server's time, which decides whether the deposit comes back. */
  asOf: string;
  /** The reservation as a sentence. */
  about: string;
  token?: string | undefined;
  open: boolean;
  onClose: () => void;
  onCancelled: (reservation: Reservation) => void;
}

function depositNote({ deposit }: Pick<Reservation, 'deposit'>, asOf: string): string {
  if (deposit?.state !== 'paid') return '';
  if (deposit.isFee) {
    return deposit.freeUntil < asOf
      ? say`It is too late to cancel for free: the restaurant may charge the no-show fee.`
      : say`Your card is no longer kept, and nothing is charged.`;
  }
  return deposit.freeUntil < asOf
    ? say`It is too late to get your deposit back.`
    : say`Your deposit goes back to your card.`;
}

/** Lets a guest cancel a reservation. Offline, the cancellation waits in the queue. */
export function CancelReservation({
  reservation,
  about,
  asOf,
  token,
  open,
  onClose,
  onCancelled,
}: CancelReservationProps) {
  const [reason, setReason] = useState('');
  useQueueDone(({ change, answer }) => {
    const isThisOne = change.call === 'cancelReservation' && change.body.reservationId === reservation.id;
    if (!isThisOne || !('reservation' in answer)) return false;
    onCancelled(answer.reservation);
    return true;
  });
  const cancel = useAction(
    (body: Body<'cancelReservation'>, { idempotencyKey, ...options }) =>
      sendOrQueue<'cancelReservation'>({ call: 'cancelReservation', body }, about, idempotencyKey, options),
    {
      doneText: ({ queued }) => (queued ? null : reservationNotices.cancelled),
      failed: reservationNotices.cancelFailed,
      onDone(outcome) {
        onClose();
        if (!outcome.queued) onCancelled(outcome.answer.reservation);
      },
    },
  );

  return (
    <ConfirmDialog
      open={open}
      title={say`Cancel this reservation?`}
      description={`${say`${endWithFullStop(about)} Your table will be given to somebody else.`} ${depositNote(reservation, asOf)}`}
      confirmLabel={say`Cancel reservation`}
      cancelLabel={say`Keep it`}
      look="danger-solid"
      onConfirm={async () => {
        await cancel.send({
          reservationId: reservation.id,
          token: token || undefined,
          reason: reason.trim() || undefined,
        });
      }}
      onCancel={onClose}
    >
      <Field label={say`Would you tell us why?`} optional>
        <Textarea rows={2} maxLength={REASON_MAX} value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </ConfirmDialog>
  );
}
