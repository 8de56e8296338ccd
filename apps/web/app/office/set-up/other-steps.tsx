import { useState } from 'react';
import { isLanguage, currentLanguage, LANGUAGE_NAMES, splitLanguagePath, type Language } from '@tiffin/domain/core';
import { DEFAULT_COLOURS, RESTAURANT_LANGUAGES, UNNAMED_RESTAURANT, withMainLanguage } from '@tiffin/domain/restaurant';
import { phoneText } from '@tiffin/domain/people';
import { officePaths } from '../../office-paths.ts';
import { paths } from '../../paths.ts';
import { useLiveEvents } from '../../shared/live/live-events.ts';
import { Banner } from '../../ui/banner.tsx';
import { ColourField } from '../../ui/colour-field.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { TextLink } from '../../ui/link.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { FiscalGate } from '../fiscal/fiscal-gate.tsx';
import { texts as fiscalTexts } from '../fiscal/texts.ts';
import { canTakeCards, type RestaurantState, type StepProps } from './restaurant-state.ts';
import { texts } from './texts.ts';
import styles from './set-up.module.css';
import { refusalText } from '../../shared/errors/error-text.ts';
import { api } from '../../shared/api/api.ts';
import { conflictingVersion } from '../../shared/live/event-payload.ts';
import { EditForm, SelectField, TextField } from '../../ui/form-fields.tsx';
import { formOf, type FormField } from '../../ui/form.ts';
import { useForm } from '../../ui/use-form.ts';
import { settingsForm } from '../settings/settings-codec.ts';

/** A button to confirm a step. */
function Says({ words, onConfirmed }: { words: string; onConfirmed: () => Promise<unknown> }) {
  const [busy, setBusy] = useState(false);
  async function say() {
    setBusy(true);
    await onConfirmed();
    setBusy(false);
  }
  return (
    <Button busy={busy} onClick={() => void say()}>
      {words}
    </Button>
  );
}

export function PaymentsStep({ restaurantState, onConfirmed }: StepProps) {
  const { fiscal, location } = restaurantState;
  const takes = canTakeCards(restaurantState);
  if (fiscal?.state === 'refused' && location) {
    return (
      <div className="stack gap-16">
        <FiscalGate state={fiscal} />
        <h3>{fiscalTexts.choose}</h3>
        <p>
          {fiscalTexts.chooseText}{' '}
          <TextLink href={officePaths.handbook('certified-tills')}>{fiscalTexts.more}</TextLink>
        </p>
        <Says words={texts.payments.without} onConfirmed={onConfirmed} />
      </div>
    );
  }
  return (
    <div className="stack gap-12">
      {fiscal && location && <FiscalGate state={fiscal} />}
      <p>{texts.payments.cash}</p>
      <p>
        {takes ? (
          texts.payments.cards
        ) : (
          <>
            {texts.payments.noCards}{' '}
            <TextLink href={officePaths.handbook('taking-cards')}>{texts.payments.howCards}</TextLink>
          </>
        )}
      </p>
      <p>{texts.payments.terminal}</p>
      <Says words={takes ? texts.next : texts.payments.go} onConfirmed={onConfirmed} />
    </div>
  );
}

export function PeopleStep({ restaurantState, onConfirmed }: StepProps) {
  return (
    <div className="stack gap-12">
      <p>{texts.people.how}</p>
      <p>
        {texts.people.address}: <b className="break-anywhere">{restaurantState.publicUrl + paths.signup()}</b>
      </p>
      <div className="flex flex-wrap gap-12">
        <Says words={texts.people.done} onConfirmed={onConfirmed} />
        <LinkButton look="quiet" href={paths.adminDashboard('users')}>
          {texts.people.users}
        </LinkButton>
      </div>
    </div>
  );
}

export function PrintStep({ restaurantState, onConfirmed }: StepProps) {
  const { location, settings, publicUrl } = restaurantState;
  if (!location) return <LocationRequired />;
  return (
    <div className="stack gap-16">
      <div className="stack gap-8 text-center justify-center">
        <b className="text-xl">{settings.name}</b>
        <div>
          <QrCode text={publicUrl + paths.menu(location.id)} label={texts.print.label(location.name)} />
        </div>
        <p>{texts.print.scan}</p>
      </div>
      <div className={`flex flex-wrap gap-12 ${styles.noPrint}`}>
        <Button look="quiet" onClick={() => window.print()}>
          {texts.print.print}
        </Button>
        <Says words={texts.print.done} onConfirmed={onConfirmed} />
      </div>
    </div>
  );
}

