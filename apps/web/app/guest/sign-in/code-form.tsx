import { paths } from '../../paths.ts';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import { Link } from '../../ui/link.tsx';
import { AuthForm } from './form-parts.tsx';
import type { FormFailure } from './read-form.ts';
import { texts } from './texts.ts';
import styles from './sign-in.module.css';

/** The second step, for whoever has codes. */
export function CodeForm({ failure, from }: { failure: FormFailure | undefined; from: string | undefined }) {
  return (
    <>
      <AuthForm
        failure={failure}
        says={texts.code}
        fields={(errors) => (
          <Field label={texts.code.label} hint={texts.code.hint} error={errors['code']} required>
            <TextInput
              name="code"
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={20}
              // Whoever comes here has nothing else to do.
              // oxlint-disable-next-line jsx-a11y/no-autofocus
              autoFocus
            />
          </Field>
        )}
      />
      <p className={styles.small}>
        <Link className="weight-600 ink" href={paths.login(from ? { from } : {})}>
          {texts.code.again}
        </Link>
      </p>
    </>
  );
}
