import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { PARTY_MAX, PARTY_MIN } from '@tiffin/domain/order';
import { ApiError } from '../../shared/api/api-error.ts';
import { newKey } from '../../shared/api/new-key.ts';
import { idempotentMutation } from '../../shared/api/queries.ts';
import { TakenTable } from '../../shared/reservation/taken-table.tsx';
import { reservationErrorText } from '../../shared/reservation/reservation-refusals.ts';
import { Banner, ErrorBanner } from '../../ui/banner.tsx';
import { Field } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import { toast } from '../../ui/toasts.ts';
import type { HostDay } from './reservation.ts';
import { texts } from './texts.ts';
import { seatsNow, seatsText } from './walk-in.ts';

/** Seats a party without a reservation. If the seats are taken, the host decides. */
export function WalkInDialog({ day, locationId, onClose }: { day: HostDay; locationId: string; onClose: () => void }) {
  const [partySize, setPartySize] = useState(2);
  const [name, setName] = useState('');
  const [table, setTable] = useState('');
  const [request, setRequest] = useState(newKey);
  const now = new Date(day.asOf);
  const client = useQueryClient();
  const add = useMutation({ mutationFn: idempotentMutation('addWalkIn') });
  const isRefused = add.error instanceof ApiError && add.error.code === 'slot-unavailable';
  const isFull = isRefused || (seatsNow(day, now)?.left ?? 0) < partySize;

  /** A changed party is a new request. */
  function change(apply: () => void) {
    apply();
    add.reset();
    setRequest(newKey());
  }

  async function seat() {
    const body = { locationId, partySize, name: name.trim(), tableNumber: table.trim() || null, evenIfFull: isFull };
    // The same party with `evenIfFull` is another request.
    const key = isRefused ? newKey() : request;
    try {
      await add.mutateAsync({ key, body });
    } catch {
      // The dialog shows the error.
      return;
    }
    void client.invalidateQueries({ queryKey: ['reservations'] });
    toast.success(texts.walkInSeated(texts.guests(partySize)));
    onClose();
  }

  return (
    <FormDialog
      title={texts.walkIn}
      confirmLabel={isFull ? texts.seatAnyway : texts.seatNow}
      cancelLabel={texts.close}
      busy={add.isPending}
      onClose={onClose}
      onSubmit={() => void seat()}
    >
      <div className="grid gap-6 items-start">
        <span className="weight-600">{texts.howMany}</span>
        <Stepper
          label={texts.guestsUnit(1)}
          value={partySize}
          min={PARTY_MIN}
          max={PARTY_MAX}
          onValue={(size) => change(() => setPartySize(size))}
        />
      </div>
      <Banner tone={isFull ? 'warn' : 'info'} announce="status">
        {isFull ? `${texts.notEnoughSeats} ${seatsText(day, now)}` : seatsText(day, now)}
      </Banner>
      <Field label={texts.table} optional>
        <TextInput
          value={table}
          maxLength={20}
          inputMode="numeric"
          onChange={(event) => change(() => setTable(event.target.value))}
        />
      </Field>
      <TakenTable locationId={locationId} timeZone={day.timeZone} table={table} name={name} />
      <Field label={texts.partyName} optional>
        <TextInput
          value={name}
          maxLength={200}
          autoComplete="off"
          onChange={(event) => change(() => setName(event.target.value))}
        />
      </Field>
      <ErrorBanner title={texts.walkInFailed} says={add.error ? reservationErrorText(add.error) : null} />
    </FormDialog>
  );
}
