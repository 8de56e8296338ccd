import { useState } from 'react';
import { say } from '@tiffin/domain/core';
import { api } from '../../shared/api/api.ts';
import { useRequestState } from '../../shared/errors/use-step.ts';
import { PasskeyButton } from '../../shared/session/passkey-button.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/inputs.tsx';

/** Why the back office is closed to this person, and how to get access. */
export function TwoFactorRequired({
  hasCodes,
  hasPasskeys,
  onShown,
}: {
  hasCodes: boolean;
  hasPasskeys: boolean;
  onShown: () => void;
}) {
  const [code, setCode] = useState('');
  const { busy, problem, submit } = useRequestState(async () => {
    await api('confirmIdentity', { body: { code: code.replaceAll(/\s/g, '') } });
    onShown();
  });

  return (
    <Banner tone="warn" title={say`One more step before the back office opens`}>
      {hasCodes
        ? say`Your account has a second step at sign-in. Please type the code your app shows.`
        : hasPasskeys
          ? say`Your account has a second step at sign-in. Please use your passkey.`
          : say`Administrators of this restaurant sign in with a code from their phone, or a passkey. Set one up below: it takes two minutes.`}
      {hasPasskeys && (
        <PasskeyButton
          label={say`Use a passkey`}
          onPasskey={async (passkey) => {
            await api('confirmIdentity', { body: { passkey } });
            onShown();
          }}
        />
      )}
      {hasCodes && (
        <form
          noValidate
          className="stack gap-12"
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <Field label={say`Code`} error={problem} required>
            <TextInput
              value={code}
              autoComplete="one-time-code"
              maxLength={20}
              onChange={(event) => setCode(event.target.value)}
            />
          </Field>
          <Button type="submit" busy={busy}>
            {say`Continue`}
          </Button>
        </form>
      )}
    </Banner>
  );
}
