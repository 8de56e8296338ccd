import { useState } from 'react';
import { useRevalidator, Form } from 'react-router';
import { say } from '@tiffin/domain/core';
import { paths } from '../../paths.ts';
import { Field } from '../../ui/field.tsx';
import { PasswordInput, TextInput } from '../../ui/inputs.tsx';
import { Link } from '../../ui/link.tsx';
import { AuthForm, EmailField, OtherWay } from './form-parts.tsx';
import type { FormFailure } from './read-form.ts';
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
        buttonLabels={{ submit: say`Sign in`, busy: say`Signing in…` }}
        fields={(errors) => (
          <>
            <EmailField error={errors['email']} typed={failure?.typed['email']} />
            <Field
              label={say`Password`}
              error={errors['password']}
              required
              aside={
                <Link href={paths.forgotPassword()} className={`text-sm weight-500 ${styles.aside}`}>
                  {say`Forgot password?`}
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
            {say`Sign in with ${staffSignIn}`}
          </Button>
        </Form>
      )}
      <OtherWay text={say`New here?`} label={say`Create an account`} href={paths.signup({ from })} />
    </>
  );
}

/** Sign-in with a passkey, for staff. Its code is loaded when pressed. */
function PasskeySignIn() {
  const { revalidate } = useRevalidator();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  // The server renders the button, because one that appeared later would move the form.
  const isUnsupported = useHydrated() && typeof PublicKeyCredential !== 'function';
  if (isUnsupported) return null;

  async function signIn() {
    setBusy(true);
    setProblem(null);
    const refusal = await import('../../shared/session/sign-in-by-passkey.ts').then(
      ({ signInByPasskey }) => signInByPasskey(),
      () => say`That did not work. Please check your connection and try again, or use your password.`,
    );
    setProblem(refusal);
    // The page redirects signed-in people to their destination.
    if (refusal === null) await revalidate();
    setBusy(false);
  }

  return (
    <div className={`stack gap-8 ${styles.scripted}`}>
      <Button look="plain" size="lg" block busy={busy} onClick={() => void signIn()}>
        {say`Sign in with a passkey`}
      </Button>
      <ErrorBanner error={problem} />
    </div>
  );
}

/** The second step, for people with two-factor codes. */
export function CodeForm({ failure, from }: { failure: FormFailure | undefined; from: string | undefined }) {
  return (
    <>
      <AuthForm
        failure={failure}
        buttonLabels={{ submit: say`Continue`, busy: say`Checking…` }}
        fields={(errors) => (
          <Field
            label={say`Code`}
            hint={say`No phone? Type one of your recovery codes.`}
            error={errors['code']}
            required
          >
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
      <OtherWay label={say`Start again`} href={paths.login({ from })} />
    </>
  );
}
