import { useRef, useState } from 'react';
import { emailProblem, normalisePhone, phoneText } from '@tiffin/domain/people';
import { say } from '@tiffin/domain/core';
import { useHydrated } from '../../shared/page/hydrated.ts';
import { useSite } from '../../shared/site/site.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import styles from './booking.module.css';
import { findTexts } from './change-texts.ts';
import { useSendLinks } from './use-send-links.ts';

/** Sends a lost link again. The answer is the same whether or not there is a reservation. */
export function FindReservation() {
  const { phone, sends } = useSite();
  const hydrated = useHydrated();
  const [contact, setContact] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const [fieldProblem, setFieldProblem] = useState<string | null>(null);
  const { sentTo, problem, isSending, send, startAgain } = useSendLinks();
  const canMail = sends.includes('email');
  const canText = sends.includes('sms');
  function submit() {
    const found = contactProblem(contact, canText);
    setFieldProblem(found);
    if (found !== null) return input.current?.focus();
    const number = canText ? normalisePhone(contact) : null;
    return void send(number === null ? { email: contact } : { phone: number });
  }
  if (sentTo !== null) {
    const isPhone = !sentTo.includes('@');
    return (
      <div className={`stack gap-18 ${styles.find}`}>
        <h1>{isPhone ? say`Check your text messages` : say`Check your email`}</h1>
        <Banner tone="ok" announce="status">
          <p>{findTexts.sent(isPhone ? phoneText(sentTo) : sentTo)}</p>
          <p>{findTexts.nothingCame(phoneText(phone))}</p>
        </Banner>
        <Button look="quiet" onClick={startAgain}>
          {canText ? say`Try another address or number` : say`Try another address`}
        </Button>
      </div>
    );
  }
  return (
    <form
      className={`stack gap-18 ${styles.find}`}
      noValidate
      inert={!hydrated}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <h1>{say`Find your reservation`}</h1>
      <p className="soft">
        {canText
          ? say`We send the link to your reservation again. Enter the email address you booked with, or your phone number if you gave no address.`
          : findTexts.description}
      </p>
      {!canMail && !canText && (
        <Banner tone="info">{say`Email is not set up here yet. Call ${phoneText(phone)}, and we will find your reservation.`}</Banner>
      )}
      <Field label={canText ? say`Email Address or Phone Number` : say`Email Address`} error={fieldProblem} required>
        <TextInput
          ref={input}
          name="email"
          type={canText ? 'text' : 'email'}
          inputMode={canText ? 'text' : 'email'}
          autoComplete="email"
          autoCapitalize="none"
          value={contact}
          onChange={(event) => {
            setContact(event.target.value);
            setFieldProblem(null);
          }}
        />
      </Field>
      {problem !== null && (
        <Banner tone="bad" announce="alert" title={say`The link was not sent`}>
          {problem}
        </Banner>
      )}
      <Button type="submit" size="lg" busy={isSending}>
        {isSending ? say`Sending…` : say`Send the link`}
      </Button>
    </form>
  );
}

/** A text with an @ is meant as an address, everything else as a phone number. */
function contactProblem(contact: string, canText: boolean): string | null {
  if (!canText) return emailProblem(contact);
  if (contact.trim() === '') return say`Enter your email address or your phone number.`;
  if (contact.includes('@')) return emailProblem(contact);
  return normalisePhone(contact) === null
    ? say`This is not a complete phone number. Enter it with the area code.`
    : null;
}
