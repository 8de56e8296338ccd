import { Form, useNavigation } from 'react-router';
import { paths } from '../../paths.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordInput, TextInput } from '../../ui/inputs.tsx';
import { Link } from '../../ui/link.tsx';
import styles from './form.module.css';
import type { FormFailure } from './read-form.ts';
import { texts } from './texts.ts';
import { useFieldErrors } from './use-field-errors.ts';

export function LoginForm({ failure, from }: { failure: FormFailure | undefined; from: string | undefined }) {
  const busy = useNavigation().formMethod === 'POST';
  const { errors, clear, form } = useFieldErrors(failure);
  return (
    <>
      <Form ref={form} method="post" noValidate className={styles.form} onInput={clear}>
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
        <Field
          label={texts.password}
          error={errors['password']}
          required
          aside={
            <Link href={paths.forgotPassword()} className={styles.aside}>
              {texts.login.forgot}
            </Link>
          }
        >
          <PasswordInput
            name="password"
            autoComplete="current-password"
            showLabel={texts.showPassword}
            hideLabel={texts.hidePassword}
          />
        </Field>
        {failure?.whole && (
          <Banner tone="bad" announce="alert">
            {failure.whole}
          </Banner>
        )}
        <Button type="submit" size="lg" block busy={busy}>
          {busy ? texts.login.busy : texts.login.submit}
        </Button>
      </Form>
      <p className={styles.small}>
        {texts.login.new} <Link href={paths.signup(from ? { from } : {})}>{texts.login.create}</Link>
      </p>
    </>
  );
}
