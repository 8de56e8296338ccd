import { useState, type ReactNode } from 'react';
import { Form, useNavigation } from 'react-router';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordInput, TextInput } from '../../ui/inputs.tsx';
import { PasswordMeter } from './password-meter.tsx';
import type { FormFailure } from './read-form.ts';
import { texts } from './texts.ts';
import { useFieldErrors } from './use-field-errors.ts';

interface AuthFormProps {
  failure: FormFailure | undefined;
  /** What the button says, and says while it works. */
  says: { readonly submit: string; readonly busy: string };
  /** The fields, each given what is wrong in it. */
  fields: (errors: Readonly<Record<string, string>>) => ReactNode;
  /** Below the button. */
  children?: ReactNode;
}

/** A form of this house's door: it works without scripts too. */
export function AuthForm({ failure, says, fields, children }: AuthFormProps) {
  const busy = useNavigation().formMethod === 'POST';
  const { errors, clear, form } = useFieldErrors(failure);
  return (
    <Form ref={form} method="post" noValidate className="stack gap-16" onInput={clear}>
      {fields(errors)}
      {failure?.whole && (
        <Banner tone="bad" announce="alert">
          {failure.whole}
        </Banner>
      )}
      <Button type="submit" size="lg" block busy={busy}>
        {busy ? says.busy : says.submit}
      </Button>
      {children}
    </Form>
  );
}

export function EmailField({ error, typed }: { error: string | undefined; typed: string | undefined }) {
  return (
    <Field label={texts.email} error={error} required>
      <TextInput
        name="email"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={typed}
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
          showLabel={texts.showPassword}
          hideLabel={texts.hidePassword}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      <PasswordMeter password={password} />
    </>
  );
}
