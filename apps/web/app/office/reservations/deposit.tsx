import { say } from '@tiffin/domain/core';
import { useCall } from '../../shared/api/use-call.ts';
import { useRecordForm } from '../../shared/page/use-record-form.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { formOf, textField } from '../../ui/form.ts';
import { EditForm, TextField } from '../../ui/form-fields.tsx';
import { centsOf, formatMoney, formatTime } from '../../ui/format.ts';
import type { Reservation } from './reservation.ts';
import { RESERVATIONS_KEY } from './use-reservations.ts';

interface DepositProps {
  reservation: Reservation;
  deposit: NonNullable<Reservation['deposit']>;
  zone: string;
}

/** The deposit of a booking, and what became of it. One that is kept can be returned with a reason. */
export function Deposit({ reservation, deposit, zone }: DepositProps) {
  const { amount, state, freeUntil, heldUntil, waivedFor } = deposit;
  if (deposit.isFee) return <NoShowFee reservation={reservation} deposit={deposit} zone={zone} />;
  const texts = {
    open:
      heldUntil === undefined
        ? say`It was not paid.`
        : say`Not paid yet. After ${formatTime(heldUntil, 'date-time', zone)} the table is free again.`,
    paid: say`Paid. Until ${formatTime(freeUntil, 'date-time', zone)} cancelling is free. Seat the party at a table, and take the deposit off its bill when it pays.`,
    used: say`Taken off the bill. What the bill did not need is returned.`,
    returned: waivedFor === undefined ? say`Returned to the card.` : say`Returned to the card: ${waivedFor}`,
    kept: say`Kept, because the party did not come or cancelled too late.`,
  };
  return (
    <Banner tone={state === 'open' ? 'warn' : 'info'} title={say`Deposit ${formatMoney(centsOf(amount))}`}>
      <p>{texts[state]}</p>
      {state === 'kept' && <Waive reservationId={reservation.id} />}
    </Banner>
  );
}

/** The fee of a booking whose card is kept: it can be charged once the party did not come, and waived with a reason. */
function NoShowFee({ reservation, deposit, zone }: DepositProps) {
  const { id, status } = reservation;
  const { amount, state, freeUntil, waivedFor } = deposit;
  const sum = formatMoney(centsOf(amount));
  const charge = useCall('chargeNoShow', {
    failed: say`The fee was not charged`,
    doneText: () => say`${sum} was charged to the guest’s card`,
    changes: [RESERVATIONS_KEY],
  });
  const isMissed = state === 'paid' && (status === 'no-show' || status === 'cancelled');
  const texts = {
    open: say`No card was left yet.`,
    paid: isMissed
      ? say`The card is kept. Charge the fee, or waive it.`
      : say`The card is kept. Until ${formatTime(freeUntil, 'date-time', zone)} cancelling is free. If the party does not come, mark it as a no-show, then charge the fee.`,
    used: '',
    returned: waivedFor === undefined ? say`The card is no longer kept.` : say`Waived: ${waivedFor}`,
    kept: say`Charged, because the party did not come or cancelled too late.`,
  };
  return (
    <Banner tone={state === 'open' ? 'warn' : 'info'} title={say`No-show fee ${sum}`}>
      <p>{texts[state]}</p>
      {isMissed && (
        <ConfirmButton
          busy={charge.isBusy}
          question={{ title: say`Charge ${sum} to the guest’s card?`, confirm: say`Charge` }}
          onConfirm={() => charge.send({ reservationId: id })}
        >
          {say`Charge ${sum}`}
        </ConfirmButton>
      )}
      {(isMissed || state === 'kept') && <Waive reservationId={id} isFee />}
    </Banner>
  );
}

const waiveForm = formOf({
  reason: textField(say`Why it is returned or waived`, {
    missing: say`Please give a reason.`,
    input: { maxLength: 200 },
  }),
});

function Waive({ reservationId, isFee = false }: { reservationId: string; isFee?: boolean }) {
  const form = useRecordForm(waiveForm, {
    call: 'waiveNoShow',
    body: ({ values }) => ({ reservationId, ...values }),
    doneText: () => (isFee ? say`The fee is waived` : say`The deposit goes back to the card`),
    changes: [RESERVATIONS_KEY],
  });
  return (
    <EditForm form={form} className="stack gap-12" failed={say`Nothing was returned`}>
      <TextField {...form.at('reason')} />
      <Button type="submit" look="quiet" busy={form.busy}>
        {isFee ? say`Waive the fee` : say`Return the deposit`}
      </Button>
    </EditForm>
  );
}
