import { useState } from 'react';
import { useNavigation, useRevalidator, Form } from 'react-router';
import { paths } from '../../paths.ts';
import { Field } from '../../ui/field.tsx';
import { PasswordInput, TextInput } from '../../ui/inputs.tsx';
import { Link } from '../../ui/link.tsx';
import { AuthForm, EmailField } from './form-parts.tsx';
import type { FormFailure } from './read-form.ts';
import { texts } from './texts.ts';
import styles from './sign-in.module.css';
import { useHydrated } from '../../shared/page/hydrated.ts';
import { ErrorBanner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';

interface LoginFormProps {
  failure: FormFailure | undefined;
  from: string | undefined;
  /** The name of the service with which staff can sign in. */
  staffSignIn: string | undefined;
}

export function LoginForm({ failure, from, staffSignIn }: LoginFormProps) {
  return (
    <>
      <AuthForm
        failure={failure}
        buttonLabels={texts.login}
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
              <PasswordInput name="password" autoComplete="current-password" />
            </Field>
          </>
        )}
      />
      <PasskeySignIn />
      {staffSignIn !== undefined && (
        <Form method="post">
          <Button type="submit" look="plain" size="lg" block name="provider" value="oidc">
            {texts.login.staffSignIn(staffSignIn)}
          </Button>
        </Form>
      )}
      <p className={styles.small}>
        {texts.login.new}{' '}
        <Link className="weight-600 ink" href={paths.signup(from ? { from } : {})}>
          {texts.login.create}
        </Link>
      </p>
    </>
  );
}

/** Sign-in with a passkey, for staff. Its code is loaded when pressed. */
function PasskeySignIn() {
  const { revalidate } = useRevalidator();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  // Rendered from the start, because a button that appeared later would move the form.
  const isUnknown = useHydrated() && typeof PublicKeyCredential !== 'function';
  if (isUnknown) return null;

  async function signIn() {
    setBusy(true);
    setProblem(null);
    const why = await import('../../shared/session/sign-in-by-passkey.ts').then(
      ({ signInByPasskey }) => signInByPasskey(),
      () => texts.passkeyFailed,
    );
    setProblem(why);
    // The page redirects signed-in people to their destination.
    if (why === null) await revalidate();
    setBusy(false);
  }

  return (
    <div className={`stack gap-8 ${styles.scripted}`}>
      <Button look="plain" size="lg" block busy={busy} onClick={() => void signIn()}>
        {texts.login.passkey}
      </Button>
      <ErrorBanner says={problem} />
    </div>
  );
}

/** The second step, for people with two-factor codes. */
export function CodeForm({ failure, from }: { failure: FormFailure | undefined; from: string | undefined }) {
  return (
    <>
      <AuthForm
        failure={failure}
        buttonLabels={texts.code}
        fields={(errors) => (
          <Field label={texts.code.label} hint={texts.code.hint} error={errors['code']} required>
            <TextInput
              name="code"
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={20}
              // The code is the only thing to enter on this page.
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

/** Above the form, for a guest who came to order: continues without an account, with the cart unchanged. */
export function GuestCheckoutLink() {
  const isBusy = useNavigation().formData?.has('guest') === true;
  return (
    <>
      <Form method="post" className="stack gap-8">
        <Button type="submit" size="lg" block name="guest" value="yes" busy={isBusy}>
          {texts.guest.go}
        </Button>
        <p className="hint">{texts.guest.hint}</p>
      </Form>
      <div className={`row gap-16 text-sm faint ${styles.or}`}>{texts.or}</div>
    </>
  );
}
