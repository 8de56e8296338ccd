import { useState, type ReactNode } from 'react';
import { offersConsentTexts } from '@tiffin/domain/messages';
import { phoneText } from '@tiffin/domain/people';
import { api, type Answer } from '../../shared/api/api.ts';
import type { Me } from '../../shared/api/server-context.ts';
import { errorText } from '../../shared/errors/error-text.ts';
import { useSite } from '../../shared/site/site.ts';
import { paths } from '../../paths.ts';
import { Switch } from '../../ui/boxes.tsx';
import { Button } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { toast } from '../../ui/toasts.ts';
import { AccountFrame } from './account-frame.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { EditDetail, type EditedField } from './edit-detail.tsx';
import { texts } from './texts.ts';
import styles from './account.module.css';

type Person = NonNullable<Me>;

interface DetailsPageProps {
  me: Person;
  /** Addresses of earlier deliveries. */
  addresses: Answer<'getMyAddresses'>['addresses'];
  onChanged: () => void;
  onDeleted: () => Promise<void>;
}

/** Profile, messages, sign-in, stored data, and deletion of the account: facts as rows, each changed in its place. */
export function DetailsPage({ me, addresses, onChanged, onDeleted }: DetailsPageProps) {
  return (
    <AccountFrame heading={<h1>{texts.details}</h1>}>
      <Part id="you" title={texts.you}>
        <Profile me={me} onChanged={onChanged} />
        <Row
          label={texts.email}
          value={me.emailVerified ? texts.emailConfirmed(me.email) : texts.emailUnconfirmed(me.email)}
          action={!me.emailVerified && <RowLink href={paths.confirmEmail()}>{texts.confirm.type}</RowLink>}
        />
        <Row label={texts.addresses} value={<Addresses addresses={addresses} />} />
      </Part>
      <Part id="messages" title={texts.messages}>
        <Messages me={me} onChanged={onChanged} />
      </Part>
      <Part id="sign-in" title={texts.signIn}>
        <Row
          label={texts.devices}
          value={texts.devicesText}
          action={
            <RowLink href={paths.devices()}>
              {texts.see}
              <span className="sr-only"> {texts.devices}</span>
            </RowLink>
          }
        />
      </Part>
      <Part id="data" title={texts.data}>
        <Row
          label={texts.data}
          value={texts.dataText}
          action={
            <a className={styles.rowLink} href={paths.exportMyData()} download="my-data.json">
              {texts.download}
            </a>
          }
        />
        <Row
          label={texts.leave}
          value={texts.leaveText}
          action={
            <DeleteAccount
              hasPassword={me.signupMethod === 'email_password'}
              isConfirmed={me.emailVerified}
              onDeleted={onDeleted}
            />
          }
        />
      </Part>
    </AccountFrame>
  );
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className={styles.part}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

function Row({ label, value, action }: { label: string; value: ReactNode; action?: ReactNode }) {
  return (
    <div className={`grid align-center line-below ${styles.detail}`}>
      <span className="hint">{label}</span>
      <div className="weight-550 break-anywhere">{value}</div>
      {action}
    </div>
  );
}

function RowLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link className={styles.rowLink} href={href}>
      {children}
    </Link>
  );
}

/** Name and phone number. One of them is open at a time. */
function Profile({ me, onChanged }: { me: Person; onChanged: () => void }) {
  const [open, setOpen] = useState<EditedField | null>(null);
  /** The row that gets the focus back when it closes. */
  const [closed, setClosed] = useState<EditedField | null>(null);
  const row = (field: EditedField, label: string, value: string, what: string) =>
    open === field ? (
      <EditDetail
        field={field}
        label={label}
        me={me}
        onClose={(isSaved) => {
          setOpen(null);
          setClosed(field);
          if (isSaved) onChanged();
        }}
      />
    ) : (
      <Row
        label={label}
        value={value}
        action={
          <Button
            look="bare"
            size="sm"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form that had the focus has closed
            autoFocus={closed === field}
            onClick={() => setOpen(field)}
          >
            <span>
              {texts.change}
              <span className="sr-only"> {what}</span>
            </span>
          </Button>
        }
      />
    );
  return (
    <>
      {row('name', texts.name, me.displayName, texts.changeName)}
      {row('phone', texts.phone, me.phoneNumber ? phoneText(me.phoneNumber) : texts.noPhone, texts.changePhone)}
    </>
  );
}

function Addresses({ addresses }: Pick<DetailsPageProps, 'addresses'>) {
  if (addresses.length === 0) return <span className="soft weight-400">{texts.noAddresses}</span>;
  return (
    <>
      <ul className="stack gap-6" aria-label={texts.addresses}>
        {addresses.map(({ address, postalCode, instructions }) => (
          <li key={address + postalCode}>
            {[address, postalCode].filter(Boolean).join(', ')}
            {instructions && <p className="text-sm soft weight-400">{instructions}</p>}
          </li>
        ))}
      </ul>
      <p className="hint weight-400">{texts.addressesHint}</p>
    </>
  );
}

/** Switches with an immediate effect. A switch that could not be saved goes back. */
function Messages({ me, onChanged }: { me: Person; onChanged: () => void }) {
  const site = useSite();
  const consent = offersConsentTexts(site.name, site.address);
  const [preferences, setPreferences] = useState(me.preferences);
  const [isSaving, setSaving] = useState(false);

  async function save(change: Partial<Person['preferences']>) {
    if (isSaving) return;
    setSaving(true);
    setPreferences({ ...preferences, ...change });
    try {
      await api('updateMe', { body: { preferences: change } });
      toast.success(texts.saved);
      onChanged();
    } catch (error) {
      setPreferences(preferences);
      toast.error(errorText(error));
    }
    setSaving(false);
  }

  return (
    <>
      <div className={`line-below ${styles.switch}`}>
        <Switch
          label={texts.notifications}
          checked={preferences.notifications}
          onChange={(event) => void save({ notifications: event.target.checked })}
        />
      </div>
      <div className={`line-below ${styles.switch}`}>
        <Switch
          label={consent.label}
          hint={consent.terms}
          checked={preferences.marketing}
          onChange={(event) => void save({ marketing: event.target.checked })}
        />
      </div>
    </>
  );
}
