import { useState } from 'react';
import { api } from '../../shared/api/api.ts';
import { useRequestState } from '../../shared/errors/use-step.ts';
import { PasskeyButton } from '../../shared/session/passkey-button.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import { texts } from './texts.ts';

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
    <Banner tone="warn" title={texts.neededTitle}>
      {hasCodes ? texts.neededCode : hasPasskeys ? texts.neededPasskey : texts.neededSetUp}
      {hasPasskeys && (
        <PasskeyButton
          label={texts.passkey}
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
          <Field label={texts.code} error={problem} required>
            <TextInput
              value={code}
              autoComplete="one-time-code"
              maxLength={20}
              onChange={(event) => setCode(event.target.value)}
            />
          </Field>
          <Button type="submit" busy={busy}>
            {texts.goOn}
          </Button>
        </form>
      )}
    </Banner>
  );
}
