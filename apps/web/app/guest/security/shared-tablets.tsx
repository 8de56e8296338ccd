import { useState } from 'react';
import { useLocations } from '../../shared/site/site.ts';
import { api, type Answer } from '../../shared/api/api.ts';
import { useRequestState } from '../../shared/errors/use-step.ts';
import { errorText, errorTextOrServerMessage } from '../../shared/errors/error-text.ts';
import { markSignedOut } from '../../shared/offline/clear-stored-data.ts';
import { withFreshSignIn } from '../../shared/session/fresh-sign-in.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { FormDialog, SecretDialog } from '../../ui/form-dialog.tsx';
import { formatTime } from '../../ui/format.ts';
import { Select, TextInput } from '../../ui/inputs.tsx';
import { toast } from '../../ui/toasts.ts';
import styles from './devices.module.css';
import { tabletTexts as texts } from './texts.ts';

type Tablets = Answer<'getTablets'>;

/** Tablets shared by several people, and the PINs with which they switch. */
export function SharedTablets({
  shared,
  problem,
  placeIds,
  onChanged,
  onSetUp,
}: {
  shared: Tablets | null;
  /** Why the tablets could not be loaded. */
  problem: string | null;
  placeIds: readonly string[] | null;
  onChanged: () => void;
  onSetUp: () => void;
}) {
  const [newPin, setNewPin] = useState<{ name: string; pin: string } | null>(null);
  const [giving, setGiving] = useState<string | null>(null);
  const [ending, setEnding] = useState<Tablets['tablets'][number] | null>(null);
  const [setting, setSetting] = useState(false);

  async function give(userId: string) {
    setGiving(userId);
    try {
      setNewPin(await withFreshSignIn(() => api('createPin', { body: { userId } })));
    } catch (error) {
      toast.error(errorText(error));
    }
    setGiving(null);
    onChanged();
  }

  async function end(tabletId: string) {
    try {
      await api('removeTablet', { body: { tabletId } });
      toast.success(texts.ended);
    } catch (error) {
      toast.error(errorTextOrServerMessage(error, [404]));
    }
    setEnding(null);
    onChanged();
  }

  return (
    <section aria-labelledby="tablets" className="stack gap-12">
      <h2 id="tablets">{texts.title}</h2>
      <p className="soft text-sm">{texts.text}</p>
      {problem !== null && <Banner tone="bad">{problem}</Banner>}
      <ul className={styles.list}>
        {shared?.tablets.map((tablet) => (
          <li key={tablet.id} className="row flex-wrap between gap-8-16">
            <div className="grid min-width-0 break-anywhere">
              <b className="weight-600">{tablet.name}</b>
              <span className="hint">
                {[tablet.locationName, tablet.lastUsedAt && texts.used(formatTime(tablet.lastUsedAt, 'date-time'))]
                  .filter(Boolean)
                  .join(', ')}
              </span>
            </div>
            <Button look="quiet" size="sm" aria-label={texts.endOf(tablet.name)} onClick={() => setEnding(tablet)}>
              {texts.end}
            </Button>
          </li>
        ))}
      </ul>
      <div>
        <Button look="quiet" onClick={() => setSetting(true)}>
          {texts.setUp}
        </Button>
      </div>
      <h3>{texts.pins}</h3>
      <ul className={styles.list}>
        {shared?.people.map(({ userId, name, hasPin, isLocked, mayGive }) => (
          <li key={userId} className="row flex-wrap between gap-8-16">
            <span className="row flex-wrap gap-8 min-width-0 break-anywhere">
              <b className="weight-600">{name}</b>
              {isLocked ? <Badge tone="bad">{texts.locked}</Badge> : hasPin && <Badge tone="ok">{texts.hasPin}</Badge>}
            </span>
            <Button
              look="quiet"
              size="sm"
              aria-label={texts.giveTo(name)}
              busy={giving === userId}
              disabledReason={mayGive ? null : texts.mayNotGive}
              onClick={() => void give(userId)}
            >
              {hasPin ? texts.giveNew : texts.give}
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={ending !== null}
        title={texts.endTitle(ending?.name ?? '')}
        description={texts.endText}
        confirmLabel={texts.end}
        cancelLabel={texts.keep}
        look="danger-solid"
        onCancel={() => setEnding(null)}
        onConfirm={() => end(ending?.id ?? '')}
      />
      {newPin && <NewPin {...newPin} onClose={() => setNewPin(null)} />}
      {setting && <SetUpTablet placeIds={placeIds} onClose={() => setSetting(false)} onSetUp={onSetUp} />}
    </section>
  );
}

function NewPin({ name, pin, onClose }: { name: string; pin: string; onClose: () => void }) {
  return (
    <SecretDialog title={texts.newPinTitle(name)} closeLabel={texts.done} onClose={onClose}>
      <p className={`num text-center ${styles.given}`}>{pin}</p>
      <Banner tone="warn">{texts.newPinText}</Banner>
    </SecretDialog>
  );
}

function SetUpTablet({
  placeIds,
  onClose,
  onSetUp,
}: {
  placeIds: readonly string[] | null;
  onClose: () => void;
  onSetUp: () => void;
}) {
  const places = useLocations().filter(({ id }) => placeIds === null || placeIds.includes(id));
  const [locationId, setLocationId] = useState(places[0]?.id ?? '');
  const [name, setName] = useState('');
  const [checked, setChecked] = useState(false);
  const { busy, problem, submit } = useRequestState(async () => {
    setChecked(true);
    if (name.trim() === '') return;
    await withFreshSignIn(() => api('setUpTablet', { body: { locationId, name: name.trim() } }));
    markSignedOut();
    onSetUp();
  });

  return (
    <FormDialog
      title={texts.setUpTitle}
      description={texts.setUpText}
      confirmLabel={texts.setUp}
      cancelLabel={texts.cancel}
      busy={busy}
      onClose={onClose}
      onSubmit={submit}
    >
      <Field label={texts.place}>
        <Select value={locationId} onChange={(event) => setLocationId(event.target.value)}>
          {places.map((place) => (
            <option key={place.id} value={place.id}>
              {place.name}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        label={texts.name}
        hint={texts.nameHint}
        error={checked && name.trim() === '' ? texts.nameRequired : problem}
        required
      >
        <TextInput value={name} maxLength={60} autoComplete="off" onChange={(event) => setName(event.target.value)} />
      </Field>
    </FormDialog>
  );
}
