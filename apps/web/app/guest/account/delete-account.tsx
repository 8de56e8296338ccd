import { useState } from 'react';
import { say } from '@tiffin/domain/core';
import { ApiError } from '../../shared/api/api-error.ts';
import { api } from '../../shared/api/api.ts';
import { callOf, useAction } from '../../shared/api/use-action.ts';
import { markSignedOut } from '../../shared/offline/clear-stored-data.ts';
import { CodeDialog } from '../../shared/session/code-dialog.tsx';
import { useSite } from '../../shared/site/site.ts';
import { Checkbox } from '../../ui/boxes.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordInput } from '../../ui/inputs.tsx';

interface DeleteProps {
  hasPassword: boolean;
  /** True if the email address is confirmed, so that a code can be sent to it. */
  isConfirmed: boolean;
  onDeleted: () => Promise<void>;
}

/** Deletes the account after a question, with the password or a code. */
export function DeleteAccount({ hasPassword, isConfirmed, onDeleted }: DeleteProps) {
  const { phone } = useSite();
  const [step, setStep] = useState<'confirm' | 'code' | null>(null);
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [includesAddress, setIncludesAddress] = useState(false);
  const [codeProblem, setCodeProblem] = useState<string | null>(null);

  function close() {
    setStep(null);
    setPassword('');
    setProblem(null);
    setIncludesAddress(false);
    setCodeProblem(null);
  }

  const { send, isBusy } = useAction(callOf('deleteMe'), {
    doneText: () => say`Your account has been deleted.`,
    failed: say`Your account was not deleted`,
    onDone() {
      markSignedOut();
      close();
      void onDeleted();
    },
    onFailed(error) {
      if (error instanceof ApiError && error.code === 'code-refused') {
        setCodeProblem(error.message);
        return true;
      }
      // A customer who signed up with a provider may have set a password since. Then the server asks for it.
      if (error instanceof ApiError && error.details['field'] === 'password') {
        setProblem(error.message);
        setStep('confirm');
        return true;
      }
      close();
      return false;
    },
  });
  function remove(code?: string) {
    setCodeProblem(null);
    return send({ confirm: true, password: password || undefined, code: code || undefined });
  }

  return (
    <>
      <Button look="danger" onClick={() => setStep('confirm')}>
        {say`Delete my account`}
      </Button>
      <ConfirmDialog
        open={step === 'confirm'}
        title={say`Delete your account?`}
        description={say`Your profile, favourites and points are erased and you are signed out everywhere. Past orders stay in our books without your name. This cannot be undone.`}
        confirmLabel={say`Delete my account`}
        cancelLabel={say`Keep my account`}
        look="danger-solid"
        onCancel={close}
        onConfirm={async () => {
          if (includesAddress) setStep('code');
          else await remove();
        }}
      >
        {(hasPassword || problem !== null) && (
          <Field label={say`Your password`} error={problem} required>
            <PasswordInput
              autoComplete="current-password"
              value={password}
              onChange={(event) => {
                setPassword(event.target.value);
                setProblem(null);
              }}
            />
          </Field>
        )}
        {isConfirmed && (
          <Checkbox
            label={say`Also erase what I did with this email address without signing in`}
            hint={say`Orders, reservations and messages. We send a code to the address first.`}
            checked={includesAddress}
            onChange={(event) => setIncludesAddress(event.target.checked)}
          />
        )}
      </ConfirmDialog>
      {step === 'code' && (
        <CodeDialog
          title={say`Is this address still yours?`}
          description={say`We send a code to your address to make sure that it is still yours.`}
          confirmLabel={say`Delete my account`}
          send={() => api('sendClaimCode', { body: {} })}
          notSent={say`We cannot send email at the moment. Please call us at ${phone}, and we will read you the code.`}
          refused={codeProblem}
          busy={isBusy}
          onCode={(code) => void remove(code)}
          onClose={close}
        />
      )}
    </>
  );
}
