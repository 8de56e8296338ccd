import { useRef } from 'react';
import { ImagePlus, Trash2 } from 'lucide-react';
import { PRICE_RANGES, RESTAURANT_LANGUAGES, languageName, withOwnLanguage } from '@tiffin/domain/restaurant';
import { IMAGE_TYPES, pictureUrl, readPictureUrl, type PictureWidth } from '@tiffin/domain/menu';
import { savedMeanwhile } from '../../shared/live/event-payload.ts';
import { officePaths } from '../../office-paths.ts';
import { useLocations } from '../../shared/site/site.ts';
import { wordsFor } from '../../shared/errors/words.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Conflict } from '../../ui/conflict.tsx';
import { texts as uiTexts } from '../../ui/texts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { EditForm, SelectField, SwitchField, TextareaField, TextField, CheckField } from '../../ui/form-fields.tsx';
import { TextLink } from '../../ui/link.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toasts.ts';
import { useForm, type FieldProps } from '../../ui/use-form.ts';
import { MoneyFields } from './money-fields.tsx';
import { asSent, asTyped, settingsForm } from './settings-codec.ts';
import { settingsTexts as texts } from './texts.ts';
import { useUpdateSettings, type Settings } from './use-settings.ts';
import { useBrandImage } from '../../shared/api/brand-image.ts';
import { FieldError } from '../../ui/field.tsx';
import { Progress } from '../../ui/figures.tsx';
import styles from './settings.module.css';

/** The restaurant's details. If two people edit them, the second to save sees the first one's changes. */
export function RestaurantForm({ settings }: { settings: Settings }) {
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
      const savedSettings = savedMeanwhile<Settings>(error, 'settings', 'name');
      return savedSettings && asTyped(savedSettings);
    },
    refused: (error) => {
      toast.error(texts.saveFailed, { description: wordsFor(error) });
      return null;
    },
    onWrong: () => toast.error(texts.fixErrors),
  });
  const { at } = form;

  return (
    <EditForm form={form} className={`stack gap-14 content-start ${styles.form}`}>
      <Panel title={texts.restaurant} aside={<TextLink href={officePaths.setUp()}>{texts.setUp}</TextLink>}>
        <p className="hint">{texts.restaurantNote}</p>
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
      </Panel>
      <Panel title={texts.look}>
        <p className="hint">{texts.lookNote}</p>
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
          <TextField {...at('brandColour')} />
          <TextField {...at('accentColour')} />
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
      </Panel>
      <Panel title={texts.money}>
        <p className="hint">{texts.moneyNote}</p>
        <div className={styles.fields}>
          <MoneyFields currency={at('currency')} coin={at('coin')} />
        </div>
      </Panel>
      <Panel title={texts.languages}>
        <p className="hint">{texts.languagesNote}</p>
        <LanguageFields {...at('languages')} before={settings.languages} />
      </Panel>
      <Panel title={texts.discounts}>
        <p className="hint">{texts.discountsNote}</p>
        <div className={styles.fields}>
          <TextField {...at('staffDiscountPercent')} />
          <TextField {...at('staffDiscountMost')} />
        </div>
      </Panel>
      <Panel title={texts.unknownGuests}>
        <p className="hint">{texts.unknownGuestsNote}</p>
        <div className={styles.fields}>
          <TextField {...at('textsTo')} />
          <TextField {...at('strangersTextsMost')} />
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
          if (language) onValue(withOwnLanguage(value, language));
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
