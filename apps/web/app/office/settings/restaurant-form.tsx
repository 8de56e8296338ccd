import { useRef, type ReactNode } from 'react';
import { ImagePlus, Trash2 } from 'lucide-react';
import {
  DEFAULT_COLOURS,
  PRICE_RANGES,
  RESTAURANT_LANGUAGES,
  languageName,
  withMainLanguage,
} from '@tiffin/domain/restaurant';
import { IMAGE_TYPES, pictureUrl, readPictureUrl, type PictureWidth } from '@tiffin/domain/menu';
import { conflictingVersion } from '../../shared/live/event-payload.ts';
import { officePaths } from '../../office-paths.ts';
import { useLocations } from '../../shared/site/site.ts';
import { errorText } from '../../shared/errors/error-text.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ColourField } from '../../ui/colour-field.tsx';
import { Conflict } from '../../ui/conflict.tsx';
import { texts as uiTexts } from '../../ui/texts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import {
  EditForm,
  MoneyField,
  SelectField,
  SwitchField,
  TextareaField,
  TextField,
  CheckField,
} from '../../ui/form-fields.tsx';
import { TextLink } from '../../ui/link.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toasts.ts';
import { useForm, type FieldProps } from '../../ui/use-form.ts';
import { MoneyFields } from './money-fields.tsx';
import { draftToRequest, settingsToDraft, settingsForm } from './settings-codec.ts';
import { settingsTexts as texts } from './texts.ts';
import { useUpdateSettings, type Settings } from './use-settings.ts';
import { useBrandImage } from '../../shared/api/brand-image.ts';
import { FieldError } from '../../ui/field.tsx';
import { Progress } from '../../ui/figures.tsx';
import styles from './settings.module.css';

/** The restaurant's details. If two people edit them, the second to save sees the first one's changes. */
export function RestaurantForm({ settings }: { settings: Settings }) {
  const form = useSettingsForm(settings);
  const { at } = form;
  return (
    <EditForm form={form} className={`stack gap-14 content-start ${styles.form}`}>
      <RestaurantPanel at={at} />
      <LookPanel at={at} />
      <NotedPanel title={texts.money} note={texts.moneyNote}>
        <div className={styles.fields}>
          <MoneyFields currency={at('currency')} coin={at('coin')} />
        </div>
      </NotedPanel>
      <NotedPanel title={texts.languages} note={texts.languagesNote}>
        <LanguageFields {...at('languages')} before={settings.languages} />
      </NotedPanel>
      <NotedPanel title={texts.discounts} note={texts.discountsNote}>
        <div className={styles.fields}>
          <TextField {...at('staffDiscountPercent')} />
          <MoneyField {...at('staffDiscountMost')} />
        </div>
      </NotedPanel>
      <NotedPanel title={texts.unknownGuests} note={texts.unknownGuestsNote}>
        <div className={styles.fields}>
          <TextField {...at('textsTo')} />
          <TextField {...at('strangersTextsMost')} />
        </div>
      </NotedPanel>
      <NotedPanel title={texts.securityLog} note={texts.securityLogNote}>
        <div className={styles.fields}>
          <TextField {...at('securityAddressDays')} />
        </div>
      </NotedPanel>
      <NotedPanel title={texts.privacy} note={texts.privacyNote}>
        <div className={styles.fields}>
          <TextField {...at('forgetGuestsAfterMonths')} />
        </div>
      </NotedPanel>
      <NotedPanel title={texts.sender} note={texts.senderNote}>
        <div className={styles.fields}>
          <TextField {...at('senderName')} />
          <TextField {...at('senderEmail')} />
        </div>
        <TextField {...at('senderAddress')} />
        {at('senderAddress').value.trim() === '' && <Banner tone="warn">{texts.senderAddressMissing}</Banner>}
      </NotedPanel>
      <Button type="submit" busy={form.busy}>
        {texts.save}
      </Button>
      <Dialog
        open={form.changes.length > 0}
        // The conflict must be resolved, because the next save would overwrite unseen changes.
        dismissable={false}
        onClose={form.settle}
        title={texts.conflictTitle}
        description={uiTexts.clash}
        footer={<Button onClick={form.settle}>{texts.done}</Button>}
      >
        <Conflict form={form} />
      </Dialog>
    </EditForm>
  );
}

function useSettingsForm(settings: Settings) {
  const update = useUpdateSettings();
  const form = useForm(settingsForm, settingsToDraft(settings), {
    save: async ({ values, updates, base }) => {
      if (Object.keys(updates).length === 0) return toast.info(texts.unchanged);
      const { settings: saved } = await update.mutateAsync({
        settings: draftToRequest(updates, values),
        updatedAt: base?.updatedAt ?? null,
      });
      form.restart(settingsToDraft(saved));
      return toast.success(texts.saved);
    },
    savedMeanwhile: (error) => {
      const savedSettings = conflictingVersion<Settings>(error, 'settings', 'name');
      return savedSettings && settingsToDraft(savedSettings);
    },
    refused: (error) => {
      toast.error(texts.saveFailed, { description: errorText(error) });
      return null;
    },
    onWrong: () => toast.error(texts.fixErrors),
  });
  return form;
}

type FieldAt = ReturnType<typeof useSettingsForm>['at'];

function NotedPanel({
  title,
  note,
  aside,
  children,
}: {
  title: string;
  note: string;
  aside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Panel title={title} aside={aside}>
      <p className="hint">{note}</p>
      {children}
    </Panel>
  );
}

