import { useState } from 'react';
import { passwordProblem } from '@tiffin/domain/people';
import { say } from '@tiffin/domain/core';
import { ApiError } from '../../shared/api/api-error.ts';
import { api } from '../../shared/api/api.ts';
import { errorText } from '../../shared/errors/error-text.ts';
import { paths } from '../../paths.ts';
import { Banner, ErrorBanner } from '../../ui/banner.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { PasswordInput } from '../../ui/inputs.tsx';
import { toast } from '../../ui/toasts.ts';

interface PasswordProps {
  readonly hasPassword: boolean;
  readonly isStaff: boolean;
  readonly email: string;
  readonly onChanged: () => void;
}

/** The section that changes the password, with the old one. */
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
      {isOpen && (
        <ChangeDialog
          {...person}
          onClose={() => setOpen(false)}
          onSaved={() => {
            setOpen(false);
            toast.success(say`Your new password is saved.`);
            onChanged();
          }}
        />
      )}
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
      {say`Your password is short, or one that many people use. Please change it below: passwords of staff have at least 10 characters.`}
    </Banner>
  );
}

type Problems = Partial<Record<'old' | 'new' | 'form', string>>;

function ChangeDialog({
  isStaff,
  email,
  onClose,
  onSaved,
}: Pick<PasswordProps, 'isStaff' | 'email'> & { onClose: () => void; onSaved: () => void }) {
  const [oldPassword, setOldPassword] = useState('');
  const [newPassword, setNewPassword] = useState('');
  const [problems, setProblems] = useState<Problems>({});
  const [busy, setBusy] = useState(false);

  async function save() {
    const found = findProblems(oldPassword, newPassword, isStaff);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      await api('changePassword', { body: { oldPassword, newPassword } });
      onSaved();
    } catch (error) {
      setProblems({ [fieldOf(error)]: errorText(error) });
    } finally {
      setBusy(false);
    }
  }

  return (
    <FormDialog
      title={say`Change password`}
      description={say`Every other device is signed out.`}
      confirmLabel={say`Save password`}
      cancelLabel={say`Not now`}
      busy={busy}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      {/* Tells password managers which account this is. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <Field label={say`Old password`} error={problems.old} required>
        <PasswordInput
          autoComplete="current-password"
          value={oldPassword}
          onChange={({ target }) => setOldPassword(target.value)}
        />
      </Field>
      <Field
        label={say`New password`}
        hint={
          isStaff ? say`At least 10 characters, and none that many people use. A short sentence is good.` : undefined
        }
        error={problems.new}
        required
      >
        <PasswordInput
          autoComplete="new-password"
          value={newPassword}
          onChange={({ target }) => setNewPassword(target.value)}
        />
      </Field>
      <ErrorBanner says={problems.form} />
    </FormDialog>
  );
}

/** The rule for staff needs the list of common passwords, which only the server has. */
function findProblems(oldPassword: string, newPassword: string, isStaff: boolean): Problems {
  const missing = newPassword === '' ? say`Please fill this in.` : null;
  const problem = missing ?? (isStaff ? null : passwordProblem(newPassword));
  return { ...(oldPassword === '' && { old: say`Please fill this in.` }), ...(problem !== null && { new: problem }) };
}

function fieldOf(error: unknown): keyof Problems {
  if (!(error instanceof ApiError)) return 'form';
  if (error.code === 'wrong-password') return 'old';
  return error.code === 'weak-password' ? 'new' : 'form';
}
