import { useState, type ReactNode } from 'react';
import { User } from 'lucide-react';
import { phoneText, EMAIL_MAX } from '@tiffin/domain/people';
import { say } from '@tiffin/domain/core';
import { ForgetMe } from '../../shared/session/forget-me.tsx';
import { useRememberedGuest } from '../../shared/session/remembered-guest.ts';
import { useMe, useSite, type Site } from '../../shared/site/site.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { TextLink } from '../../ui/link.tsx';
import { PhoneInput } from '../../ui/phone-input.tsx';
import { CheckoutTextField } from './checkout-fields.tsx';
import { areContactDetailsRight, correctContactFields } from './problems.ts';
import type { CheckoutDetails } from './use-details.ts';
import styles from './checkout.module.css';

const EITHER_HINT = {
  both: say`A phone number or an email is enough. We send updates about your order there.`,
  mail: say`A phone number or an email is enough. We send updates about your order by email.`,
  sms: say`A phone number or an email is enough. We send updates about your order by text message.`,
  none: say`A phone number or an email is enough.`,
};

interface PartProps {
  details: CheckoutDetails;
}

/** Who the order is for: fields, or one row for a guest whom the device remembers. */
export function ContactPart({ details, locationId }: PartProps & { locationId: string }) {
  const me = useMe();
  const remembered = useRememberedGuest();
  const [isEditing, setEditing] = useState(false);
  const { draft, requiredContact } = details;
  const isRemembered = remembered?.name === draft.name && areContactDetailsRight(draft, requiredContact);
  if (!me && isRemembered && !isEditing) return <KnownGuest details={details} onChange={() => setEditing(true)} />;
  return (
    <ContactFields details={details}>
      {!me && (
        <TextLink href={paths.login({ from: paths.checkout({ location: locationId }), step: 'sign-in' })}>
          {say`Sign in`}
        </TextLink>
      )}
    </ContactFields>
  );
}

function KnownGuest({ details: { draft, reset }, onChange }: PartProps & { onChange: () => void }) {
  const [firstName = draft.name] = draft.name.split(' ');
  return (
    <section className={`stack gap-8 round-md tinted ${styles.known}`} aria-labelledby="known-guest">
      <h2 id="known-guest" className="text-xl">
        {say`Welcome back, ${firstName}`}
      </h2>
      <div className="row gap-16">
        <User />
        <p className="grow min-width-0 break-anywhere">
          <b className="block weight-600">{draft.name}</b>
          <span className="text-sm soft">{[phoneText(draft.phone), draft.email].filter(Boolean).join(' · ')}</span>
        </p>
        <Button look="quiet" size="sm" aria-label={say`Change your name and contact`} onClick={onChange}>
          {say`Change`}
        </Button>
      </div>
      <ForgetMe className="push-left" onForgotten={reset} />
    </section>
  );
}

function ContactFields({ details, children }: PartProps & { children: ReactNode }) {
  const { draft, requiredContact, problems, change, leave } = details;
  const { sends } = useSite();
  const correct = correctContactFields(draft, requiredContact);
  // Only an empty field can be left out, and only if the other one is enough.
  const needs = (field: 'email' | 'phone') => draft[field].trim() !== '' || !correct.includes(field);
  return (
    <section className={styles.part}>
      <div className="row flex-wrap between gap-8">
        <h2 className="text-xl">{say`Your details`}</h2>
        {children}
      </div>
      <CheckoutTextField
        details={details}
        name="name"
        label={say`Full Name`}
        required
        autoComplete="name"
        autoCapitalize="words"
      />
      {requiredContact === 'either' && <p className="hint">{EITHER_HINT[channelsOf(sends)]}</p>}
      {requiredContact === 'phone' && (
        <p className="hint">{say`A delivery needs your phone number, in case the driver has to call you.`}</p>
      )}
      <div className={styles.two}>
        <Field label={say`Phone Number`} error={problems.phone} required={needs('phone')} optional={!needs('phone')}>
          <PhoneInput
            name="phone"
            value={draft.phone}
            onValue={(phone) => change({ phone })}
            onBlur={() => leave('phone')}
          />
        </Field>
        <CheckoutTextField
          details={details}
          name="email"
          label={say`Email Address`}
          required={needs('email')}
          type="email"
          inputMode="email"
          autoComplete="email"
          // Lower, and a long address would be cut off instead of getting an error.
          maxLength={EMAIL_MAX * 2}
        />
      </div>
    </section>
  );
}

function channelsOf(sends: Site['sends']): keyof typeof EITHER_HINT {
  const sendsSms = sends.includes('sms');
  if (sends.includes('email')) return sendsSms ? 'both' : 'mail';
  return sendsSms ? 'sms' : 'none';
}
