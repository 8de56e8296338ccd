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
import { say } from '@tiffin/domain/core';
import { conflictingVersion } from '../../shared/live/event-payload.ts';
import { officePaths } from '../../office-paths.ts';
import { useLocations } from '../../shared/site/site.ts';
import { errorText } from '../../shared/errors/error-text.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ColourField } from '../../ui/colour-field.tsx';
import { Conflict } from '../../ui/conflict.tsx';
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
import { useUpdateSettings, type Settings } from './use-settings.ts';
import { useBrandImage } from '../../shared/api/brand-image.ts';
import { FieldError } from '../../ui/field.tsx';
import { Progress } from '../../ui/figures.tsx';
import styles from './settings.module.css';

const languageGoesText = (name: string) =>
  say`Guests who read ${name} will see the main language instead. No texts or orders are deleted: select ${name} again to bring them back.`;

/** The restaurant's details. If two people edit them, the second to save sees the first one's changes. */
export function RestaurantForm({ settings }: { settings: Settings }) {
  const form = useSettingsForm(settings);
  const { at } = form;
  return (
    <EditForm form={form} className={`stack gap-14 content-start ${styles.form}`}>
      <RestaurantPanel at={at} />
      <LookPanel at={at} />
      <NotedPanel
        title={say`Money`}
        note={say`Currency and smallest coin can no longer be changed after the first order.`}
      >
        <div className={styles.fields}>
          <MoneyFields currency={at('currency')} coin={at('coin')} />
        </div>
      </NotedPanel>
      <NotedPanel
        title={say`Languages`}
        note={say`Guests can choose one of them. Your menu is written in the main language; translate it in the menu section.`}
      >
        <LanguageFields {...at('languages')} before={settings.languages} />
      </NotedPanel>
      <NotedPanel
        title={say`Discounts by staff`}
        note={say`A discount, a dish on the house or a lower price, with its reason. Staff can give it up to both limits. Above either, a manager gives it or types their PIN.`}
      >
        <div className={styles.fields}>
          <TextField {...at('staffDiscountPercent')} />
          <MoneyField {...at('staffDiscountMost')} />
        </div>
      </NotedPanel>
      <NotedPanel
        title={say`Texts to guests we do not know`}
        note={say`Orders without an account are confirmed by text message to the number that was entered.`}
      >
        <div className={styles.fields}>
          <TextField {...at('textsTo')} />
          <TextField {...at('strangersTextsMost')} />
        </div>
      </NotedPanel>
      <NotedPanel
        title={say`Network addresses`}
        note={say`The audit log shows from which address people signed in, or tried to, and made changes.`}
      >
        <div className={styles.fields}>
          <TextField {...at('securityAddressDays')} />
        </div>
      </NotedPanel>
      <NotedPanel
        title={say`Privacy`}
        note={say`Guests without an account are erased some months after their last order, reservation or message. Amounts, taxes and dates stay. A guest who asks for it sooner is erased in the section Privacy.`}
      >
        <div className={styles.fields}>
          <TextField {...at('forgetGuestsAfterMonths')} />
        </div>
      </NotedPanel>
      <NotedPanel
        title={say`Email sender`}
        note={say`The law requires this name and postal address in every promotion.`}
      >
        <div className={styles.fields}>
          <TextField {...at('senderName')} />
          <TextField {...at('senderEmail')} />
        </div>
        <TextField {...at('senderAddress')} />
        {at('senderAddress').value.trim() === '' && (
          <Banner tone="warn">{say`Without a postal address no promotion can be sent.`}</Banner>
        )}
      </NotedPanel>
      <Button type="submit" busy={form.busy}>
        {say`Save changes`}
      </Button>
      <Dialog
        open={form.changes.length > 0}
        // The conflict must be resolved, because the next save would overwrite unseen changes.
        dismissable={false}
        onClose={form.settle}
        title={say`Somebody else saved settings in the meantime`}
        description={say`Their changes are below. Choose what to do where both of you made changes. Everything else is kept.`}
        footer={<Button onClick={form.settle}>{say`Done`}</Button>}
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
      if (Object.keys(updates).length === 0) return toast.info(say`Nothing was changed`);
      const { settings: saved } = await update.mutateAsync({
        settings: draftToRequest(updates, values),
        updatedAt: base?.updatedAt ?? null,
      });
      form.restart(settingsToDraft(saved));
      return toast.success(say`Settings saved`);
    },
    savedMeanwhile: (error) => {
      const savedSettings = conflictingVersion<Settings>(error, 'settings', 'name');
      return savedSettings && settingsToDraft(savedSettings);
    },
    refused: (error) => {
      toast.error(say`Failed to save settings`, { description: errorText(error) });
      return null;
    },
    onWrong: () => toast.error(say`Please fix the form errors`),
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
      title={say`The restaurant`}
      note={say`Changes are visible on the next page anyone opens.`}
      aside={<TextLink href={officePaths.setUp()}>{say`The set-up guide`}</TextLink>}
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
          <option value="">{say`The first one`}</option>
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
    <NotedPanel
      title={say`Appearance`}
      note={say`How guests see the restaurant: on its pages, in search results and in shared links.`}
    >
      <div className={styles.fields}>
        <TextField {...at('tagline')} />
        <TextField {...at('cuisine')} />
        <TextareaField {...at('headline')} />
        <SelectField {...at('priceRange')}>
          {PRICE_RANGES.map((range) => (
            <option key={range} value={range}>
              {range || say`Not set`}
            </option>
          ))}
        </SelectField>
        <ColourField
          {...at('brandColour')}
          pickerLabel={say`Choose the main colour`}
          defaultColour={DEFAULT_COLOURS.brand}
        />
        <ColourField
          {...at('accentColour')}
          pickerLabel={say`Choose the accent colour`}
          defaultColour={DEFAULT_COLOURS.accent}
        />
        <PictureField
          label={say`Logo`}
          hint={say`JPEG, PNG or WebP, at most 2MB. Without one, the default logo is used.`}
          choose={say`Choose a logo`}
          remove={say`Remove the logo`}
          width={400}
          url={at('logoUrl').value}
          onUrl={at('logoUrl').onValue}
        />
        <PictureField
          label={say`Picture of the home page`}
          hint={say`JPEG, PNG or WebP, at most 2MB. Without one, the text stands alone.`}
          choose={say`Choose a picture`}
          remove={say`Remove the picture`}
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
  const { share, problem, keep } = useBrandImage(say`The picture could not be saved`, (url) => {
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
      {share !== null && <Progress label={say`Uploading the picture`} value={share} />}
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
        label={say`Main language`}
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
        <legend className="weight-600">{say`Guests can also read in`}</legend>
        {others.map((language) => (
          <CheckField
            key={language}
            label={languageName(language)}
            value={value.includes(language)}
            onValue={(speaks) => onValue(speaks ? [...value, language] : value.filter((each) => each !== language))}
          />
        ))}
      </fieldset>
      {own !== undefined && own !== before[0] && (
        <Banner tone="warn">{say`After this, your menu is treated as written in ${languageName(own)}. Its texts stay as they are.`}</Banner>
      )}
      {removed.map((language) => (
        <Banner key={language} tone="warn">
          {languageGoesText(languageName(language))}
        </Banner>
      ))}
    </div>
  );
}
