import { useState } from 'react';
import { say } from '@tiffin/domain/core';
import { useCall } from '../../shared/api/use-call.ts';
import { Field } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { NamedOptions, Select } from '../../ui/inputs.tsx';
import { toast } from '../../ui/toasts.ts';
import { SecretShown } from '../../ui/secret-shown.tsx';
import type { ReservationLocations } from './use-reservations.ts';

/** Creates the address that a calendar subscribes to, to show the reservations of a location. */
export function CalendarDialog({ locations, onClose }: { locations: ReservationLocations; onClose: () => void }) {
  const [locationId, setLocationId] = useState(locations.all[0]?.id ?? '');
  const [address, setAddress] = useState<string | null>(null);
  const failed = say`The address was not created`;
  const { send, isBusy } = useCall('createCalendarFeed', {
    failed,
    onDone({ address: created }) {
      // The address of a repeated request is not sent again.
      if (created === null) toast.error(failed, { description: say`It cannot be shown again. Create another one.` });
      setAddress(created);
    },
  });
  if (address !== null) {
    return (
      <SecretShown
        title={say`Address of your calendar`}
        warning={say`Add it in your calendar under “From URL” or “Subscribe”. You see it only now. Keep it to yourself: whoever has it sees the reservations.`}
        secret={address}
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
      {locations.all.length > 1 && (
        <Field label={say`Location`}>
          <Select value={locationId} onChange={({ target }) => setLocationId(target.value)}>
            <NamedOptions options={locations.all} />
          </Select>
        </Field>
      )}
    </FormDialog>
  );
}
