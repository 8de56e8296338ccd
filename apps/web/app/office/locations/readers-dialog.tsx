import { say } from '@tiffin/domain/core';
import type { Answer } from '../../shared/api/api.ts';
import { useCall } from '../../shared/api/use-call.ts';
import { useOnline } from '../../shared/offline/online.ts';
import { Loaded } from '../../shared/page/loaded.tsx';
import { useRecordForm } from '../../shared/page/use-record-form.ts';
import { readersKey, useReaders } from '../../shared/payment/use-readers.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { formOf, textField } from '../../ui/form.ts';
import { EditForm, TextField } from '../../ui/form-fields.tsx';
import type { ManagedLocation } from './location-data.ts';

const OFFLINE = say`Adding and removing card readers needs the internet.`;

type Readers = Answer<'getReaders'>;

/** The card readers of a location: added by the code they display, named and removed. */
export function ReadersDialog({ location, onClose }: { location: ManagedLocation; onClose: () => void }) {
  const query = useReaders(location.id);
  return (
    <Dialog
      onClose={onClose}
      title={say`Card readers of ${location.name}`}
      description={say`The till sends the amount to the reader. Nobody has to type it.`}
    >
      <div className="stack gap-16">
        <Loaded query={query} failed={say`The card readers could not be loaded`} rows={1} height={96} level={3}>
          {({ readers, canAdd }) => (
            <>
              {readers.length === 0 && <p>{say`No card reader yet.`}</p>}
              <ul className="stack gap-8">
                {readers.map((reader) => (
                  <ReaderRow key={reader.readerId} reader={reader} locationId={location.id} />
                ))}
              </ul>
              {canAdd ? (
                <AddReader locationId={location.id} isFirst={readers.length === 0} />
              ) : (
                <Banner>{say`The card provider in use has no card readers. Connect Stripe to add one.`}</Banner>
              )}
            </>
          )}
        </Loaded>
      </div>
    </Dialog>
  );
}

function ReaderRow({ reader, locationId }: { reader: Readers['readers'][number]; locationId: string }) {
  const { readerId, name, device, serial } = reader;
  const remove = useCall('removeReader', {
    doneText: () => say`${name} was removed`,
    failed: say`The reader was not removed`,
    changes: [readersKey(locationId)],
  });
  return (
    <li className="row between gap-12">
      <span>
        <b className="weight-600">{name}</b>
        <small className="hint block">{`${device}, ${serial}`}</small>
      </span>
      <ConfirmButton
        look="ghost"
        size="sm"
        aria-label={say`Remove ${name}`}
        disabledReason={useOnline() ? null : OFFLINE}
        question={{
          title: say`Remove ${name}?`,
          text: say`Tills can no longer send it payments. Payments it took stay.`,
          confirm: say`Remove`,
          look: 'danger-solid',
        }}
        onConfirm={() => remove.send({ readerId })}
      >
        {say`Remove`}
      </ConfirmButton>
    </li>
  );
}

const readerForm = formOf({
  code: textField(say`Code on the reader`, {
    hint: say`On the reader: Settings, Generate pairing code. Three words.`,
    missing: say`Please type the code that the reader shows.`,
    input: { maxLength: 100, autoCapitalize: 'none' },
  }),
  name: textField(say`Name`, {
    hint: say`The name shown at the till: Counter 1`,
    missing: say`Please give the reader a name.`,
    input: { maxLength: 40 },
  }),
  /** Shown only for the first reader, so `check` asks for it there instead of `missing`. */
  city: textField(say`Town`, {
    hint: say`The town of the location. The card provider asks for it once.`,
    required: true,
    input: { maxLength: 100 },
  }),
});

function AddReader({ locationId, isFirst }: { locationId: string; isFirst: boolean }) {
  const online = useOnline();
  const form = useRecordForm(readerForm, {
    call: 'registerReader',
    check: ({ city }) => (isFirst && city.trim() === '' ? { city: say`Please enter the town of the location.` } : {}),
    body: ({ values: { city, ...reader } }) => ({ locationId, ...reader, city: isFirst ? city : undefined }),
    doneText: ({ reader }) => say`${reader.name} was added`,
    changes: [readersKey(locationId)],
    restartsAfterSave: true,
  });
  return (
    <EditForm form={form} className="stack gap-12" failed={say`The reader was not added`}>
      <TextField {...form.at('code')} />
      <TextField {...form.at('name')} />
      {isFirst && <TextField {...form.at('city')} />}
      <Button type="submit" busy={form.busy} disabledReason={online ? null : OFFLINE}>
        {say`Add a reader`}
      </Button>
    </EditForm>
  );
}
