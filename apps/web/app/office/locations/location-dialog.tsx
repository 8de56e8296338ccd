import { useRef, useState, type FormEvent } from 'react';
import { savedMeanwhile } from '../../shared/live/event-payload.ts';
import { newKey } from '../../shared/api/new-key.ts';
import { wordsOrSaid } from '../../shared/errors/words.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Conflict } from '../../ui/conflict.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import { toast } from '../../ui/toasts.ts';
import { useLocationActions, type Outcome } from './actions.ts';
import {
  draftOf,
  fieldsFrom,
  fieldsOf,
  NEW_DRAFT,
  problemsOf,
  reconcile,
  updatesOf,
  withField,
  type Clash,
  type Draft,
  type Fields,
  type Problems,
} from './draft.ts';
import { FixedIdField, NewIdField, useTakenIds } from './id-field.tsx';
import type { ManagedLocation } from './location-data.ts';
import styles from './location-dialog.module.css';
import { ContactFields, KitchenFields, TimeFields } from './location-fields.tsx';
import { readable } from './readable.ts';
import { texts } from './texts.ts';

const FORM = 'location-form';

interface Base {
  readonly fields: Fields;
  readonly version: number;
}

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
  const { form } = texts;
  const { add, update } = useLocationActions();
  const [base, setBase] = useState<Base | null>(
    () => location && { fields: fieldsOf(location), version: location.version },
  );
  const [draft, setDraft] = useState<Draft>(() => (location ? draftOf(location.id, fieldsOf(location)) : NEW_DRAFT));
  const [problems, setProblems] = useState<Problems>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [clashes, setClashes] = useState<readonly Clash[]>([]);
  const [busy, setBusy] = useState(false);
  // A second try at the same form opens no second location.
  const [key] = useState(newKey);
  const box = useRef<HTMLFormElement>(null);
  const isTaken = useTakenIds(
    location ? '' : draft.id,
    others.map((other) => other.id),
  );

  function change(fields: Partial<Draft>) {
    setDraft((present) => ({ ...present, ...fields }));
    setProblems((present) => Object.fromEntries(Object.entries(present).filter(([field]) => !(field in fields))));
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const wrong = problemsOf(draft, location ? 'edit' : 'add', isTaken);
    setProblems(wrong);
    setFailure(null);
    if (Object.keys(wrong).length > 0) {
      // the first wrong field, once it has been marked
      requestAnimationFrame(() => box.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    setBusy(true);
    await (location && base ? save(location, base) : create());
    setBusy(false);
  }

  async function create() {
    const body = { location: { id: draft.id, ...fieldsFrom(draft) } };
    settle(await add({ key, body }), texts.done.added(draft.name.trim()));
  }

  async function save(edited: ManagedLocation, { fields, version }: Base) {
    const updates = updatesOf(fields, draft);
    if (Object.keys(updates).length === 0) return onClose();
    const outcome = await update({ locationId: edited.id, updates, version });
    const theirs = savedMeanwhile<ManagedLocation>(outcome.reason, 'location', 'version');
    if (!theirs) return settle(outcome, texts.done.saved(draft.name.trim()));
    const reconciled = reconcile(fields, draft, theirs);
    setBase({ fields: reconciled.base, version: reconciled.version });
    setDraft(reconciled.draft);
    return setClashes(reconciled.changes);
  }

  function settle(outcome: Outcome<unknown>, done: string) {
    if (!outcome.success) return setFailure(wordsOrSaid(outcome.reason, [400, 404, 409]));
    if (outcome.queued) toast.info(texts.queued);
    else toast.success(done);
    return onClose();
  }

  return (
    <Dialog
      open
      size="lg"
      onClose={onClose}
      dismissable={!busy}
      title={location ? form.edit : form.add}
      footer={
        <>
          <Button look="quiet" onClick={onClose} disabled={busy}>
            {form.cancel}
          </Button>
          <Button type="submit" form={FORM} busy={busy} className={styles.save}>
            {location ? form.update : form.add}
          </Button>
        </>
      }
    >
      <form id={FORM} ref={box} className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        {failure !== null && (
          <Banner tone="bad" announce="alert" title={texts.saveFailed}>
            {failure}
          </Banner>
        )}
        {clashes.length > 0 && (
          <Conflict
            texts={texts.conflict}
            changes={clashes}
            readable={readable}
            onChoose={(field, value) => setDraft(withField(draft, field, value))}
          />
        )}
        <div className={styles.two}>
          <Field label={form.name} error={problems.name} required>
            <TextInput value={draft.name} maxLength={100} onChange={(event) => change({ name: event.target.value })} />
          </Field>
          {location ? (
            <FixedIdField id={location.id} />
          ) : (
            <NewIdField
              id={draft.id}
              name={draft.name}
              error={problems.id}
              isTaken={isTaken}
              onChange={(id) => change({ id })}
            />
          )}
        </div>
        <ContactFields draft={draft} problems={problems} onChange={change} />
        <TimeFields draft={draft} problems={problems} onChange={change} />
        <KitchenFields draft={draft} problems={problems} onChange={change} />
      </form>
    </Dialog>
  );
}
