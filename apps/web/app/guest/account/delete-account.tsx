import { useState } from 'react';
import { ApiError } from '../../shared/api/api-error.ts';
import { api } from '../../shared/api/api.ts';
import { errorText } from '../../shared/errors/error-text.ts';
import { markSignedOut } from '../../shared/offline/clear-stored-data.ts';
import { CodeDialog } from '../../shared/session/code-dialog.tsx';
import { useSite } from '../../shared/site/site.ts';
import { Checkbox } from '../../ui/boxes.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordInput } from '../../ui/inputs.tsx';
import { toast } from '../../ui/toasts.ts';
import { texts } from './texts.ts';

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
  const [busy, setBusy] = useState(false);

  function close() {
    setStep(null);
    setPassword('');
    setProblem(null);
    setIncludesAddress(false);
    setCodeProblem(null);
  }

  async function remove(code?: string) {
    setCodeProblem(null);
    try {
      await api('deleteMe', { body: { confirm: true, ...(password && { password }), ...(code && { code }) } });
      markSignedOut();
      toast.success(texts.removed);
      close();
      await onDeleted();
    } catch (error) {
      // A customer who signed up with a provider may have set a password since. Then the server asks for it.
      if (error instanceof ApiError && error.details['field'] === 'password') {
        setProblem(error.message);
        setStep('confirm');
      } else if (error instanceof ApiError && error.code === 'code-refused') {
        setCodeProblem(error.message);
      } else {
        toast.error(errorText(error));
        close();
      }
    }
  }

  async function removeWithCode(code: string) {
    setBusy(true);
    await remove(code);
    setBusy(false);
  }

  return (
    <>
      <Button look="danger" onClick={() => setStep('confirm')}>
        {texts.remove}
      </Button>
      <ConfirmDialog
        open={step === 'confirm'}
        title={texts.removeTitle}
        description={texts.removeText}
        confirmLabel={texts.removeYes}
        cancelLabel={texts.removeNo}
        look="danger-solid"
        onCancel={close}
        onConfirm={() => (includesAddress ? setStep('code') : remove())}
      >
        {(hasPassword || problem !== null) && (
          <Field label={texts.removePassword} error={problem} required>
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
            label={texts.removeAddress}
            hint={texts.removeAddressHint}
            checked={includesAddress}
            onChange={(event) => setIncludesAddress(event.target.checked)}
          />
        )}
      </ConfirmDialog>
      {step === 'code' && (
        <CodeDialog
          title={texts.removeCodeTitle}
          description={texts.earlier.dialogText}
          confirmLabel={texts.removeYes}
          send={() => api('sendClaimCode', { body: {} })}
          notSent={texts.earlier.notSent(phone)}
          refused={codeProblem}
          busy={busy}
          onCode={(code) => void removeWithCode(code)}
          onClose={close}
        />
      )}
    </>
  );
}
