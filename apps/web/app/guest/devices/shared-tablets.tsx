import { useEffect, useState, type FormEvent } from 'react';
import { useLocations } from '../../shared/site/site.ts';
import { api, type Answer } from '../../shared/api/api.ts';
import { wordsFor, wordsOrSaid } from '../../shared/errors/words.ts';
import { leaving } from '../../shared/offline/forget.ts';
import { freshly } from '../../shared/session/freshly.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { formatTime } from '../../ui/format.ts';
import { Select, TextInput } from '../../ui/inputs.tsx';
import { toast } from '../../ui/toasts.ts';
import styles from './devices.module.css';
import { tabletTexts as texts } from './texts.ts';

interface State {
  readonly shared: Answer<'getTablets'> | null;
  readonly problem: string | null;
}

async function readShared(): Promise<State> {
  try {
    return { shared: await api('getTablets'), problem: null };
  } catch (error) {
    return { shared: null, problem: wordsFor(error) };
  }
}

/** Tablets that several people work at, and the PINs they change over with. */
export function SharedTablets({ placeIds, onSetUp }: { placeIds: readonly string[] | null; onSetUp: () => void }) {
  const [{ shared, problem }, setState] = useState<State>({ shared: null, problem: null });
  const [given, setGiven] = useState<{ name: string; pin: string } | null>(null);
  const [setting, setSetting] = useState(false);

  useEffect(() => void readShared().then(setState), []);

  async function give(userId: string) {
    try {
      setGiven(await freshly(() => api('givePin', { body: { userId } })));
    } catch (error) {
      toast.error(wordsFor(error));
    }
    setState(await readShared());
  }

  async function end(tabletId: string) {
    try {
      await api('endTablet', { body: { tabletId } });
      toast.success(texts.ended);
    } catch (error) {
      toast.error(wordsOrSaid(error, [404]));
    }
    setState(await readShared());
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
            <Button look="quiet" size="sm" aria-label={texts.endOf(tablet.name)} onClick={() => void end(tablet.id)}>
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
              disabledReason={mayGive ? null : texts.mayNotGive}
              onClick={() => void give(userId)}
            >
              {hasPin ? texts.giveNew : texts.give}
            </Button>
          </li>
        ))}
      </ul>
      {given && <GivenPin {...given} onClose={() => setGiven(null)} />}
      {setting && <SetUpTablet placeIds={placeIds} onClose={() => setSetting(false)} onSetUp={onSetUp} />}
    </section>
  );
}

/** Shown this once: it closes only by its button. */
function GivenPin({ name, pin, onClose }: { name: string; pin: string; onClose: () => void }) {
  return (
    <Dialog
      open
      size="sm"
      dismissable={false}
      onClose={onClose}
      title={texts.givenTitle(name)}
      footer={<Button onClick={onClose}>{texts.done}</Button>}
    >
      <div className="stack gap-16">
        <p className={`num ${styles.given}`}>{pin}</p>
        <Banner tone="warn">{texts.givenText}</Banner>
      </div>
    </Dialog>
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
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    if (name.trim() === '' || busy) return;
    setBusy(true);
    try {
      await freshly(() => api('setUpTablet', { body: { locationId, name: name.trim() } }));
      leaving();
      onSetUp();
    } catch (error) {
      toast.error(wordsFor(error));
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      size="sm"
      onClose={onClose}
      dismissable={!busy}
      title={texts.setUpTitle}
      description={texts.setUpText}
      footer={
        <>
          <Button look="quiet" onClick={onClose} disabled={busy}>
            {texts.cancel}
          </Button>
          <Button type="submit" form="set-up-tablet" busy={busy}>
            {texts.setUp}
          </Button>
        </>
      }
    >
      <form id="set-up-tablet" noValidate className="stack gap-16" onSubmit={(event) => void submit(event)}>
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
          error={checked && name.trim() === '' ? texts.nameRequired : null}
          required
        >
          <TextInput value={name} maxLength={60} autoComplete="off" onChange={(event) => setName(event.target.value)} />
        </Field>
      </form>
    </Dialog>
  );
}
