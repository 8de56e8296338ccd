import { emailProblem, normalisePhone, phoneText } from '@tiffin/domain/people';
import { say } from '@tiffin/domain/core';
import { refusalText } from '../../shared/errors/error-text.ts';
import { useHydrated } from '../../shared/page/hydrated.ts';
import { useSite } from '../../shared/site/site.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { formOf, textField } from '../../ui/form.ts';
import { EditForm, TextField } from '../../ui/form-fields.tsx';
import { useForm } from '../../ui/use-form.ts';
import styles from './booking.module.css';
import { findTexts } from './change-texts.ts';
import { useSendLinks } from './use-send-links.ts';

const findForm = formOf({
  contact: textField(say`Email Address`, { required: true, input: { autoCapitalize: 'none' } }),
});

/** Sends a lost link again. The answer is the same whether or not there is a reservation. */
export function FindReservation() {
  const { phone, sends } = useSite();
  const hydrated = useHydrated();
  const { sentTo, sendOrThrow, startAgain } = useSendLinks();
  const canMail = sends.includes('email');
  const canText = sends.includes('sms');
  const form = useForm(findForm, {
    check({ contact }) {
      const problem = contactProblem(contact, canText);
      return problem === null ? {} : { contact: problem };
    },
    save({ values: { contact } }) {
      const number = canText ? normalisePhone(contact) : null;
      return sendOrThrow(number === null ? { email: contact } : { phone: number });
    },
    refused: refusalText,
  });
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
    <div inert={!hydrated}>
      <EditForm form={form} className={`stack gap-18 ${styles.find}`} failed={say`The link was not sent`}>
        <h1>{say`Find your reservation`}</h1>
        <p className="soft">
          {canText
            ? say`We send the link to your reservation again. Enter the email address you booked with, or your phone number if you gave no address.`
            : findTexts.description}
        </p>
        {!canMail && !canText && (
          <Banner tone="info">{say`Email is not set up here yet. Call ${phoneText(phone)}, and we will find your reservation.`}</Banner>
        )}
        <TextField
          {...form.at('contact')}
          {...(canText && { label: say`Email Address or Phone Number` })}
          name="email"
          type={canText ? 'text' : 'email'}
          inputMode={canText ? 'text' : 'email'}
          autoComplete="email"
        />
        <Button type="submit" size="lg" busy={form.busy}>
          {form.busy ? say`Sending…` : say`Send the link`}
        </Button>
      </EditForm>
    </div>
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
