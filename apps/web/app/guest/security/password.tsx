import { useState } from 'react';
import { passwordProblem, STAFF_PASSWORD_MIN } from '@tiffin/domain/people';
import { say } from '@tiffin/domain/core';
import { callOf, useAction } from '../../shared/api/use-action.ts';
import { refusalText } from '../../shared/errors/error-text.ts';
import { paths } from '../../paths.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { formOf, passwordField } from '../../ui/form.ts';
import { EditDialog, PasswordField } from '../../ui/form-fields.tsx';
import { useForm } from '../../ui/use-form.ts';

interface PasswordProps {
  readonly hasPassword: boolean;
  readonly isStaff: boolean;
  readonly email: string;
  readonly onChanged: () => void;
}

/** Changes the password; a person without one is sent a link to set it. */
export function Password({ hasPassword, onChanged, ...person }: PasswordProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section aria-labelledby="password" className="stack gap-12">
      <h2 id="password">{say`Password`}</h2>
      {!hasPassword && (
        <p className="soft text-sm">{say`You sign in without a password. To set one, request a link for a new password.`}</p>
      )}
      <div className="row">
        {hasPassword ? (
          <Button look="quiet" onClick={() => setOpen(true)}>
            {say`Change password`}
          </Button>
        ) : (
          <LinkButton look="quiet" href={paths.forgotPassword()}>
            {say`Request a link`}
          </LinkButton>
        )}
      </div>
      {isOpen && <ChangeDialog {...person} onClose={() => setOpen(false)} onChanged={onChanged} />}
    </section>
  );
}

/** Tells staff that their password is too weak for the data of guests. */
export function WeakPassword({ isRequired }: { isRequired: boolean }) {
  return (
    <Banner
      tone="warn"
      title={isRequired ? say`One more step before the back office opens` : say`Please choose a longer password`}
    >
      {say`Your password is short, or one that many people use. Please change it below: passwords of staff have at least ${STAFF_PASSWORD_MIN} characters.`}
    </Banner>
  );
}

const changeForm = formOf({
  oldPassword: {
    ...passwordField(say`Old password`),
    problem: (typed: string) => (typed === '' ? say`Please fill this in.` : null),
  },
  newPassword: passwordField(say`New password`),
});

function ChangeDialog({
  isStaff,
  email,
  onClose,
  onChanged,
}: Omit<PasswordProps, 'hasPassword'> & { onClose: () => void }) {
  const { sendOrThrow } = useAction(callOf('changePassword'), {
    doneText: () => say`Your new password is saved.`,
    onDone() {
      onClose();
      onChanged();
    },
  });
  const form = useForm(changeForm, {
    // The rule for staff needs the list of common passwords, which only the server has.
    check({ newPassword }) {
      const missing = newPassword === '' ? say`Please fill this in.` : null;
      const problem = missing ?? (isStaff ? null : passwordProblem(newPassword));
      return problem === null ? {} : { newPassword: problem };
    },
    save: ({ values }) => sendOrThrow(values),
    refused: refusalText,
  });
  return (
    <EditDialog
      form={form}
      size="sm"
      title={say`Change password`}
      description={say`Every other device is signed out.`}
      save={say`Save password`}
      cancel={say`Not now`}
      onClose={onClose}
    >
      {/* Tells password managers which account this is. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField {...form.at('oldPassword')} autoComplete="current-password" />
      <PasswordField
        {...form.at('newPassword')}
        hint={
          isStaff
            ? say`At least ${STAFF_PASSWORD_MIN} characters, and none that many people use. A short sentence is good.`
            : undefined
        }
        autoComplete="new-password"
      />
    </EditDialog>
  );
}
