import { useState, type FormEvent, type InputHTMLAttributes } from 'react';
import { savedMeanwhile } from '../../shared/live/event-payload.ts';
import { useLocations } from '../../shared/site/site.ts';
import { wordsFor } from '../../shared/errors/words.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Field as FieldBox } from '../../ui/field.tsx';
import { Select, TextInput } from '../../ui/inputs.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toasts.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { changesOf, differing, draftOf, LABELS, problemsOf, type Draft, type Field } from './draft.ts';
import styles from './house-form.module.css';
import { LogoField } from './logo-field.tsx';
import { settingsTexts as texts } from './texts.ts';
import { useUpdateSettings, type Settings } from './use-settings.ts';

/** Who the house is. Two may have it open: the second to save is shown what the first one changed. */
export function HouseForm({ settings }: { settings: Settings }) {
  // What the fields were filled from; another one's saving shows itself only when we save.
  const [read, setRead] = useState(settings);
  const [draft, setDraft] = useState<Draft>(() => draftOf(settings));
  const [checked, setChecked] = useState(false);
  const [theirs, setTheirs] = useState<Settings | null>(null);
  const locations = useLocations();
  const update = useUpdateSettings();
  const problems = checked ? problemsOf(draft) : {};
  const change = (what: Partial<Draft>) => setDraft((now) => ({ ...now, ...what }));

  async function save(before: Settings) {
    setChecked(true);
    if (Object.keys(problemsOf(draft)).length > 0) {
      toast.error(texts.fixErrors);
      return;
    }
    const changes = changesOf(draftOf(before), draft);
    if (Object.keys(changes).length === 0) {
      toast.info(texts.unchanged);
      return;
    }
    try {
      const { settings: saved } = await update.mutateAsync({ settings: changes, updatedAt: before.updatedAt });
      setRead(saved);
      setDraft(draftOf(saved));
      toast.success(texts.saved);
    } catch (error) {
      const present = savedMeanwhile<Settings>(error, 'settings', 'name');
      if (present) setTheirs(present);
      else toast.error(texts.saveFailed, { description: wordsFor(error) });
    }
  }

  function settle(fields: Partial<Draft>) {
    if (!theirs) return;
    // What we had not touched says what they say; the rest was chosen.
    const mine = differing(draftOf(read), draft);
    const present = draftOf(theirs);
    setDraft({ ...present, ...Object.fromEntries(mine.map((field) => [field, draft[field]])), ...fields });
    setRead(theirs);
    setTheirs(null);
  }

  const input = (
    field: Field,
    more: InputHTMLAttributes<HTMLInputElement> & { hint?: string; required?: boolean } = {},
  ) => {
    const { hint, required = false, ...rest } = more;
    return (
      <FieldBox label={LABELS[field]} error={problems[field]} required={required} {...(hint && { hint })}>
        <TextInput
          {...rest}
          value={draft[field]}
          autoComplete="off"
          onChange={(event) => change({ [field]: event.target.value })}
        />
      </FieldBox>
    );
  };

  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void save(read);
      }}
    >
      <Panel title={texts.house}>
        <p className={styles.note}>{texts.houseNote}</p>
        <div className={styles.fields}>
          {input('name', { maxLength: 100, required: true })}
          {input('legalName', { maxLength: 200, hint: texts.legalNameHint })}
          {input('tagline', { maxLength: 200 })}
          {input('phone', { type: 'tel', maxLength: 40 })}
          {input('email', { type: 'email', maxLength: 100, required: true })}
          {input('supportEmail', { type: 'email', maxLength: 100, required: true })}
          {input('address', { maxLength: 300 })}
          {input('hstNumber', { maxLength: 40, hint: texts.hstHint })}
          <FieldBox label={texts.defaultLocation}>
            <Select
              value={draft.defaultLocationId}
              onChange={(event) => change({ defaultLocationId: event.target.value })}
            >
              {locations.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          </FieldBox>
          <LogoField logoUrl={draft.logoUrl} onLogo={(logoUrl) => change({ logoUrl })} />
        </div>
      </Panel>
      <Panel title={texts.sender}>
        <p className={styles.note}>{texts.senderNote}</p>
        <div className={styles.fields}>
          {input('senderName', { maxLength: 100 })}
          {input('senderEmail', { type: 'email', maxLength: 100, required: true })}
        </div>
        {input('senderAddress', { maxLength: 300 })}
        {draft.senderAddress.trim() === '' && <Banner tone="warn">{texts.senderAddressMissing}</Banner>}
      </Panel>
      <Button type="submit" busy={update.isPending}>
        {texts.save}
      </Button>
      {theirs && (
        <ConflictDialog
          mine={draft}
          read={draftOf(read)}
          theirs={draftOf(theirs)}
          onSettle={settle}
          onClose={() => setTheirs(null)}
        />
      )}
    </form>
  );
}
