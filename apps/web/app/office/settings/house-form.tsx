import { savedMeanwhile } from '../../shared/live/event-payload.ts';
import { useLocations } from '../../shared/site/site.ts';
import { wordsFor } from '../../shared/errors/words.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Conflict, CONFLICT_TEXT } from '../../ui/conflict.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EditForm, SelectField, TextField } from '../../ui/form-fields.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toasts.ts';
import { useForm } from '../../ui/use-form.ts';
import styles from './house-form.module.css';
import { LogoField } from './logo-field.tsx';
import { asSent, asTyped, settingsForm } from './settings-form.ts';
import { settingsTexts as texts } from './texts.ts';
import { useUpdateSettings, type Settings } from './use-settings.ts';

/** Who the house is. Two may have it open: the second to save is shown what the first one changed. */
export function HouseForm({ settings }: { settings: Settings }) {
  const locations = useLocations();
  const update = useUpdateSettings();
  const form = useForm(settingsForm, asTyped(settings), {
    save: async ({ values, updates, base }) => {
      if (Object.keys(updates).length === 0) return toast.info(texts.unchanged);
      const { settings: saved } = await update.mutateAsync({
        settings: asSent(updates, values),
        updatedAt: base?.updatedAt ?? null,
      });
      form.restart(asTyped(saved));
      return toast.success(texts.saved);
    },
    savedMeanwhile: (error) => {
      const theirs = savedMeanwhile<Settings>(error, 'settings', 'name');
      return theirs && asTyped(theirs);
    },
    refused: (error) => {
      toast.error(texts.saveFailed, { description: wordsFor(error) });
      return null;
    },
    onWrong: () => toast.error(texts.fixErrors),
  });
  const { at } = form;

  return (
    <EditForm form={form} className={styles.form}>
      <Panel title={texts.house}>
        <p className="hint">{texts.houseNote}</p>
        <div className={styles.fields}>
          <TextField {...at('name')} />
          <TextField {...at('legalName')} />
          <TextField {...at('tagline')} />
          <TextField {...at('phone')} />
          <TextField {...at('email')} />
          <TextField {...at('supportEmail')} />
          <TextField {...at('address')} />
          <TextField {...at('hstNumber')} />
          <SelectField {...at('defaultLocationId')}>
            {locations.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
          <LogoField logoUrl={at('logoUrl').value} onLogo={at('logoUrl').onValue} />
        </div>
      </Panel>
      <Panel title={texts.sender}>
        <p className="hint">{texts.senderNote}</p>
        <div className={styles.fields}>
          <TextField {...at('senderName')} />
          <TextField {...at('senderEmail')} />
        </div>
        <TextField {...at('senderAddress')} />
        {at('senderAddress').value.trim() === '' && <Banner tone="warn">{texts.senderAddressMissing}</Banner>}
      </Panel>
      <Button type="submit" busy={form.busy}>
        {texts.save}
      </Button>
      <Dialog
        open={form.changes.length > 0}
        // Looked at and settled, never waved away: the next save would overwrite what was not seen.
        dismissable={false}
        onClose={form.settle}
        title={texts.conflictTitle}
        description={CONFLICT_TEXT}
        footer={<Button onClick={form.settle}>{texts.done}</Button>}
      >
        <Conflict form={form} />
      </Dialog>
    </EditForm>
  );
}
