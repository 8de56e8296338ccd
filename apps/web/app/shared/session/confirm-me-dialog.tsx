import { useId, useState, type FormEvent } from 'react';
import { api } from '../api/api.ts';
import { ApiError } from '../api/api-error.ts';
import { waitText, wordsFor } from '../errors/words.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordInput, TextInput } from '../../ui/inputs.tsx';

const texts = {
  title: 'Is it you?',
  text: 'This changes money or who may do what, so please show once more that it is you. What you filled in stays.',
  password: 'Password',
  code: 'Code',
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
  const id = useId();
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const byCode = ways.includes('code');
  const canShow = byCode || ways.includes('password');

  async function submit(event: FormEvent) {
    event.preventDefault();
    // A dialog may stand inside another form.
    event.stopPropagation();
    if (busy || password === '') return;
    setBusy(true);
    setProblem(null);
    try {
      await api('confirmMe', { body: byCode ? { code: password.replaceAll(/\s/g, '') } : { password } });
      onSettled(true);
    } catch (error) {
      setProblem([wordsFor(error), error instanceof ApiError && waitText(error)].filter(Boolean).join(' '));
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      size="sm"
      onClose={() => onSettled(false)}
      dismissable={!busy}
      title={texts.title}
      description={canShow ? texts.text : texts.noPassword}
      footer={
        <>
          <Button look="quiet" onClick={() => onSettled(false)} disabled={busy}>
            {canShow ? texts.cancel : texts.close}
          </Button>
          {canShow && (
            <Button type="submit" form={id} busy={busy}>
              {texts.confirm}
            </Button>
          )}
        </>
      }
    >
      {canShow && (
        <form id={id} noValidate onSubmit={(event) => void submit(event)}>
          <Field
            label={byCode ? texts.code : texts.password}
            hint={byCode ? texts.codeHint : undefined}
            error={problem}
            required
          >
            {byCode ? (
              <TextInput
                value={password}
                autoComplete="one-time-code"
                maxLength={20}
                onChange={(event) => setPassword(event.target.value)}
              />
            ) : (
              <PasswordInput
                value={password}
                autoComplete="current-password"
                showLabel={texts.show}
                hideLabel={texts.hide}
                onChange={(event) => setPassword(event.target.value)}
              />
            )}
          </Field>
        </form>
      )}
    </Dialog>
  );
}
