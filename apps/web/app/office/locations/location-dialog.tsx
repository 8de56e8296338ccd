import { useState } from 'react';
import { checkLocationForm } from '@tiffin/domain/locations';
import { savedMeanwhile } from '../../shared/live/event-payload.ts';
import { newKey } from '../../shared/api/new-key.ts';
import { wordsOrSaid } from '../../shared/errors/words.ts';
import { EditDialog, TextField } from '../../ui/form-fields.tsx';
import { toast } from '../../ui/toasts.ts';
import { useForm } from '../../ui/use-form.ts';
import { useLocationActions } from './actions.ts';
import { DeliveryFields } from './delivery-fields.tsx';
import { FixedIdField, NewIdField, useTakenIds } from './id-field.tsx';
import type { ManagedLocation } from './location-data.ts';
import styles from './locations.module.css';
import { ContactFields, KitchenFields, SwitchFields, TimeFields } from './location-inputs.tsx';
import { locationForm } from './location-codec.ts';
import { TaxFields } from './tax-fields.tsx';
import { texts } from './texts.ts';

/** A location to be added or edited. */
export function LocationDialog({
  location,
  others,
  onClose,
}: {
  /** null: a new one. */
  location: ManagedLocation | null;
  others: readonly ManagedLocation[];
  onClose: () => void;
}) {
  const { add, update } = useLocationActions();
  const [id, setId] = useState(location?.id ?? '');
  // A second try at the same form opens no second location.
  const [key] = useState(newKey);
  const isTaken = useTakenIds(
    location ? '' : id,
    others.map((other) => other.id),
  );
  const form = useForm(locationForm, location, {
    check: (draft) => checkLocationForm({ ...draft, id }, location ? 'edit' : 'add', isTaken),
    save: async ({ values, updates, base }) => {
      if (base && Object.keys(updates).length === 0) return onClose();
      const { queued } = base
        ? await update({ locationId: base.id, updates, version: base.version })
        : await add({ key, body: { location: { id, ...values } } });
      if (queued) toast.info(texts.queued);
      else toast.success((base ? texts.done.saved : texts.done.added)(values.name));
      return onClose();
    },
    savedMeanwhile: (error) => savedMeanwhile<ManagedLocation>(error, 'location', 'version'),
    refused: (error) => wordsOrSaid(error, [400, 404, 409]),
  });

  return (
    <EditDialog
      form={form}
      className={`stack ${styles.form}`}
      title={location ? texts.form.edit : texts.form.add}
      cancel={texts.form.cancel}
      save={location ? texts.form.update : texts.form.add}
      failed={texts.saveFailed}
      conflict={texts.changedMeanwhile}
      onClose={onClose}
    >
      <div className="stack gap-16 two-from-600">
        <TextField {...form.at('name')} />
        {location ? (
          <FixedIdField id={id} />
        ) : (
          <NewIdField id={id} name={form.draft.name} error={form.problems.id} isTaken={isTaken} onChange={setId} />
        )}
      </div>
      <ContactFields form={form} />
      <TimeFields form={form} />
      <KitchenFields form={form} />
      <DeliveryFields form={form} />
      <TaxFields form={form} location={location} />
      <SwitchFields form={form} />
    </EditDialog>
  );
}
