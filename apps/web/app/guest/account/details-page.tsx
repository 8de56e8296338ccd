import { useState, type ReactNode, useEffect, useRef } from 'react';
import { offersConsentTexts } from '@tiffin/domain/messages';
import { phoneText } from '@tiffin/domain/people';
import { say } from '@tiffin/domain/core';
import { accountNameProblem, phoneProblem } from '@tiffin/domain/order';
import type { Answer } from '../../shared/api/api.ts';
import { callOf, useAction } from '../../shared/api/use-action.ts';
import type { Me } from '../../shared/api/server-context.ts';
import { useSite } from '../../shared/site/site.ts';
import { paths } from '../../paths.ts';
import { Switch } from '../../ui/boxes.tsx';
import { Button } from '../../ui/button.tsx';
import { refusalText } from '../../shared/errors/error-text.ts';
import { Field } from '../../ui/field.tsx';
import { formOf, valueField } from '../../ui/form.ts';
import { EditForm, TextField } from '../../ui/form-fields.tsx';
import { PhoneInput } from '../../ui/phone-input.tsx';
import { useForm } from '../../ui/use-form.ts';
import { AccountFrame, EmailRow, DetailRow, RowLink } from './account-frame.tsx';
import { DeleteAccount } from './delete-account.tsx';
import styles from './account.module.css';

type Person = NonNullable<Me>;

interface DetailsPageProps {
  me: Person;
  /** Addresses of earlier deliveries. */
  addresses: Answer<'getMyAddresses'>['addresses'];
  onChanged: () => void;
  onDeleted: () => Promise<void>;
}

export function DetailsPage({ me, addresses, onChanged, onDeleted }: DetailsPageProps) {
  return (
    <AccountFrame heading={<h1>{say`Your details`}</h1>}>
      <Part id="you" title={say`You`}>
        <Profile me={me} onChanged={onChanged} />
        <EmailRow me={me} />
        <DetailRow label={say`Delivery addresses`} value={<Addresses addresses={addresses} />} />
      </Part>
      <Part id="messages" title={say`Messages`}>
        <Messages me={me} onChanged={onChanged} />
      </Part>
      <Part id="sign-in" title={say`Signing in`}>
        <DetailRow
          label={say`Password and devices`}
          value={say`Your password, passkeys and where you are signed in`}
          action={
            <RowLink href={paths.devices()}>
              {say`See`}
              <span className="sr-only"> {say`Password and devices`}</span>
            </RowLink>
          }
        />
      </Part>
      <Part id="data" title={say`Your data`}>
        <DetailRow
          label={say`Your data`}
          value={say`Everything we store about you, in one file.`}
          action={
            <a className={styles.rowLink} href={paths.exportMyData()} download="my-data.json">
              {say`Download my data`}
            </a>
          }
        />
        <DetailRow
          label={say`Leave`}
          value={say`Past orders stay in our books without your name.`}
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
    <section aria-labelledby={id} className={`stack ${styles.part}`}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

/** Name and phone number. One of them is open at a time. */
function Profile({ me, onChanged }: { me: Person; onChanged: () => void }) {
  const [open, setOpen] = useState<EditedField | null>(null);
  /** The row that gets the focus back when it closes. */
  const [closed, setClosed] = useState<EditedField | null>(null);
  const row = (field: EditedField, label: string, value: string, spokenName: string) =>
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
      <DetailRow
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
              {say`Change`}
              <span className="sr-only"> {spokenName}</span>
            </span>
          </Button>
        }
      />
    );
  return (
    <>
      {row('name', say`Full Name`, me.displayName, say`name`)}
      {row('phone', say`Phone Number`, me.phoneNumber ? phoneText(me.phoneNumber) : say`None`, say`phone number`)}
    </>
  );
}

