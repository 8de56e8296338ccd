import { useState } from 'react';
import { Form, useNavigation } from 'react-router';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordInput } from '../../ui/inputs.tsx';
import styles from './form.module.css';
import { PasswordMeter } from './password-meter.tsx';
import type { FormFailure } from './read-form.ts';
import { texts } from './texts.ts';
import { useFieldErrors } from './use-field-errors.ts';

export function ResetForm({ failure, token }: { failure: FormFailure | undefined; token: string }) {
  const busy = useNavigation().formMethod === 'POST';
  const { errors, clear, form } = useFieldErrors(failure);
  const [password, setPassword] = useState('');
  return (
    <Form ref={form} method="post" noValidate className={styles.form} onInput={clear}>
      <input type="hidden" name="token" value={token} />
      <Field label={texts.newPassword} error={errors['password']} required>
        <PasswordInput
          name="password"
          autoComplete="new-password"
          showLabel={texts.showPassword}
          hideLabel={texts.hidePassword}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      <PasswordMeter password={password} />
      {failure?.whole && (
        <Banner tone="bad" announce="alert">
          {failure.whole}
        </Banner>
      )}
      <Button type="submit" size="lg" block busy={busy}>
        {busy ? texts.reset.busy : texts.reset.submit}
      </Button>
    </Form>
  );
}
