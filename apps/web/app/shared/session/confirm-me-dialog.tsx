import { useState } from 'react';
import { api } from '../api/api.ts';
import { useRequestState } from '../errors/use-step.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { PasswordInput, TextInput } from '../../ui/inputs.tsx';
import { confirmMeTexts } from './identity-dialogs-texts.ts';

export interface ConfirmIdentityProps {
  confirmMethods: readonly string[];
  onSettled: (isConfirmed: boolean) => void;
}

/** Asks for the password in a dialog over the current page. */
export function ConfirmIdentityDialog({ confirmMethods, onSettled }: ConfirmIdentityProps) {
  const [shown, setShown] = useState('');
  const byCode = confirmMethods.includes('code');
  const { busy, problem, submit } = useRequestState(async () => {
    if (shown === '') return;
    await api('confirmIdentity', { body: byCode ? { code: shown.replaceAll(/\s/g, '') } : { password: shown } });
    onSettled(true);
  });
  const giveUp = () => onSettled(false);
  const passkey = confirmMethods.includes('passkey') && (
    <PasskeyButton
      label={confirmMeTexts.passkey}
      look="plain"
      onPasskey={async (proof) => {
        await api('confirmIdentity', { body: { passkey: proof } });
        onSettled(true);
      }}
    />
  );

  if (!byCode && !confirmMethods.includes('password')) {
    return (
      <Dialog
        open
        size="sm"
        onClose={giveUp}
        title={confirmMeTexts.title}
        description={passkey ? confirmMeTexts.text : confirmMeTexts.noPassword}
        footer={
          <Button look="quiet" onClick={giveUp}>
            {confirmMeTexts.close}
          </Button>
        }
      >
        {passkey}
      </Dialog>
    );
  }
  return (
    <FormDialog
      title={confirmMeTexts.title}
      description={confirmMeTexts.text}
      confirmLabel={confirmMeTexts.confirm}
      cancelLabel={confirmMeTexts.cancel}
      busy={busy}
      onClose={giveUp}
      onSubmit={submit}
    >
      <Field
        label={byCode ? confirmMeTexts.code : confirmMeTexts.password}
        hint={byCode ? confirmMeTexts.codeHint : undefined}
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
            onChange={(event) => setShown(event.target.value)}
          />
        )}
      </Field>
      {passkey}
    </FormDialog>
  );
}