function RestaurantPanel({ at }: { at: FieldAt }) {
  const locations = useLocations();
  return (
    <NotedPanel
      title={texts.restaurant}
      note={texts.restaurantNote}
      aside={<TextLink href={officePaths.setUp()}>{texts.setUp}</TextLink>}
    >
      <div className={styles.fields}>
        <TextField {...at('name')} />
        <TextField {...at('legalName')} />
        <TextField {...at('phone')} />
        <TextField {...at('email')} />
        <TextField {...at('supportEmail')} />
        <TextField {...at('address')} />
        <TextField {...at('hstNumber')} />
        <SelectField {...at('defaultLocationId')}>
          <option value="">{texts.firstLocation}</option>
          {locations.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <SwitchField {...at('guestCheckout')} />
      </div>
    </NotedPanel>
  );
}

function LookPanel({ at }: { at: FieldAt }) {
  return (
    <NotedPanel title={texts.look} note={texts.lookNote}>
      <div className={styles.fields}>
        <TextField {...at('tagline')} />
        <TextField {...at('cuisine')} />
        <TextareaField {...at('headline')} />
        <SelectField {...at('priceRange')}>
          {PRICE_RANGES.map((range) => (
            <option key={range} value={range}>
              {range || texts.noPrices}
            </option>
          ))}
        </SelectField>
        <ColourField {...at('brandColour')} pickerLabel={texts.pickBrand} defaultColour={DEFAULT_COLOURS.brand} />
        <ColourField {...at('accentColour')} pickerLabel={texts.pickAccent} defaultColour={DEFAULT_COLOURS.accent} />
        <PictureField
          label={texts.logo}
          hint={texts.logoHint}
          choose={texts.chooseLogo}
          remove={texts.removeLogo}
          width={400}
          url={at('logoUrl').value}
          onUrl={at('logoUrl').onValue}
        />
        <PictureField
          label={texts.hero}
          hint={texts.heroHint}
          choose={texts.chooseHero}
          remove={texts.removeHero}
          width={1200}
          url={at('heroUrl').value}
          onUrl={at('heroUrl').onValue}
        />
      </div>
    </NotedPanel>
  );
}

function PictureField({
  label,
  hint,
  choose,
  remove,
  width,
  url: shown,
  onUrl,
}: {
  label: string;
  hint: string;
  choose: string;
  remove: string;
  /** The largest width it is shown at. */
  width: PictureWidth;
  url: string;
  onUrl: (url: string) => void;
}) {
  const { share, problem, keep } = useBrandImage(texts.pictureFailed, (url) => {
    const picture = readPictureUrl(url);
    // WebP preserves transparency.
    onUrl(picture ? pictureUrl(picture.id, width, 'webp') : url);
  });
  const input = useRef<HTMLInputElement>(null);

  return (
    <div className="grid gap-6 content-start">
      <span className="label">{label}</span>
      <input
        ref={input}
        type="file"
        accept={IMAGE_TYPES.join(',')}
        className="sr-only"
        tabIndex={-1}
        aria-label={label}
        onChange={(event) => {
          keep(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      <div className="row flex-wrap gap-8">
        {shown && <img className="round-sm" src={shown} alt="" height={44} />}
        <Button look="line" busy={share !== null} onClick={() => input.current?.click()}>
          <ImagePlus aria-hidden="true" />
          {choose}
        </Button>
        {shown && (
          <Button look="ghost" onClick={() => onUrl('')}>
            <Trash2 aria-hidden="true" />
            {remove}
          </Button>
        )}
      </div>
      <p className="hint">{hint}</p>
      {share !== null && <Progress label={texts.uploading} value={share} />}
      <FieldError error={problem} />
    </div>
  );
}

type Languages = Settings['languages'];

/** The restaurant's own language and those guests can choose. Explains the effect of a change before it is saved. */
function LanguageFields({ value, onValue, error, before }: FieldProps<Languages> & { before: Languages }) {
  const [own = RESTAURANT_LANGUAGES[0]] = value;
  const others = RESTAURANT_LANGUAGES.filter((language) => language !== own);
  const removed = before.filter((language) => !value.includes(language));
  return (
    <div className="stack gap-12">
      <SelectField
        label={texts.ownLanguage}
        error={error}
        value={own ?? ''}
        onValue={(chosen) => {
          const language = RESTAURANT_LANGUAGES.find((each) => each === chosen);
          if (language) onValue(withMainLanguage(value, language));
        }}
      >
        {RESTAURANT_LANGUAGES.map((language) => (
          <option key={language} value={language}>
            {languageName(language)}
          </option>
        ))}
      </SelectField>
      <fieldset className="stack gap-8">
        <legend className="weight-600">{texts.alsoSpeaks}</legend>
        {others.map((language) => (
          <CheckField
            key={language}
            label={languageName(language)}
            value={value.includes(language)}
            onValue={(speaks) => onValue(speaks ? [...value, language] : value.filter((each) => each !== language))}
          />
        ))}
      </fieldset>
      {own !== undefined && own !== before[0] && <Banner tone="warn">{texts.otherOwn(languageName(own))}</Banner>}
      {removed.map((language) => (
        <Banner key={language} tone="warn">
          {texts.languageGoes(languageName(language))}
        </Banner>
      ))}
    </div>
  );
}
