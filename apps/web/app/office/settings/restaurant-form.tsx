import type { ComponentProps } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useRevalidator } from 'react-router';
import {
  DEFAULT_COLOURS,
  PRICE_RANGES,
  RESTAURANT_LANGUAGES,
  coinChoices,
  languageName,
  withMainLanguage,
} from '@tiffin/domain/restaurant';
import { pictureUrl, readPictureUrl, type PictureWidth } from '@tiffin/domain/menu';
import { say } from '@tiffin/domain/core';
import { conflictingVersion } from '../../shared/live/event-payload.ts';
import { officePaths } from '../../office-paths.ts';
import type { Answer } from '../../shared/api/api.ts';
import { useCall } from '../../shared/api/use-call.ts';
import { useLocations } from '../../shared/site/site.ts';
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
import { NamedOptions } from '../../ui/inputs.tsx';
import { TextLink } from '../../ui/link.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toasts.ts';
import { useForm, type FormFieldProps } from '../../ui/use-form.ts';
import { coinOption, MoneyFields } from './money-fields.tsx';
import { draftToRequest, settingsToDraft, settingsForm } from './settings-codec.ts';
import { SETTINGS_KEY, type Settings } from './use-settings.ts';
import { PictureField } from '../../shared/page/picture-field.tsx';
import styles from './settings.module.css';

const languageRemovedText = (name: string) =>
  say`Guests who read ${name} will see the main language instead. No texts or orders are deleted: select ${name} again to bring them back.`;

/** The restaurant's details. If two people edit them, the second to save sees the first one's changes. */
export function RestaurantForm({ settings }: { settings: Settings }) {
  const form = useSettingsForm(settings);
  const { at } = form;
  return (
    <EditForm form={form} className="stack gap-14 content-start">
      <RestaurantPanel at={at} />
      <LookPanel at={at} />
      <FieldsPanel
        part="money"
        title={say`Money`}
        explain={say`The currency can no longer be changed after the first order, and the smallest coin only from a coming day on.`}
      >
        <MoneyFields currency={at('currency')} coin={at('coin')} />
        {coinChoices(at('currency').value).length > 1 && (
          <>
            <SelectField {...at('nextCoin')}>
              <option value="">{say`It stays`}</option>
              <NamedOptions options={coinChoices(at('currency').value).map(String).map(coinOption)} />
            </SelectField>
            <TextField {...at('nextCoinFrom')} />
          </>
        )}
      </FieldsPanel>
      <Panel
        part="languages"
        title={say`Languages`}
        explain={say`Guests can choose one of them. Your menu is written in the main language; translate it in the menu section.`}
      >
        <LanguageFields {...at('languages')} before={settings.languages} />
      </Panel>
      <FieldsPanel
        part="discounts"
        title={say`Discounts by staff`}
        explain={say`A discount, a dish on the house or a lower price, with its reason. Staff can give it up to both limits. Above either, a manager gives it or types their PIN.`}
      >
        <TextField {...at('staffDiscountPercent')} />
        <MoneyField {...at('staffDiscountMost')} />
      </FieldsPanel>
      <FieldsPanel
        part="points"
        title={say`Points`}
        explain={say`Customers get a point for every dollar of dishes, and spend them in steps as a discount. Points do not expire.`}
      >
        <TextField {...at('pointsStep')} />
        <MoneyField {...at('pointsStepWorth')} />
      </FieldsPanel>
      <FieldsPanel
        part="texts"
        title={say`Texts to guests we do not know`}
        explain={say`Orders without an account are confirmed by text message to the number that was entered.`}
      >
        <TextField {...at('textsTo')} />
        <TextField {...at('strangersTextsMost')} />
      </FieldsPanel>
      <FieldsPanel
        part="addresses"
        title={say`Network addresses`}
        explain={say`The audit log shows from which address people signed in, or tried to, and made changes.`}
      >
        <TextField {...at('securityAddressDays')} />
      </FieldsPanel>
      <FieldsPanel
        part="privacy"
        title={say`Privacy`}
        explain={say`Guests without an account are erased some months after their last order, reservation or message. Amounts, taxes and dates stay. A guest who asks for it sooner is erased in the section Privacy.`}
      >
        <TextField {...at('forgetGuestsAfterMonths')} />
      </FieldsPanel>
      <Panel
        part="sender"
        title={say`Email sender`}
        explain={say`The law requires this name and postal address in every promotion.`}
      >
        <div className={styles.fields}>
          <TextField {...at('senderName')} />
          <TextField {...at('senderEmail')} />
        </div>
        <TextField {...at('senderAddress')} />
        {at('senderAddress').value.trim() === '' && (
          <Banner tone="warn">{say`Without a postal address no promotion can be sent.`}</Banner>
        )}
      </Panel>
      <div className={styles.save}>
        <Button type="submit" busy={form.busy}>
          {say`Save changes`}
        </Button>
      </div>
      <Dialog
        open={form.changes.length > 0}
        // The conflict must be resolved, because the next save would overwrite unseen changes.
        dismissable={false}
        onClose={form.dismissChanges}
        title={say`Somebody else saved settings in the meantime`}
        description={say`Their changes are below. Choose what to do where both of you made changes. Everything else is kept.`}
        footer={<Button onClick={form.dismissChanges}>{say`Done`}</Button>}
      >
        <Conflict form={form} />
      </Dialog>
    </EditForm>
  );
}

