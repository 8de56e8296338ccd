import { VEHICLE_MOST } from '@tiffin/domain/order';
import { RadioCards } from '../../ui/boxes.tsx';
import { TextField } from './checkout-fields.tsx';
import { texts } from './texts.ts';
import type { Details } from './use-details.ts';

const { curbside: words } = texts;

/** Pickup at the counter, or out to the car and what it looks like. */
export function CurbsidePart({ details }: { details: Details }) {
  const { draft, change, mend } = details;
  return (
    <>
      <RadioCards<'counter' | 'car'>
        legend={words.legend}
        value={draft.curbside === '' ? 'counter' : 'car'}
        onValue={(where) => {
          change({ curbside: where === 'car' ? 'yes' : '' });
          mend(['vehicle']);
        }}
        options={[
          { value: 'counter', label: words.counter, hint: words.counterHint },
          { value: 'car', label: words.car, hint: words.carHint },
        ]}
      />
      {draft.curbside !== '' && (
        <TextField
          details={details}
          name="vehicle"
          label={words.vehicle}
          hint={words.vehicleHint}
          required
          autoComplete="off"
          maxLength={VEHICLE_MOST}
        />
      )}
    </>
  );
}
