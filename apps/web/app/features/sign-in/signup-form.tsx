import { useState } from 'react';
import { Form, useNavigation } from 'react-router';
import { paths } from '../../paths.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordInput, TextInput } from '../../ui/inputs.tsx';
import { Link } from '../../ui/link.tsx';
import styles from './form.module.css';
import { PasswordMeter } from './password-meter.tsx';
import type { FormFailure } from './read-form.ts';
import { texts } from './texts.ts';
import { useFieldErrors } from './use-field-errors.ts';

export function SignupForm({ failure, from }: { failure: FormFailure | undefined; from: string | undefined }) {
  const busy = useNavigation().formMethod === 'POST';
  const { errors, clear, form } = useFieldErrors(failure);
  const [password, setPassword] = useState('');
  return (
    <>
      <Form ref={form} method="post" noValidate className={styles.form} onInput={clear}>
        <Field label={texts.fullName} error={errors['name']} required>
          <TextInput name="name" autoComplete="name" defaultValue={failure?.typed['name']} />
        </Field>
        <Field label={texts.email} error={errors['email']} required>
          <TextInput
            name="email"
            type="email"
            inputMode="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={failure?.typed['email']}
          />
        </Field>
        <Field label={texts.password} error={errors['password']} required>
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
          {busy ? texts.signup.busy : texts.signup.submit}
        </Button>
        <p className={styles.small}>
          {texts.signup.agree} <Link href={paths.terms()}>{texts.signup.terms}</Link> {texts.signup.and}{' '}
          <Link href={paths.privacy()}>{texts.signup.privacy}</Link>.
        </p>
      </Form>
      <p className={styles.small}>
        {texts.signup.have} <Link href={paths.login(from ? { from } : {})}>{texts.signup.signIn}</Link>
      </p>
    </>
  );
}
