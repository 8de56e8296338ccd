import { useState } from 'react';
import { api } from '../api/api.ts';
import { useStep } from '../errors/use-step.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { PasswordInput, TextInput } from '../../ui/inputs.tsx';

const texts = {
  title: 'Is it you?',
  text: 'This changes money or who may do what, so please show once more that it is you. What you filled in stays.',
  password: 'Password',
  code: 'Code',
  passkey: 'Use a passkey',
  codeHint: 'From your app, or one of your recovery codes.',
  show: 'Show password',
  hide: 'Hide password',
  confirm: 'Confirm',
  cancel: 'Not now',
  noPassword:
    'Your account has no password of its own. Please sign out and in again: for ten minutes after that you may do this.',
  close: 'Close',
} as const;

export interface ConfirmMeProps {
  ways: readonly string[];
  onSettled: (isConfirmed: boolean) => void;
}

/** Asks for the password over whatever was being done. */
export function ConfirmMeDialog({ ways, onSettled }: ConfirmMeProps) {
  const [shown, setShown] = useState('');
  const byCode = ways.includes('code');
  const { busy, problem, submit } = useStep(async () => {
    if (shown === '') return;
    await api('confirmMe', { body: byCode ? { code: shown.replaceAll(/\s/g, '') } : { password: shown } });
    onSettled(true);
  });
  const giveUp = () => onSettled(false);
  const passkey = ways.includes('passkey') && (
    <PasskeyButton
      label={texts.passkey}
      look="plain"
      go={async (proof) => {
        await api('confirmMe', { body: { passkey: proof } });
        onSettled(true);
      }}
    />
  );

  if (!byCode && !ways.includes('password')) {
    return (
      <Dialog
        open
        size="sm"
        onClose={giveUp}
        title={texts.title}
        description={passkey ? texts.text : texts.noPassword}
        footer={
          <Button look="quiet" onClick={giveUp}>
            {texts.close}
          </Button>
        }
      >
        {passkey}
      </Dialog>
    );
  }
  return (
    <FormDialog
      title={texts.title}
      description={texts.text}
      confirmLabel={texts.confirm}
      cancelLabel={texts.cancel}
      busy={busy}
      onClose={giveUp}
      onSubmit={submit}
    >
      <Field
        label={byCode ? texts.code : texts.password}
        hint={byCode ? texts.codeHint : undefined}
        error={problem}
        required
      >
        {byCode ? (
          <TextInput
            value={shown}
            autoComplete="one-time-code"
            maxLength={20}
            onChange={(event) => setShown(event.target.value)}
          />
        ) : (
          <PasswordInput
            value={shown}
            autoComplete="current-password"
            showLabel={texts.show}
            hideLabel={texts.hide}
            onChange={(event) => setShown(event.target.value)}
          />
        )}
      </Field>
      {passkey}
    </FormDialog>
  );
}
