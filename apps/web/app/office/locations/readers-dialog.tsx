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
import { readersTexts as texts } from './texts.ts';

type Readers = Answer<'getReaders'>;

/** The card readers of a location: added by the code they display, named and removed. */
export function ReadersDialog({ location, onClose }: { location: ManagedLocation; onClose: () => void }) {
  const found = useReaders(location.id);
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.title(location.name)}
      description={texts.intro}
      closeLabel={texts.close}
    >
      <div className="stack gap-16">
        <Loaded query={found} failed={texts.loadFailed} rows={1} height={96} level={3}>
          {({ readers, canAdd }) => (
            <>
              {readers.length === 0 && <p>{texts.none}</p>}
              <ul className="stack gap-8">
                {readers.map((reader) => (
                  <ReaderRow key={reader.readerId} reader={reader} locationId={location.id} />
                ))}
              </ul>
              {canAdd ? (
                <AddReader locationId={location.id} isFirst={readers.length === 0} />
              ) : (
                <Banner>{texts.notHere}</Banner>
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
    done: () => texts.removed(name),
    failed: texts.removeFailed,
    changes: [readersKey(locationId)],
  });
  return (
    <li className="row between gap-12">
      <span>
        <b className="weight-600">{name}</b>
        <small className="hint block">{texts.machine(device, serial)}</small>
      </span>
      <ConfirmButton
        look="ghost"
        size="sm"
        aria-label={texts.removeOf(name)}
        disabledReason={useOnline() ? null : texts.offline}
        question={{
          title: texts.removeTitle(name),
          text: texts.removeText,
          confirm: texts.remove,
          look: 'danger-solid',
        }}
        onConfirm={() => remove.send({ readerId })}
      >
        {texts.remove}
      </ConfirmButton>
    </li>
  );
}

const readerForm = formOf({
  code: textField(texts.code, {
    hint: texts.codeHint,
    missing: texts.codeNeeded,
    input: { maxLength: 100, autoCapitalize: 'none' },
  }),
  name: textField(texts.name, { hint: texts.nameHint, missing: texts.nameNeeded, input: { maxLength: 40 } }),
  /** Only for the first reader. */
  city: textField(texts.city, { hint: texts.cityHint, required: true, input: { maxLength: 100 } }),
});

function AddReader({ locationId, isFirst }: { locationId: string; isFirst: boolean }) {
  const online = useOnline();
  const form = useRecordForm(readerForm, null, {
    call: 'registerReader',
    check: ({ city }) => (isFirst && city.trim() === '' ? { city: texts.cityNeeded } : {}),
    body: ({ values: { city, ...reader } }) => ({ locationId, ...reader, ...(isFirst && { city }) }),
    done: ({ reader }) => texts.added(reader.name),
    changes: [readersKey(locationId)],
    next: () => null,
  });
  return (
    <EditForm form={form} className="stack gap-12" failed={texts.addFailed}>
      <TextField {...form.at('code')} />
      <TextField {...form.at('name')} />
      {isFirst && <TextField {...form.at('city')} />}
      <Button type="submit" busy={form.busy} disabledReason={online ? null : texts.offline}>
        {texts.add}
      </Button>
    </EditForm>
  );
}
