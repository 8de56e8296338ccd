import { useState, type ReactNode, useEffect, useRef, type FormEvent } from 'react';
import { Form, useNavigation, useOutletContext } from 'react-router';
import { say } from '@tiffin/domain/core';
import { ErrorBanner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordInput, TextInput } from '../../ui/inputs.tsx';
import { Link } from '../../ui/link.tsx';
import type { FormFailure } from './read-form.ts';
import {
  PASSWORD_CHECKS,
  PASSWORD_CHECKS_NEEDED,
  countPassedPasswordChecks,
  passwordStrength,
} from '@tiffin/domain/people';
import { Check, Minus } from 'lucide-react';
import { classNames } from '../../ui/class-names.ts';
import styles from './sign-in.module.css';

const STRENGTH = {
  label: say`Password strength`,
  weak: say`Weak`,
  medium: say`Medium`,
  strong: say`Strong`,
  need: (needed: number, of: number) => say`At least ${needed} of these ${of}`,
  met: say`done`,
  open: say`missing`,
};

function PasswordMeter({ password }: { password: string }) {
  const passes = countPassedPasswordChecks(password);
  const strength = passwordStrength(password);
  return (
    <div className={classNames('hint grid gap-8', styles[strength])}>
      <div className={`grid gap-4 ${styles.bars}`} aria-hidden="true">
        {PASSWORD_CHECKS.map((check, index) => (
          <span key={check.id} data-on={password !== '' && index < passes ? '' : undefined} />
        ))}
      </div>
      <p className="flex between gap-12">
        <span>{STRENGTH.need(PASSWORD_CHECKS_NEEDED, PASSWORD_CHECKS.length)}</span>
        <span role="status">
          {password !== '' && (
            <>
              <span className="sr-only">{STRENGTH.label}: </span>
              <b className="ink">{STRENGTH[strength]}</b>
            </>
          )}
        </span>
      </p>
      <ul className={`grid ${styles.checks}`}>
        {PASSWORD_CHECKS.map((check) => {
          const met = password !== '' && check.passes(password);
          return (
            <li className="row gap-8" key={check.id} data-met={met ? '' : undefined}>
              {met ? <Check /> : <Minus className="faint" />}
              {check.text}
              <span className="sr-only">, {met ? STRENGTH.met : STRENGTH.open}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** The errors of the last submit. Editing a field clears its error. The first one gets the focus. */
function useFieldErrors(failure: FormFailure | undefined) {
  const form = useRef<HTMLFormElement>(null);
  /** The fields that were edited since this failure. */
  const [edited, setEdited] = useState<{ failure: FormFailure | undefined; names: ReadonlySet<string> }>({
    failure: undefined,
    names: new Set(),
  });

  useEffect(() => {
    const first = Object.keys(failure?.fields ?? {})[0];
    const input = first ? form.current?.elements.namedItem(first) : null;
    if (input instanceof HTMLElement) input.focus();
  }, [failure]);

  const names = edited.failure === failure ? edited.names : new Set<string>();
  const errors = Object.fromEntries(Object.entries(failure?.fields ?? {}).filter(([name]) => !names.has(name)));

  function clear(event: FormEvent<HTMLFormElement>) {
    const { target } = event;
    if (target instanceof HTMLInputElement && target.name in errors) {
      setEdited({ failure, names: new Set([...names, target.name]) });
    }
  }

  return { errors, clear, form };
}

interface AuthFormProps {
  failure: FormFailure | undefined;
  buttonLabels: { readonly submit: string; readonly busy: string };
  fields: (errors: Readonly<Record<string, string>>) => ReactNode;
  /** Rendered below the button. */
  children?: ReactNode;
}

/** A form for signing in or up. It works without scripts. */
export function AuthForm({ failure, buttonLabels, fields, children }: AuthFormProps) {
  const { formMethod, formData } = useNavigation();
  // "Continue without an account" has its own spinner.
  const busy = formMethod === 'POST' && !formData?.has('guest');
  const { errors, clear, form } = useFieldErrors(failure);
  return (
    <Form ref={form} method="post" noValidate className="stack gap-16" onInput={clear}>
      {fields(errors)}
      <ErrorBanner error={failure?.whole} />
      <Button type="submit" size="lg" block busy={busy}>
        {busy ? buttonLabels.busy : buttonLabels.submit}
      </Button>
      {children}
    </Form>
  );
}

interface OtherWayProps {
  text?: string;
  label: string;
  href: string;
}

/** A link to another page of signing in, below a form. */
export function OtherWay({ text, label, href }: OtherWayProps) {
  return (
    <p className={styles.small}>
      {text}{' '}
      <Link className="weight-600 ink" href={href}>
        {label}
      </Link>
    </p>
  );
}

/** The typed address. The frame around the sign-in pages holds it, so that the next page need not ask again. */
export function useTypedEmail() {
  const [email, setEmail] = useState('');
  return { email, setEmail };
}

/** The email address, with what was typed on the page before. */
export function EmailField({ error, typed }: { error: string | undefined; typed: string | undefined }) {
  const { email, setEmail } = useOutletContext<ReturnType<typeof useTypedEmail>>();
  return (
    <Field label={say`Email Address`} error={error} required>
      <TextInput
        name="email"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={typed ?? email}
        onChange={(event) => setEmail(event.target.value)}
      />
    </Field>
  );
}

export function NewPasswordField({ label, error }: { label: string; error: string | undefined }) {
  const [password, setPassword] = useState('');
  return (
    <>
      <Field label={label} error={error} required>
        <PasswordInput
          name="password"
          autoComplete="new-password"
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      <PasswordMeter password={password} />
    </>
  );
}
