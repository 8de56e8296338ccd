import { useState, type FormEvent } from 'react';
import { offersConsentTexts } from '@tiffin/domain/messages';
import { accountNameProblem, phoneProblem } from '@tiffin/domain/order';
import { ApiError } from '../../shared/api/api-error.ts';
import { api } from '../../shared/api/api.ts';
import type { Me } from '../../shared/api/server-context.ts';
import { errorText } from '../../shared/errors/error-text.ts';
import { CodeDialog } from '../../shared/session/code-dialog.tsx';
import { useSite } from '../../shared/site/site.ts';
import { markSignedOut } from '../../shared/offline/clear-stored-data.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordInput, TextInput } from '../../ui/inputs.tsx';
import { Link } from '../../ui/link.tsx';
import { toast } from '../../ui/toasts.ts';
import { texts } from './texts.ts';
import styles from './account.module.css';
import { ErrorBanner } from '../../ui/banner.tsx';
import { Checkbox } from '../../ui/boxes.tsx';
import { PhoneInput } from '../../ui/phone-input.tsx';

/** Profile, stored data, and deletion of the account. */
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
        <DeleteAccount
          hasPassword={me.signupMethod === 'email_password'}
          isConfirmed={me.emailVerified}
          onDeleted={onDeleted}
        />
      </section>
    </div>
  );
}

interface DeleteProps {
  hasPassword: boolean;
  /** True if the email address is confirmed, so that a code can be sent to it. */
  isConfirmed: boolean;
  onDeleted: () => Promise<void>;
}

function DeleteAccount({ hasPassword, isConfirmed, onDeleted }: DeleteProps) {
  const { phone } = useSite();
  const [step, setStep] = useState<'confirm' | 'code' | null>(null);
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [includesAddress, setIncludesAddress] = useState(false);
  const [codeProblem, setCodeProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  function close() {
    setStep(null);
    setPassword('');
    setProblem(null);
    setIncludesAddress(false);
    setCodeProblem(null);
  }

  async function remove(code?: string) {
    setCodeProblem(null);
    try {
      await api('deleteMe', { body: { confirm: true, ...(password && { password }), ...(code && { code }) } });
      markSignedOut();
      toast.success(texts.removed);
      close();
      await onDeleted();
    } catch (error) {
      // A customer who signed up with a provider may have set a password since. Then the server asks for it.
      if (error instanceof ApiError && error.details['field'] === 'password') {
        setProblem(error.message);
        setStep('confirm');
      } else if (error instanceof ApiError && error.code === 'code-refused') {
        setCodeProblem(error.message);
      } else {
        toast.error(errorText(error));
        close();
      }
    }
  }

  async function removeWithCode(code: string) {
    setBusy(true);
    await remove(code);
    setBusy(false);
  }

  return (
    <>
      <Button look="danger" onClick={() => setStep('confirm')}>
        {texts.remove}
      </Button>
      <ConfirmDialog
        open={step === 'confirm'}
        title={texts.removeTitle}
        description={texts.removeText}
        confirmLabel={texts.removeYes}
        cancelLabel={texts.removeNo}
        look="danger-solid"
        onCancel={close}
        onConfirm={() => (includesAddress ? setStep('code') : remove())}
      >
        {(hasPassword || problem !== null) && (
          <Field label={texts.removePassword} error={problem} required>
            <PasswordInput
              autoComplete="current-password"
              value={password}
              onChange={(event) => {
                setPassword(event.target.value);
                setProblem(null);
              }}
            />
          </Field>
        )}
        {isConfirmed && (
          <Checkbox
            label={texts.removeAddress}
            hint={texts.removeAddressHint}
            checked={includesAddress}
            onChange={(event) => setIncludesAddress(event.target.checked)}
          />
        )}
      </ConfirmDialog>
      {step === 'code' && (
        <CodeDialog
          title={texts.removeCodeTitle}
          description={texts.earlier.dialogText}
          confirmLabel={texts.removeYes}
          send={() => api('sendClaimCode', { body: {} })}
          notSent={texts.earlier.notSent(phone)}
          refused={codeProblem}
          busy={busy}
          onCode={(code) => void removeWithCode(code)}
          onClose={close}
        />
      )}
    </>
  );
}

type Person = NonNullable<Me>;
type Problems = Partial<Record<'name' | 'phone' | 'form', string | null>>;

function ProfileForm({ me, onSaved }: { me: Person; onSaved: () => void }) {
  const [name, setName] = useState(me.displayName);
  const [phone, setPhone] = useState(me.phoneNumber ?? '');
  const [notifications, setNotifications] = useState(me.preferences.notifications);
  const [marketing, setMarketing] = useState(me.preferences.marketing);
  const [problems, setProblems] = useState<Problems>({});
  const [busy, setBusy] = useState(false);
  const site = useSite();
  const consent = offersConsentTexts(site.name, site.address);

  async function save(event: FormEvent) {
    event.preventDefault();
    // An unchanged name is not validated, so that an old one does not block other changes.
    const isNew = name !== me.displayName;
    const wrongName = isNew ? accountNameProblem(name) : null;
    const wrongPhone = phone === '' ? null : phoneProblem(phone);
    if (wrongName || wrongPhone) {
      setProblems({ ...(wrongName && { name: wrongName }), ...(wrongPhone && { phone: wrongPhone }) });
      return;
    }
    setBusy(true);
    setProblems({});
    try {
      await api('updateMe', {
        body: {
          ...(isNew && { displayName: name }),
          phoneNumber: phone || null,
          preferences: { notifications, marketing },
        },
      });
      toast.success(texts.saved);
      onSaved();
    } catch (error) {
      const field = error instanceof ApiError ? error.details['field'] : null;
      const text = error instanceof ApiError && error.status === 400 ? error.message : errorText(error);
      setProblems(
        field === 'displayName' ? { name: text } : field === 'phoneNumber' ? { phone: text } : { form: text },
      );
    } finally {
      setBusy(false);
    }
  }

  return (
    <form noValidate className="grid gap-16" onSubmit={(event) => void save(event)}>
      <Field label={texts.name} error={problems.name} required>
        <TextInput
          name="name"
          autoComplete="name"
          value={name}
          onChange={(event) => {
            setName(event.target.value);
            setProblems((before) => ({ ...before, name: null }));
          }}
        />
      </Field>
      <Field label={texts.email}>
        <TextInput value={me.email} readOnly />
      </Field>
      <Field label={texts.phone} error={problems.phone}>
        <PhoneInput
          name="phone"
          value={phone}
          onValue={(value) => {
            setPhone(value);
            setProblems((before) => ({ ...before, phone: null }));
          }}
        />
      </Field>
      <Checkbox
        label={texts.notifications}
        checked={notifications}
        onChange={(event) => setNotifications(event.target.checked)}
      />
      <Checkbox
        label={consent.label}
        hint={consent.terms}
        checked={marketing}
        onChange={(event) => setMarketing(event.target.checked)}
      />
      <ErrorBanner says={problems.form} />
      <Button type="submit" look="quiet" busy={busy}>
        {texts.save}
      </Button>
    </form>
  );
}