export function OrderStep({ restaurantState, onDone }: StepProps) {
  useLiveEvents(['order.created', 'reset'], () => void onDone());
  if (!restaurantState.location) return <LocationRequired />;
  return (
    <div className="stack gap-16">
      <Banner announce="status">{texts.order.none}</Banner>
      <div className="flex flex-wrap gap-12">
        <LinkButton href={paths.menu(restaurantState.location.id)} target="_blank">
          {texts.order.menu}
        </LinkButton>
        <LinkButton look="quiet" href={paths.adminDashboard('orders')}>
          {texts.order.board}
        </LinkButton>
      </div>
    </div>
  );
}

/** Shown for a step that needs a location first. */
export function LocationRequired() {
  return <Banner tone="warn">{texts.needsPlace}</Banner>;
}

const { name, tagline, cuisine, phone, email, brandColour } = settingsForm.fields;
const spoken: FormField<RestaurantState['settings']['languages'], Language, Language> = {
  label: texts.look.language,
  initialValue: currentLanguage(),
  toTyped: ([own = currentLanguage()]) => own,
  toPayload: (typed) => typed,
  hint: texts.look.languageHint,
};
const form = formOf({ name, languages: spoken, tagline, cuisine, phone, email, brandColour });

/** Clears the placeholder name, and preselects the language in which the owner reads this page. */
function asTyped(settings: RestaurantState['settings']): RestaurantState['settings'] {
  const { name: savedName, updatedAt } = settings;
  return {
    ...settings,
    name: savedName === UNNAMED_RESTAURANT ? '' : savedName,
    ...(updatedAt === null && { languages: [currentLanguage()], tagline: texts.look.tagline }),
  };
}

/** True if choosing this language changes the page's language or URL. */
function hasOtherLanguages(own: Language): boolean {
  return own !== currentLanguage() || splitLanguagePath(window.location.pathname).language !== null;
}

export function AppearanceStep({ restaurantState, onDone }: StepProps) {
  const look = useForm(form, asTyped(restaurantState.settings), {
    save: async ({ values, base }) => {
      // Until set otherwise, error reports go to the address guests write to.
      const support = restaurantState.settings.supportEmail === '' && { supportEmail: values.email };
      const sender = restaurantState.settings.sender.email === '' && {
        sender: { ...restaurantState.settings.sender, name: values.name, email: values.email },
      };
      const isNew = restaurantState.settings.updatedAt === null;
      const languages = withMainLanguage(isNew ? [] : restaurantState.settings.languages, values.languages);
      const settings = { ...values, languages, ...support, ...sender };
      await api('updateSettings', { body: { settings, updatedAt: base?.updatedAt ?? null } });
      if (hasOtherLanguages(values.languages)) window.location.assign(officePaths.setUp());
      else await onDone();
    },
    savedMeanwhile: (error) => conflictingVersion<RestaurantState['settings']>(error, 'settings', 'name'),
    refused: refusalText,
  });
  return (
    <EditForm form={look} className="stack gap-16" failed={texts.failed} conflict={texts.failed}>
      <TextField {...look.at('name')} />
      <SelectField
        {...look.at('languages')}
        onValue={(chosen) => isLanguage(chosen) && look.set({ languages: chosen })}
      >
        {RESTAURANT_LANGUAGES.map((each) => (
          <option key={each} value={each}>
            {LANGUAGE_NAMES[each]}
          </option>
        ))}
      </SelectField>
      <TextField {...look.at('tagline')} />
      <TextField {...look.at('cuisine')} />
      <TextField {...look.at('phone')} onBlur={() => look.set({ phone: phoneText(look.draft.phone.trim()) })} />
      <TextField {...look.at('email')} />
      <ColourField
        {...look.at('brandColour')}
        pickerLabel={texts.look.pickColour}
        defaultColour={DEFAULT_COLOURS.brand}
      />
      <Button type="submit" busy={look.busy}>
        {texts.save}
      </Button>
    </EditForm>
  );
}
