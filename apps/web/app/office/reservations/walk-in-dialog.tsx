import { useState } from 'react';
import { say } from '@tiffin/domain/core';
import { JOINED_NAME_MAX } from '@tiffin/domain/floor';
import { ApiError } from '../../shared/api/api-error.ts';
import { useCall } from '../../shared/api/use-call.ts';
import { PartyStepper } from '../../shared/reservation/party-stepper.tsx';
import { TakenTable } from '../../shared/reservation/taken-table.tsx';
import { useServerForm } from '../../shared/page/use-record-form.ts';
import { Banner } from '../../ui/banner.tsx';
import { formOf, optionalText, textField, valueField } from '../../ui/form.ts';
import { EditDialog, TextField } from '../../ui/form-fields.tsx';
import { guestsText, type HostDay } from './reservation.ts';
import { floorKey, RESERVATIONS_KEY } from './use-reservations.ts';
import { seatsLeftText, slotNow } from './walk-in.ts';

const walkInForm = formOf({
  partySize: valueField(say`How many guests?`, 2),
  tableNumber: optionalText(say`Table`, { input: { maxLength: JOINED_NAME_MAX, autoCapitalize: 'characters' } }),
  name: textField(say`Name of the party`, { optional: true, input: { maxLength: 200 } }),
});

/** Seats a party without a reservation. If the seats are taken, the host decides. */
export function WalkInDialog({ day, locationId, onClose }: { day: HostDay; locationId: string; onClose: () => void }) {
  const now = new Date(day.asOf);
  /** The size of a party for which the server found no seats. */
  const [refusedSize, setRefusedSize] = useState<number | null>(null);
  const { sendOrThrow } = useCall('addWalkIn', {
    doneText: (_answer, { partySize }) => say`${guestsText(partySize)} seated`,
    changes: [RESERVATIONS_KEY, floorKey(locationId)],
    onDone: onClose,
    onFailed(error, { partySize }) {
      const isFull = error instanceof ApiError && (error.code === 'slot-unavailable' || error.code === 'time-full');
      setRefusedSize(isFull ? partySize : null);
      return false;
    },
  });
  const isFullFor = (size: number) => refusedSize === size || (slotNow(day, now)?.seatsLeft ?? 0) < size;
  const form = useServerForm(walkInForm, {
    save: ({ values }) => sendOrThrow({ ...values, locationId, evenIfFull: isFullFor(values.partySize) }),
  });
  const { at, draft } = form;
  const isFull = isFullFor(draft.partySize);
  return (
    <EditDialog
      form={form}
      size="sm"
      title={say`Walk-in`}
      save={isFull ? say`Seat them anyway` : say`Seat them`}
      failed={say`The party was not seated`}
      onClose={onClose}
    >
      <PartyStepper value={draft.partySize} onValue={at('partySize').onValue} />
      <Banner tone={isFull ? 'warn' : 'info'} announce="status">
        {isFull
          ? `${say`There are not enough seats for this party.`} ${seatsLeftText(day, now)}`
          : seatsLeftText(day, now)}
      </Banner>
      <TextField {...at('tableNumber')} />
      <TakenTable locationId={locationId} timeZone={day.timeZone} table={draft.tableNumber} name={draft.name} />
      <TextField {...at('name')} />
    </EditDialog>
  );
}
