import { useState } from 'react';
import {
  isLanguage,
  currentLanguage,
  LANGUAGE_NAMES,
  splitLanguagePath,
  type Language,
  say,
} from '@tiffin/domain/core';
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
import { canTakeCards, type RestaurantState, type StepProps } from './restaurant-state.ts';
import styles from './set-up.module.css';
import { api } from '../../shared/api/api.ts';
import { conflictingVersion } from '../../shared/live/event-payload.ts';
import { useServerForm } from '../../shared/page/use-record-form.ts';
import { EditForm, SelectField, TextField } from '../../ui/form-fields.tsx';
import { formOf, type FormField } from '../../ui/form.ts';
import { NamedOptions } from '../../ui/inputs.tsx';
import { settingsForm } from '../settings/settings-codec.ts';

function ConfirmStepButton({ label, onConfirmed }: { label: string; onConfirmed: () => Promise<unknown> }) {
  const [busy, setBusy] = useState(false);
  async function confirm() {
    setBusy(true);
    await onConfirmed();
    setBusy(false);
  }
  return (
    <Button busy={busy} onClick={() => void confirm()}>
      {label}
    </Button>
  );
}

export function PaymentsStep({ restaurantState, onConfirmed }: StepProps) {
  const { fiscal, location } = restaurantState;
  const takesCards = canTakeCards(restaurantState);
  if (fiscal?.state === 'refused' && location) {
    return (
      <div className="stack gap-16">
        <FiscalGate state={fiscal} />
        <h3>{say`What you can do`}</h3>
        <p>
          {say`Use a certified cash register for payment and this system for everything else.`}{' '}
          <TextLink href={officePaths.handbook('certified-tills')}>{say`More about certified tills`}</TextLink>
        </p>
        <ConfirmStepButton label={say`Go on without payments`} onConfirmed={onConfirmed} />
      </div>
    );
  }
  return (
    <div className="stack gap-12">
      {fiscal && location && <FiscalGate state={fiscal} />}
      <p>{say`Guests can now pay in cash at the counter and at the door.`}</p>
      <p>
        {takesCards ? (
          say`Cards are taken.`
        ) : (
          <>
            {say`Cards need a Stripe account. It takes about ten minutes:`}{' '}
            <TextLink href={officePaths.handbook('taking-cards')}>{say`How to take cards`}</TextLink>
          </>
        )}
      </p>
      <p>{say`Your own card terminal works too: at the till, record a payment as paid by card.`}</p>
      <ConfirmStepButton label={takesCards ? say`Continue` : say`Start with this`} onConfirmed={onConfirmed} />
    </div>
  );
}

export function PeopleStep({ onConfirmed }: Pick<StepProps, 'onConfirmed'>) {
  return (
    <div className="stack gap-12">
      <p>{say`Invite everybody under Users with their email address, role and location. They get a link and choose their own password.`}</p>
      <div className="flex flex-wrap gap-12">
        <ConfirmStepButton label={say`That is everybody for now`} onConfirmed={onConfirmed} />
        <LinkButton look="quiet" href={paths.adminDashboard('users')}>
          {say`Invite the team`}
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
          <QrCode text={publicUrl + paths.menu(location.id)} label={say`QR code of the menu of ${location.name}`} />
        </div>
        <p>{say`Scan to order`}</p>
      </div>
      <div className={`flex flex-wrap gap-12 ${styles.noPrint}`}>
        <Button look="quiet" onClick={() => window.print()}>
          {say`Print`}
        </Button>
        <ConfirmStepButton label={say`I have printed it`} onConfirmed={onConfirmed} />
      </div>
    </div>
  );
}

export function OrderStep({ restaurantState, onDone }: StepProps) {
  // After `reset` events may have been missed. `onDone` reloads the state, and the server decides if the step is done.
  useLiveEvents(['order.created', 'reset'], () => void onDone());
  if (!restaurantState.location) return <LocationRequired />;
  return (
    <div className="stack gap-16">
      <Banner announce="status">{say`No order yet. It appears here when it comes in.`}</Banner>
      <div className="flex flex-wrap gap-12">
        <LinkButton href={paths.menu(restaurantState.location.id)} target="_blank">
          {say`To the menu, as guests see it`}
        </LinkButton>
        <LinkButton look="quiet" href={paths.adminDashboard('orders')}>
          {say`To the board`}
        </LinkButton>
      </div>
    </div>
  );
}

