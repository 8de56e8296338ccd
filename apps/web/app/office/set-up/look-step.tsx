import { wordsFor } from '../../shared/errors/words.ts';
import { api } from '../../shared/api/api.ts';
import { savedMeanwhile } from '../../shared/live/event-payload.ts';
import { Button } from '../../ui/button.tsx';
import { EditForm, TextField } from '../../ui/form-fields.tsx';
import { formOf } from '../../ui/form.ts';
import { useForm } from '../../ui/use-form.ts';
import { settingsForm } from '../settings/settings-codec.ts';
import type { House, StepProps } from './house.ts';
import { texts } from './texts.ts';
import { UNNAMED_HOUSE } from '@tiffin/domain/house';

const { name, tagline, cuisine, phone, email, brandColour } = settingsForm.fields;
const form = formOf({ name, tagline, cuisine, phone, email, brandColour });

/** A name that nobody gave is not one to begin with. */
function asTyped(settings: House['settings']): House['settings'] {
  return { ...settings, name: settings.name === UNNAMED_HOUSE ? '' : settings.name };
}

export function LookStep({ house, onDone }: StepProps) {
  const look = useForm(form, asTyped(house.settings), {
    save: async ({ values, base }) => {
      // Guests write to the house; until it says otherwise, they write to the same people when something is broken.
      const support = house.settings.supportEmail === '' && { supportEmail: values.email };
      const sender = house.settings.sender.email === '' && {
        sender: { ...house.settings.sender, name: values.name, email: values.email },
      };
      const settings = { ...values, ...support, ...sender };
      await api('updateSettings', { body: { settings, updatedAt: base?.updatedAt ?? null } });
      await onDone();
    },
    savedMeanwhile: (error) => savedMeanwhile<House['settings']>(error, 'settings', 'name'),
    refused: wordsFor,
  });
  return (
    <EditForm form={look} className="stack gap-16" failed={texts.failed} conflict={texts.failed}>
      <TextField {...look.at('name')} />
      <TextField {...look.at('tagline')} />
      <TextField {...look.at('cuisine')} />
      <TextField {...look.at('phone')} />
      <TextField {...look.at('email')} />
      <TextField {...look.at('brandColour')} />
      <Button type="submit" busy={look.busy}>
        {texts.save}
      </Button>
    </EditForm>
  );
}
