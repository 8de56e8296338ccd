import { useState } from 'react';
import { say } from '@tiffin/domain/core';
import { useCall } from '../../shared/api/use-call.ts';
import { Field } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { NamedOptions, Select } from '../../ui/inputs.tsx';
import { toast } from '../../ui/toasts.ts';
import { SecretShown } from '../../ui/secret-shown.tsx';
import type { ReservationLocations } from './use-reservations.ts';

/** Creates the address under which somebody's own calendar shows the reservations of a location. */
export function CalendarDialog({ places, onClose }: { places: ReservationLocations; onClose: () => void }) {
  const [locationId, setLocationId] = useState(places.all[0]?.id ?? '');
  const [made, setMade] = useState<string | null>(null);
  const failed = say`The address was not created`;
  const { send, isBusy } = useCall('createCalendarFeed', {
    failed,
    onDone({ address }) {
      if (address === null) toast.error(failed, { description: say`It cannot be shown again. Create another one.` });
      setMade(address);
    },
  });
  if (made !== null) {
    return (
      <SecretShown
        title={say`Address of your calendar`}
        warning={say`Add it in your calendar under “From URL” or “Subscribe”. You see it only now. Keep it to yourself: whoever has it sees the reservations.`}
        secret={made}
        copy={say`Copy the address`}
        onClose={onClose}
      />
    );
  }
  return (
    <FormDialog
      title={say`Reservations in your calendar`}
      description={say`Your calendar shows the reservations and special hours, with shortened names, and keeps up with changes. A new address ends your earlier one.`}
      confirmLabel={say`Create my address`}
      busy={isBusy}
      onSubmit={() => void send({ locationId })}
      onClose={onClose}
    >
      {places.all.length > 1 && (
        <Field label={say`Location`}>
          <Select value={locationId} onChange={({ target }) => setLocationId(target.value)}>
            <NamedOptions options={places.all} />
          </Select>
        </Field>
      )}
    </FormDialog>
  );
}