export function LocationRequired() {
  return <Banner tone="warn">{say`First enter your address, in the previous step.`}</Banner>;
}

type Settings = RestaurantState['settings'];

const { name, tagline, cuisine, phone, email, brandColour } = settingsForm.fields;
/** Edits the first one of the settings' `languages`, under their name. */
const mainLanguage: FormField<Settings['languages'], Language, Language> = {
  label: say`Main language`,
  initialValue: currentLanguage(),
  toTyped: ([main = currentLanguage()]) => main,
  toPayload: (typed) => typed,
  hint: say`Your menu is written in it, and guests see it first. You can add others under Settings.`,
};
const appearanceForm = formOf({ name, languages: mainLanguage, tagline, cuisine, phone, email, brandColour });

/** Clears the placeholder name. A new restaurant starts with the language in which its owner reads this page. */
function withProposals(settings: Settings): Settings {
  const isNew = isNewRestaurant(settings);
  return {
    ...settings,
    name: settings.name === UNNAMED_RESTAURANT ? '' : settings.name,
    languages: isNew ? [currentLanguage()] : settings.languages,
    tagline: isNew ? say`Order online or book a table` : settings.tagline,
  };
}

/** Nothing was ever saved, so the settings are defaults. */
function isNewRestaurant({ updatedAt }: Settings): boolean {
  return updatedAt === null;
}

/** True if the page must be loaded again: in another language, or without one in its URL, like all in the main one. */
function changesThisPage(main: Language): boolean {
  return main !== currentLanguage() || splitLanguagePath(window.location.pathname).language !== null;
}

export function AppearanceStep({ restaurantState: { settings }, onDone }: StepProps) {
  const form = useServerForm(appearanceForm, {
    record: withProposals(settings),
    save: async ({ values, base }) => {
      const { sender, supportEmail, languages } = settings;
      const requested = {
        ...values,
        languages: withMainLanguage(isNewRestaurant(settings) ? [] : languages, values.languages),
        // Until set otherwise, error reports go to the address guests write to.
        supportEmail: supportEmail === '' ? values.email : undefined,
        sender: sender.email === '' ? { ...sender, name: values.name, email: values.email } : undefined,
      };
      // `base` is newer than `settings` once another person's change was merged.
      await api('updateSettings', { body: { settings: requested, updatedAt: base?.updatedAt ?? null } });
      if (changesThisPage(values.languages)) window.location.assign(officePaths.setUp());
      else await onDone();
    },
    savedMeanwhile: (error) => conflictingVersion<Settings>(error, { name: 'settings', fields: ['name'] }),
  });
  return (
    <EditForm
      form={form}
      className="stack gap-16"
      failed={say`This could not be saved`}
      conflict={say`This could not be saved`}
    >
      <TextField {...form.at('name')} />
      <SelectField
        {...form.at('languages')}
        onValue={(chosen) => isLanguage(chosen) && form.set({ languages: chosen })}
      >
        <NamedOptions options={RESTAURANT_LANGUAGES.map((id) => ({ id, name: LANGUAGE_NAMES[id] }))} />
      </SelectField>
      <TextField {...form.at('tagline')} />
      <TextField {...form.at('cuisine')} />
      <TextField {...form.at('phone')} onBlur={() => form.set({ phone: phoneText(form.draft.phone.trim()) })} />
      <TextField {...form.at('email')} />
      <ColourField
        {...form.at('brandColour')}
        pickerLabel={say`Choose the main colour`}
        defaultColour={DEFAULT_COLOURS.brand}
      />
      <Button type="submit" busy={form.busy}>
        {say`Save and continue`}
      </Button>
    </EditForm>
  );
}
