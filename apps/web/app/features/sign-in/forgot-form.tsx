import { Form, useNavigation } from 'react-router';
import { paths } from '../../paths.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import { Link } from '../../ui/link.tsx';
import styles from './form.module.css';
import type { FormFailure } from './read-form.ts';
import { texts } from './texts.ts';
import { useFieldErrors } from './use-field-errors.ts';

export function ForgotForm({ failure }: { failure: FormFailure | undefined }) {
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
            defaultValue={failure?.typed['email']}
          />
        </Field>
        {failure?.whole && (
          <Banner tone="bad" announce="alert">
            {failure.whole}
          </Banner>
        )}
        <Button type="submit" size="lg" block busy={busy}>
          {busy ? texts.forgot.busy : texts.forgot.submit}
        </Button>
      </Form>
      <p className={styles.small}>
        <Link href={paths.login()}>{texts.forgot.back}</Link>
      </p>
    </>
  );
}