function useSettingsForm(settings: Settings) {
  const client = useQueryClient();
  const { revalidate } = useRevalidator();
  const savedMeanwhile = (error: unknown) => {
    const savedSettings = conflictingVersion<Settings>(error, { name: 'settings', fields: ['name'] });
    return savedSettings && settingsToDraft(savedSettings);
  };
  const update = useCall('updateSettings', {
    doneText: () => say`Settings saved`,
    failed: say`Failed to save settings`,
    onDone({ settings: saved }) {
      client.setQueryData<Answer<'getSettings'>>(SETTINGS_KEY, (all) => all && { ...all, settings: saved });
      // The shell shows settings too.
      void revalidate();
      form.restart(settingsToDraft(saved));
    },
    onFailed: (error) => savedMeanwhile(error) !== null,
  });
  const form = useForm(settingsForm, {
    record: settingsToDraft(settings),
    async save({ values, updates, base }) {
      if (Object.keys(updates).length === 0) toast.info(say`Nothing was changed`);
      else await update.sendOrThrow({ settings: draftToRequest(updates, values), updatedAt: base?.updatedAt ?? null });
    },
    check: ({ nextCoin, nextCoinFrom }) =>
      nextCoin !== '' && nextCoinFrom === '' ? { nextCoinFrom: say`Please choose the day.` } : {},
    savedMeanwhile,
    onWrong: () => toast.error(say`Please fix the form errors`),
  });
  return form;
}

/** A panel with nothing but fields. */
function FieldsPanel({ children, ...panel }: ComponentProps<typeof Panel>) {
  return (
    <Panel {...panel}>
      <div className={styles.fields}>{children}</div>
    </Panel>
  );
}

type FieldAt = ReturnType<typeof useSettingsForm>['at'];

function RestaurantPanel({ at }: { at: FieldAt }) {
  const locations = useLocations();
  return (
    <FieldsPanel
      part="restaurant"
      title={say`The restaurant`}
      explain={say`Changes are visible on the next page anyone opens.`}
      aside={<TextLink href={officePaths.setUp()}>{say`The set-up guide`}</TextLink>}
    >
      <TextField {...at('name')} />
      <TextField {...at('legalName')} />
      <TextField {...at('phone')} />
      <TextField {...at('email')} />
      <TextField {...at('supportEmail')} />
      <TextField {...at('address')} />
      <TextField {...at('hstNumber')} />
      <SelectField {...at('defaultLocationId')}>
        <option value="">{say`The first one`}</option>
        <NamedOptions options={locations} />
      </SelectField>
      <SwitchField {...at('guestCheckout')} />
    </FieldsPanel>
  );
}

function LookPanel({ at }: { at: FieldAt }) {
  return (
    <FieldsPanel
      part="look"
      title={say`Appearance`}
      explain={say`How guests see the restaurant: on its pages, in search results and in shared links.`}
    >
      <TextField {...at('tagline')} />
      <TextField {...at('cuisine')} />
      <TextareaField {...at('headline')} />
      <SelectField {...at('priceRange')}>
        <NamedOptions options={PRICE_RANGES.map((range) => ({ id: range, name: range || say`Not set` }))} />
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
      <BrandPicture
        {...at('logoUrl')}
        hint={say`JPEG, PNG or WebP, at most 2MB. Without one, the default logo is used.`}
        choose={say`Choose a logo`}
        remove={say`Remove the logo`}
        width={400}
      />
      <BrandPicture
        {...at('heroUrl')}
        hint={say`JPEG, PNG or WebP, at most 2MB. Without one, the text stands alone.`}
        width={1200}
      />
    </FieldsPanel>
  );
}

/** A picture that is stored at the largest width at which pages show it. */
function BrandPicture({ width, onValue, ...field }: Parameters<typeof PictureField>[0] & { width: PictureWidth }) {
  return (
    <PictureField
      {...field}
      onValue={(url) => {
        const picture = readPictureUrl(url);
        // WebP preserves transparency.
        onValue(picture ? pictureUrl(picture.id, width, 'webp') : url);
      }}
    />
  );
}

type Languages = Settings['languages'];

/** The restaurant's own language and those guests can choose. Explains the effect of a change before it is saved. */
function LanguageFields({ value, onValue, error, before }: FormFieldProps<Languages> & { before: Languages }) {
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
        <NamedOptions options={RESTAURANT_LANGUAGES.map((id) => ({ id, name: languageName(id) }))} />
      </SelectField>
      <fieldset className="stack gap-8">
        <legend className="weight-600">{say`Guests can also read in`}</legend>
        {others.map((language) => (
          <CheckField
            key={language}
            label={languageName(language)}
            value={value.includes(language)}
            onValue={(isOn) => onValue(isOn ? [...value, language] : value.filter((each) => each !== language))}
          />
        ))}
      </fieldset>
      {own !== undefined && own !== before[0] && (
        <Banner tone="warn">{say`After this, your menu is treated as written in ${languageName(own)}. Its texts stay as they are.`}</Banner>
      )}
      {removed.map((language) => (
        <Banner key={language} tone="warn">
          {languageRemovedText(languageName(language))}
        </Banner>
      ))}
    </div>
  );
}
