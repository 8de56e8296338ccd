import { paths } from '../../paths.ts';
import { Field } from '../../ui/field.tsx';
import { PasswordInput } from '../../ui/inputs.tsx';
import { Link } from '../../ui/link.tsx';
import { AuthForm, EmailField } from './form-parts.tsx';
import { PasskeySignIn } from './passkey-sign-in.tsx';
import type { FormFailure } from './read-form.ts';
import { texts } from './texts.ts';
import styles from './sign-in.module.css';

export function LoginForm({ failure, from }: { failure: FormFailure | undefined; from: string | undefined }) {
  return (
    <>
      <AuthForm
        failure={failure}
        says={texts.login}
        fields={(errors) => (
          <>
            <EmailField error={errors['email']} typed={failure?.typed['email']} />
            <Field
              label={texts.password}
              error={errors['password']}
              required
              aside={
                <Link href={paths.forgotPassword()} className={`text-sm weight-500 ${styles.aside}`}>
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
          </>
        )}
      />
      <PasskeySignIn />
      <p className={styles.small}>
        {texts.login.new}{' '}
        <Link className="weight-600 ink" href={paths.signup(from ? { from } : {})}>
          {texts.login.create}
        </Link>
      </p>
    </>
  );
}
