import { say } from '@tiffin/domain/core';
import { WELCOME_PERCENT_LIMITS } from '@tiffin/domain/pricing';
import type { Answer } from '../../shared/api/api.ts';
import { useCall } from '../../shared/api/use-call.ts';
import { useRecordForm } from '../../shared/page/use-record-form.ts';
import { Switch } from '../../ui/boxes.tsx';
import { formOf, wholeNumber } from '../../ui/form.ts';
import { EditDialog, TextField } from '../../ui/form-fields.tsx';

export type WelcomeOffer = Answer<'getPromotions'>['welcome'];

const PROMOTIONS_KEY = ['promotions'];

const welcomeForm = formOf({
  welcomePercent: wholeNumber(say`Percent off the first order`, {
    ...WELCOME_PERCENT_LIMITS,
    input: { inputMode: 'numeric', maxLength: 2 },
  }),
});

/** Changes what the next welcome mails promise. */
export function WelcomeDialog({ welcome, onClose }: { welcome: WelcomeOffer; onClose: () => void }) {
  const form = useRecordForm(welcomeForm, {
    call: 'updateSettings',
    initialValues: { welcomePercent: String(welcome.percentOff) },
    body: ({ values }) => ({ settings: values }),
    doneText: () => say`Saved`,
    changes: [PROMOTIONS_KEY],
    onDone: onClose,
  });
  return (
    <EditDialog
      form={form}
      size="sm"
      title={say`The offer of the welcome mail`}
      description={say`New customers who agree to offers get a code for their first order by mail. Codes that were sent keep what they promised.`}
      failed={say`The welcome offer was not changed`}
      onClose={onClose}
    >
      <TextField {...form.at('welcomePercent')} />
    </EditDialog>
  );
}

/** Stops and resumes the welcome mail. */
export function WelcomeSwitch({ isActive }: { isActive: boolean }) {
  const save = useCall('updateSettings', {
    failed: say`The welcome offer was not changed`,
    doneText: (_answer, { settings }) =>
      settings.welcomeIsActive
        ? say`New customers get the welcome offer`
        : say`No more welcome offers. Codes that were sent stay valid`,
    changes: [PROMOTIONS_KEY],
  });
  return (
    <Switch
      label={<span className="sr-only">{say`The offer of the welcome mail on`}</span>}
      checked={isActive}
      disabled={save.isBusy}
      onChange={({ target: { checked: welcomeIsActive } }) => void save.send({ settings: { welcomeIsActive } })}
    />
  );
}
