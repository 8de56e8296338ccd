import { useState } from 'react';
import { emailProblem, phoneText } from '@tiffin/domain/people';
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
  const [email, setEmail] = useState('');
  const [fieldProblem, setFieldProblem] = useState<string | null>(null);
  const { sentTo, problem, isSending, send, startAgain } = useSendLinks();
  const canMail = sends.includes('email');
  if (sentTo !== null) {
    return (
      <div className={`stack gap-18 ${styles.find}`}>
        <h1>{findTexts.sentTitle}</h1>
        <Banner tone="ok" announce="status">
          <p>{findTexts.sent(sentTo)}</p>
          <p>{findTexts.nothingCame(phoneText(phone))}</p>
        </Banner>
        <Button look="quiet" onClick={startAgain}>
          {findTexts.another}
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
        const found = emailProblem(email);
        setFieldProblem(found);
        if (found === null) void send(email);
      }}
    >
      <h1>{findTexts.title}</h1>
      <p className="soft">{findTexts.description}</p>
      {!canMail && <Banner tone="info">{findTexts.noMail(phoneText(phone))}</Banner>}
      <Field label={findTexts.email} error={fieldProblem} required>
        <TextInput
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          value={email}
          onChange={(event) => {
            setEmail(event.target.value);
            setFieldProblem(null);
          }}
        />
      </Field>
      {problem !== null && (
        <Banner tone="bad" announce="alert" title={findTexts.failed}>
          {problem}
        </Banner>
      )}
      <Button type="submit" size="lg" busy={isSending}>
        {isSending ? findTexts.sending : findTexts.send}
      </Button>
    </form>
  );
}
