import { useState } from 'react';
import { say } from '@tiffin/domain/core';
import { api } from '../api/api.ts';
import { callOf, useAction } from '../api/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { PasswordInput, TextInput } from '../../ui/inputs.tsx';

const WHY_CONFIRM = say`This changes money or permissions, so please confirm that it is you. What you entered stays.`;

export interface ConfirmIdentityProps {
  confirmMethods: readonly string[];
  onSettled: (isConfirmed: boolean) => void;
}

/** Asks for the password, a code or a passkey before an action that needs a fresh sign-in. */
export function ConfirmIdentityDialog({ confirmMethods, onSettled }: ConfirmIdentityProps) {
  const [typed, setTyped] = useState('');
  const byCode = confirmMethods.includes('code');
  const confirm = useAction(callOf('confirmIdentity'), { onDone: () => onSettled(true) });
  const giveUp = () => onSettled(false);
  const passkey = confirmMethods.includes('passkey') && (
    <PasskeyButton
      label={say`Use a passkey`}
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
        size="sm"
        onClose={giveUp}
        title={say`Is it you?`}
        description={
          passkey
            ? WHY_CONFIRM
            : say`Your account has no password. Please sign out and sign in again. You can then do this for ten minutes.`
        }
        footer={
          <Button look="quiet" onClick={giveUp}>
            {say`Close`}
          </Button>
        }
      >
        {passkey}
      </Dialog>
    );
  }
  return (
    <FormDialog
      title={say`Is it you?`}
      description={WHY_CONFIRM}
      confirmLabel={say`Confirm`}
      cancelLabel={say`Not now`}
      busy={confirm.isBusy}
      onClose={giveUp}
      onSubmit={() => {
        if (typed !== '') void confirm.send(byCode ? { code: typed.replaceAll(/\s/g, '') } : { password: typed });
      }}
    >
      <Field
        label={byCode ? say`Code` : say`Password`}
        hint={byCode ? say`From your app, or one of your recovery codes.` : undefined}
        error={confirm.error}
        required
      >
        {byCode ? (
          <TextInput
            value={typed}
            autoComplete="one-time-code"
            maxLength={20}
            onChange={(event) => setTyped(event.target.value)}
          />
        ) : (
          <PasswordInput
            value={typed}
            autoComplete="current-password"
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      {passkey}
    </FormDialog>
  );
}
