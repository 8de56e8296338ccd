import { isLanguage, language, LANGUAGE_NAMES, spokenPath, type Language } from '@tiffin/domain/core';
import { HOUSE_LANGUAGES, UNNAMED_HOUSE, withOwnLanguage } from '@tiffin/domain/house';
import { phoneText } from '@tiffin/domain/people';
import { officePaths } from '../../office-paths.ts';
import { wordsFor } from '../../shared/errors/words.ts';
import { api } from '../../shared/api/api.ts';
import { savedMeanwhile } from '../../shared/live/event-payload.ts';
import { Button } from '../../ui/button.tsx';
import { EditForm, SelectField, TextField } from '../../ui/form-fields.tsx';
import { formOf, type FormField } from '../../ui/form.ts';
import { useForm } from '../../ui/use-form.ts';
import { settingsForm } from '../settings/settings-codec.ts';
import type { House, StepProps } from './house.ts';
import { texts } from './texts.ts';

const { name, tagline, cuisine, phone, email, brandColour } = settingsForm.fields;
const spoken: FormField<House['settings']['languages'], Language, Language> = {
  label: texts.look.language,
  fresh: language(),
  shown: ([own = language()]) => own,
  sent: (typed) => typed,
  hint: texts.look.languageHint,
};
const form = formOf({ name, languages: spoken, tagline, cuisine, phone, email, brandColour });

/** A name that nobody gave is not one to begin with; the language is that in which its owner reads this. */
function asTyped(settings: House['settings']): House['settings'] {
  const { name: given, updatedAt } = settings;
  return {
    ...settings,
    name: given === UNNAMED_HOUSE ? '' : given,
    ...(updatedAt === null && { languages: [language()], tagline: texts.look.tagline }),
  };
}

/** The page speaks one language, and stands at an address of its own in any but the house's. */
function isSaidElsewhere(own: Language): boolean {
  return own !== language() || spokenPath(window.location.pathname).language !== null;
}

export function LookStep({ house, onDone }: StepProps) {
  const look = useForm(form, asTyped(house.settings), {
    save: async ({ values, base }) => {
      // Guests write to the house; until it says otherwise, they write to the same people when something is broken.
      const support = house.settings.supportEmail === '' && { supportEmail: values.email };
      const sender = house.settings.sender.email === '' && {
        sender: { ...house.settings.sender, name: values.name, email: values.email },
      };
      const isNew = house.settings.updatedAt === null;
      const languages = withOwnLanguage(isNew ? [] : house.settings.languages, values.languages);
      const settings = { ...values, languages, ...support, ...sender };
      await api('updateSettings', { body: { settings, updatedAt: base?.updatedAt ?? null } });
      if (isSaidElsewhere(values.languages)) window.location.assign(officePaths.setUp());
      else await onDone();
    },
    savedMeanwhile: (error) => savedMeanwhile<House['settings']>(error, 'settings', 'name'),
    refused: wordsFor,
  });
  return (
    <EditForm form={look} className="stack gap-16" failed={texts.failed} conflict={texts.failed}>
      <TextField {...look.at('name')} />
      <SelectField
        {...look.at('languages')}
        onValue={(chosen) => isLanguage(chosen) && look.set({ languages: chosen })}
      >
        {HOUSE_LANGUAGES.map((each) => (
          <option key={each} value={each}>
            {LANGUAGE_NAMES[each]}
          </option>
        ))}
      </SelectField>
      <TextField {...look.at('tagline')} />
      <TextField {...look.at('cuisine')} />
      <TextField {...look.at('phone')} onBlur={() => look.set({ phone: phoneText(look.draft.phone.trim()) })} />
      <TextField {...look.at('email')} />
      <TextField {...look.at('brandColour')} />
      <Button type="submit" busy={look.busy}>
        {texts.save}
      </Button>
    </EditForm>
  );
}
