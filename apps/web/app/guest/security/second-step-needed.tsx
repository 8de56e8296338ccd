import { say } from '@tiffin/domain/core';
import { callOf, useAction } from '../../shared/api/use-action.ts';
import { refusalText } from '../../shared/errors/error-text.ts';
import { PasskeyButton } from '../../shared/session/passkey-button.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { formOf, textField } from '../../ui/form.ts';
import { EditForm, TextField } from '../../ui/form-fields.tsx';
import { useForm } from '../../ui/use-form.ts';

const codeForm = formOf({
  code: {
    ...textField(say`Code`, { required: true, input: { maxLength: 20 } }),
    toPayload: (typed: string) => typed.replaceAll(/\s/g, ''),
  },
});

interface TwoFactorRequiredProps {
  hasCodes: boolean;
  hasPasskeys: boolean;
  /** Called after the code or passkey was accepted. */
  onConfirmed: () => void;
}

/** Why the back office is closed to this person, and how to get access. */
export function TwoFactorRequired({ hasCodes, hasPasskeys, onConfirmed }: TwoFactorRequiredProps) {
  const { sendOrThrow } = useAction(callOf('confirmIdentity'), { onDone: onConfirmed });
  const form = useForm(codeForm, { save: ({ values }) => sendOrThrow(values), refused: refusalText });

  return (
    <Banner tone="warn" title={say`One more step before the back office opens`}>
      {hasCodes
        ? say`Your account has a second step at sign-in. Please type the code your app shows.`
        : hasPasskeys
          ? say`Your account has a second step at sign-in. Please use your passkey.`
          : say`Administrators of this restaurant sign in with a code from their phone, or a passkey. Set one up below: it takes two minutes.`}
      {hasPasskeys && <PasskeyButton label={say`Use a passkey`} onPasskey={(passkey) => sendOrThrow({ passkey })} />}
      {hasCodes && (
        <EditForm form={form} className="stack gap-12">
          <TextField {...form.at('code')} autoComplete="one-time-code" />
          <Button type="submit" busy={form.busy}>
            {say`Continue`}
          </Button>
        </EditForm>
      )}
    </Banner>
  );
}
