import { useState } from 'react';
import { say } from '@tiffin/domain/core';
import { customerEmailProblem } from '@tiffin/domain/order';
import { maskedGiftCard } from '@tiffin/domain/payment';
import { api } from '../../shared/api/api.ts';
import { refusalText } from '../../shared/errors/error-text.ts';
import { useHydrated } from '../../shared/page/hydrated.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { formOf, textField } from '../../ui/form.ts';
import { EditForm, TextField } from '../../ui/form-fields.tsx';
import { centsOf, formatMoney } from '../../ui/format.ts';
import { useForm } from '../../ui/use-form.ts';
import styles from './gift-cards.module.css';

const withdrawalForm = formOf({
  name: textField(say`Your name`, {
    missing: say`Please type your name.`,
    input: { maxLength: 60, autoComplete: 'name' },
  }),
  contract: textField(say`Code of the card, or number of the payment`, {
    missing: say`Type the code of the card, or the number of the payment.`,
    hint: say`The number is in your receipt.`,
    input: { maxLength: 50, autoComplete: 'off' },
  }),
  email: textField(say`Your email address`, {
    required: true,
    hint: say`We mail there that we have your withdrawal.`,
    input: { type: 'email', autoCapitalize: 'none', autoComplete: 'email' },
  }),
});

/** A consumer withdraws from the purchase of a gift card, without an account. The law asks for these fields and words. */
export function GiftWithdrawalPage({ paymentId }: { paymentId: string }) {
  const hydrated = useHydrated();
  const [done, setDone] = useState('');
  const form = useForm(withdrawalForm, {
    initialValues: { contract: paymentId },
    check({ email }) {
      const problem = customerEmailProblem(email.trim());
      return problem === null ? {} : { email: problem };
    },
    async save({ values }) {
      const { amount, last4 } = await api('withdrawGiftCard', { body: values });
      const [money, card] = [formatMoney(centsOf(amount)), maskedGiftCard(last4)];
      setDone(say`${money} of gift card ${card} goes back the way you paid. We mail this with date and time.`);
    },
    refused: refusalText,
  });
  return (
    <div className={`wrap ${styles.page}`} inert={!hydrated}>
      <h1 className="below-16">{say`Withdraw from the purchase of a gift card`}</h1>
      {done ? (
        <Banner tone="ok" title={say`We have your withdrawal`} announce="status">
          {done}
        </Banner>
      ) : (
        <EditForm form={form} className={`stack gap-18 ${styles.form}`} failed={say`You have not withdrawn`}>
          <p>
            {say`For 14 days you can give back a gift card that you bought online, without a reason. Your money goes back the way it came, and nobody can pay with the card any more. If a part was used, what is left on it goes back.`}
          </p>
          <TextField {...form.at('name')} />
          <TextField {...form.at('contract')} />
          <TextField {...form.at('email')} />
          <Button type="submit" size="lg" busy={form.busy}>
            {say`Confirm withdrawal`}
          </Button>
        </EditForm>
      )}
    </div>
  );
}