function Addresses({ addresses }: Pick<DetailsPageProps, 'addresses'>) {
  if (addresses.length === 0)
    return <span className="soft weight-400">{say`None yet. Addresses of your deliveries appear here.`}</span>;
  return (
    <>
      <ul className="stack gap-6" aria-label={say`Delivery addresses`}>
        {addresses.map(({ address, postalCode, instructions }) => (
          <li key={address + postalCode}>
            {[address, postalCode].filter(Boolean).join(', ')}
            {instructions && <p className="text-sm soft weight-400">{instructions}</p>}
          </li>
        ))}
      </ul>
      <p className="hint weight-400">{say`From your orders. The checkout offers them, so you need not type them again.`}</p>
    </>
  );
}

/** Switches with an immediate effect. A switch that could not be saved goes back. */
function Messages({ me, onChanged }: { me: Person; onChanged: () => void }) {
  const site = useSite();
  const consent = offersConsentTexts(site.name, site.address);
  const [preferences, setPreferences] = useState(me.preferences);
  const { send, isBusy } = useAction(callOf('updateMe'), {
    doneText: () => say`Your details are saved.`,
    failed: say`Your details were not saved`,
    onDone: onChanged,
    onFailed: () => setPreferences(me.preferences),
  });

  function save(change: Partial<Person['preferences']>) {
    if (isBusy) return;
    setPreferences({ ...preferences, ...change });
    void send({ preferences: change });
  }

  return (
    <>
      <div className={`line-below ${styles.switch}`}>
        <Switch
          label={say`Tell me about my orders and reservations`}
          checked={preferences.notifications}
          onChange={(event) => save({ notifications: event.target.checked })}
        />
      </div>
      <div className={`line-below ${styles.switch}`}>
        <Switch
          label={consent.label}
          hint={consent.terms}
          checked={preferences.marketing}
          onChange={(event) => save({ marketing: event.target.checked })}
        />
      </div>
    </>
  );
}

type EditedField = 'name' | 'phone';

interface EditDetailProps {
  field: EditedField;
  label: string;
  me: NonNullable<Me>;
  onClose: (isSaved: boolean) => void;
}

const detailForm = formOf({ value: valueField('', '') });

function EditDetail({ field, label, me, onClose }: EditDetailProps) {
  const isName = field === 'name';
  const before = isName ? me.displayName : (me.phoneNumber ?? '');
  const box = useRef<HTMLDivElement>(null);
  const { sendOrThrow } = useAction(callOf('updateMe'), {
    doneText: () => say`Your details are saved.`,
    onDone: () => onClose(true),
  });
  const form = useForm(detailForm, {
    record: { value: before },
    // An unchanged value is not validated, because older ones may not meet today's rules.
    check({ value }) {
      const isUnchanged = value === before || (!isName && value === '');
      const problem = isUnchanged ? null : isName ? accountNameProblem(value) : phoneProblem(value);
      return problem === null ? {} : { value: problem };
    },
    async save({ values: { value } }) {
      if (value === before) onClose(false);
      else await sendOrThrow(isName ? { displayName: value } : { phoneNumber: value || null });
    },
    refused: refusalText,
  });
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a refusal leads back to the field
  useEffect(() => box.current?.querySelector('input')?.focus(), [form.failure]);
  const { value, error, onValue } = form.at('value');
  return (
    <div ref={box}>
      <EditForm form={form} className={`grid gap-16 surface round-md ${styles.editing}`}>
        {isName ? (
          <TextField {...form.at('value')} label={label} required name="name" autoComplete="name" />
        ) : (
          <Field
            label={label}
            error={error}
            hint={say`We use it for your next orders and reservations. Earlier ones keep theirs.`}
          >
            <PhoneInput name="phone" value={value} onValue={onValue} />
          </Field>
        )}
        <div className="flex flex-wrap gap-8">
          <Button type="submit" busy={form.busy}>
            {say`Save`}
          </Button>
          <Button look="quiet" onClick={() => onClose(false)}>
            {say`Cancel`}
          </Button>
        </div>
      </EditForm>
    </div>
  );
}
