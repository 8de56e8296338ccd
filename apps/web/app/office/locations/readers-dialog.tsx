import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { api, type Answer } from '../../shared/api/api.ts';
import { newKey } from '../../shared/api/new-key.ts';
import { errorText, errorTextOrServerMessage } from '../../shared/errors/error-text.ts';
import { useOnline } from '../../shared/offline/online.ts';
import { readersKey, useReaders } from '../../shared/payment/use-readers.ts';
import { Banner, ErrorBanner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toasts.ts';
import type { ManagedLocation } from './location-data.ts';
import { readersTexts as texts } from './texts.ts';

type Reader = Answer<'getReaders'>['readers'][number];

/** The card readers of a location: added by the code they display, named and removed. */
export function ReadersDialog({ location, onClose }: { location: ManagedLocation; onClose: () => void }) {
  const client = useQueryClient();
  const found = useReaders(location.id);
  const [removing, setRemoving] = useState<Reader | null>(null);
  const reload = () => client.invalidateQueries({ queryKey: readersKey(location.id) });

  async function remove({ readerId, name }: Reader) {
    try {
      await api('removeReader', { body: { readerId } });
      toast.success(texts.removed(name));
    } catch (error) {
      toast.error(texts.removeFailed, { description: errorTextOrServerMessage(error, [404, 409]) });
    }
    setRemoving(null);
    await reload();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.title(location.name)}
      description={texts.intro}
      closeLabel={texts.close}
    >
      <div className="stack gap-16">
        {found.isPending && (
          <Loading label={texts.loading}>
            <Skeleton height={96} />
          </Loading>
        )}
        {found.isError && <LoadFailure error={found.error} onRetry={() => void found.refetch()} />}
        {found.data?.readers.length === 0 && <p>{texts.none}</p>}
        {found.data && found.data.readers.length > 0 && (
          <ReaderList readers={found.data.readers} onRemove={setRemoving} />
        )}
        {found.data && !found.data.canAdd && <Banner>{texts.notHere}</Banner>}
        {found.data?.canAdd && (
          <AddReader locationId={location.id} isFirst={found.data.readers.length === 0} onAdded={() => void reload()} />
        )}
      </div>
      <ConfirmDialog
        open={removing !== null}
        title={texts.removeTitle(removing?.name ?? '')}
        description={texts.removeText}
        confirmLabel={texts.remove}
        cancelLabel={texts.keep}
        look="danger-solid"
        onConfirm={() => (removing ? remove(removing) : undefined)}
        onCancel={() => setRemoving(null)}
      />
    </Dialog>
  );
}

function LoadFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <Banner
      tone="bad"
      announce="alert"
      title={texts.loadFailed}
      action={
        <Button look="ghost" onClick={onRetry}>
          {texts.tryAgain}
        </Button>
      }
    >
      {errorText(error)}
    </Banner>
  );
}

function ReaderList({ readers, onRemove }: { readers: readonly Reader[]; onRemove: (reader: Reader) => void }) {
  const online = useOnline();
  return (
    <ul className="stack gap-8">
      {readers.map((reader) => (
        <li className="row between gap-12" key={reader.readerId}>
          <span>
            <b className="weight-600">{reader.name}</b>
            <small className="hint block">{texts.machine(reader.device, reader.serial)}</small>
          </span>
          <Button
            look="ghost"
            size="sm"
            aria-label={texts.removeOf(reader.name)}
            disabledReason={online ? null : texts.offline}
            onClick={() => onRemove(reader)}
          >
            {texts.remove}
          </Button>
        </li>
      ))}
    </ul>
  );
}

function AddReader({ locationId, isFirst, onAdded }: AddReaderProps) {
  const online = useOnline();
  const { draft, type, missing, refusal, isSaving, add } = useNewReader({ locationId, isFirst, onAdded });
  return (
    <form
      className="stack gap-12"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <Field label={texts.code} hint={texts.codeHint} error={missing('code', texts.codeNeeded)} required>
        <TextInput
          autoComplete="off"
          autoCapitalize="none"
          maxLength={100}
          value={draft.code}
          onChange={(event) => type({ code: event.target.value })}
        />
      </Field>
      <Field label={texts.name} hint={texts.nameHint} error={missing('name', texts.nameNeeded)} required>
        <TextInput
          autoComplete="off"
          maxLength={40}
          value={draft.name}
          onChange={(event) => type({ name: event.target.value })}
        />
      </Field>
      {isFirst && (
        <Field label={texts.city} hint={texts.cityHint} error={missing('city', texts.cityNeeded)} required>
          <TextInput
            autoComplete="off"
            maxLength={100}
            value={draft.city}
            onChange={(event) => type({ city: event.target.value })}
          />
        </Field>
      )}
      <ErrorBanner title={texts.addFailed} says={refusal} />
      <Button type="submit" busy={isSaving} disabledReason={online ? null : texts.offline}>
        {texts.add}
      </Button>
    </form>
  );
}

interface AddReaderProps {
  locationId: string;
  /** The first reader also needs the city of the location. */
  isFirst: boolean;
  onAdded: () => void;
}

function useNewReader({ locationId, isFirst, onAdded }: AddReaderProps) {
  const [draft, setDraft] = useState({ code: '', name: '', city: '' });
  const [isSubmitted, setSubmitted] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [key, setKey] = useState(newKey);
  const isEmpty = (field: keyof typeof draft) => draft[field].trim() === '';

  async function add() {
    setSubmitted(true);
    if (isSaving || isEmpty('code') || isEmpty('name') || (isFirst && isEmpty('city'))) return;
    setSaving(true);
    setRefusal(null);
    const { code, name, city } = draft;
    const body = { locationId, code: code.trim(), name: name.trim(), ...(isFirst && { city: city.trim() }) };
    try {
      const { reader } = await api('registerReader', { body }, { idempotencyKey: key });
      toast.success(texts.added(reader.name));
      setDraft((before) => ({ ...before, code: '', name: '' }));
      setSubmitted(false);
      setKey(newKey());
      onAdded();
    } catch (error) {
      setRefusal(errorTextOrServerMessage(error, [400, 404, 409]));
    }
    setSaving(false);
  }

  return {
    draft,
    type(typed: Partial<typeof draft>) {
      setKey(newKey());
      setRefusal(null);
      setDraft((before) => ({ ...before, ...typed }));
    },
    missing: (field: keyof typeof draft, words: string) => (isSubmitted && isEmpty(field) ? words : null),
    refusal,
    isSaving,
    add,
  };
}
