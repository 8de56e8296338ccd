import { useState } from 'react';
import { ApiError } from '../../shared/api/api-error.ts';
import { api } from '../../shared/api/api.ts';
import type { Me } from '../../shared/api/server-context.ts';
import { wordsFor } from '../../shared/errors/words.ts';
import { leaving } from '../../shared/offline/forget.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordInput } from '../../ui/inputs.tsx';
import { Link } from '../../ui/link.tsx';
import { toast } from '../../ui/toasts.ts';
import { ProfileForm } from './profile-form.tsx';
import { texts } from './texts.ts';
import styles from './account.module.css';

/** Who one is to the house, what it keeps, and the way out. */
export function DetailsPage({
  me,
  onChanged,
  onDeleted,
}: {
  me: NonNullable<Me>;
  onChanged: () => void;
  onDeleted: () => Promise<void>;
}) {
  return (
    <div className={`wrap stack gap-32 ${styles.details}`}>
      <div>
        <Link className="inline-row touch-height text-sm weight-600" href={paths.dashboard()}>
          {texts.title}
        </Link>
        <h1>{texts.details}</h1>
      </div>
      <ProfileForm key={me.updatedAt} me={me} onSaved={onChanged} />
      <Link className="inline-row touch-height text-sm weight-600" href={paths.devices()}>
        {texts.devices}
      </Link>
      <section aria-labelledby="data" className="grid gap-12 items-start">
        <h2 id="data">{texts.data}</h2>
        <p className="text-sm soft">{texts.dataText}</p>
        <a className="inline-row touch-height text-sm weight-600" href={paths.exportMyData()} download="my-data.json">
          {texts.download}
        </a>
        <DeleteAccount hasPassword={me.signupMethod === 'email_password'} onDeleted={onDeleted} />
      </section>
    </div>
  );
}

function DeleteAccount({ hasPassword, onDeleted }: { hasPassword: boolean; onDeleted: () => Promise<void> }) {
  const [asked, setAsked] = useState(false);
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string | null>(null);

  function close() {
    setAsked(false);
    setPassword('');
    setProblem(null);
  }

  async function remove() {
    try {
      await api('deleteMe', { body: { confirm: true, ...(password && { password }) } });
      leaving();
      toast.success(texts.removed);
      close();
      await onDeleted();
    } catch (error) {
      // Whoever signed up with another account may have set a password since: then the server asks for it.
      if (error instanceof ApiError && error.details['field'] === 'password') {
        setProblem(error.message);
        return;
      }
      toast.error(wordsFor(error));
      close();
    }
  }

  return (
    <>
      <Button look="danger" onClick={() => setAsked(true)}>
        {texts.remove}
      </Button>
      <ConfirmDialog
        open={asked}
        title={texts.removeTitle}
        description={texts.removeText}
        confirmLabel={texts.removeYes}
        cancelLabel={texts.removeNo}
        look="danger-solid"
        onCancel={close}
        onConfirm={remove}
      >
        {(hasPassword || problem !== null) && (
          <Field label={texts.removePassword} error={problem} required>
            <PasswordInput
              showLabel={texts.showPassword}
              hideLabel={texts.hidePassword}
              autoComplete="current-password"
              value={password}
              onChange={(event) => {
                setPassword(event.target.value);
                setProblem(null);
              }}
            />
          </Field>
        )}
      </ConfirmDialog>
    </>
  );
}
