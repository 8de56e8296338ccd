import { cents, say, toDollars, ZERO } from '@tiffin/domain/core';
import { hasWithdrawal } from '@tiffin/domain/law';
import { customerEmailProblem } from '@tiffin/domain/order';
import { GIFT_CARD_MESSAGE_MAX, GIFT_CARD_PRESETS, giftCardAmountProblem } from '@tiffin/domain/payment';
import { api } from '../../shared/api/api.ts';
import { refusalText } from '../../shared/errors/error-text.ts';
import { useHydrated } from '../../shared/page/hydrated.ts';
import { useLocations, useSite } from '../../shared/site/site.ts';
import { paths } from '../../paths.ts';
import { parseAmount } from '../../ui/amount-typed.ts';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/choices.tsx';
import { formOf, textField } from '../../ui/form.ts';
import { EditForm, MoneyField, TextareaField, TextField } from '../../ui/form-fields.tsx';
import { formatMoney } from '../../ui/format.ts';
import { TextLink } from '../../ui/link.tsx';
import { useForm } from '../../ui/use-form.ts';
import { CardPicture } from './card-picture.tsx';
import { PurchaseNote, usePurchase, type PaymentOfCard } from './purchase.tsx';
import styles from './gift-cards.module.css';

const PRESETS = GIFT_CARD_PRESETS.map(String);

const giftForm = formOf({
  amount: textField(say`Another amount`),
  name: textField(say`For`, { optional: true, input: { maxLength: 60 } }),
  email: textField(say`Their email address`, {
    required: true,
    hint: say`The card is mailed there. Type your own to print it or give it yourself.`,
    input: { type: 'email', autoCapitalize: 'none', autoComplete: 'off' },
  }),
  from: textField(say`From`, { optional: true, input: { maxLength: 60 } }),
  buyerEmail: textField(say`Your email address`, {
    required: true,
    hint: say`Your receipt is mailed there.`,
    input: { type: 'email', autoCapitalize: 'none', autoComplete: 'email' },
  }),
  message: textField(say`Your words`, { optional: true, input: { maxLength: GIFT_CARD_MESSAGE_MAX } }),
});

/** A guest buys a card, pays for it on a payment page, and reads here whether it is paid. */
export function GiftCardsPage({ payment }: { payment: PaymentOfCard | null }) {
  const purchase = usePurchase(payment);
  const { country } = useSite();
  return (
    <div className={`wrap ${styles.page}`}>
      <h1>{say`Gift cards`}</h1>
      {purchase && <PurchaseNote purchase={purchase} />}
      {purchase?.state !== 'waiting' && purchase?.state !== 'paid' && <BuyGiftCard />}
      {hasWithdrawal(country) && (
        <p className="above-16 not-on-paper">
          <TextLink
            href={paths.giftWithdrawal(purchase?.receipt?.paymentId)}
          >{say`Withdraw from contract here`}</TextLink>
        </p>
      )}
    </div>
  );
}

/** No amount is preselected. */
function BuyGiftCard() {
  const hydrated = useHydrated();
  const location = useLocations().find((each) => each.takesMoney !== false);
  const form = useForm(giftForm, {
    check({ amount, email, buyerEmail }) {
      const problem = giftCardAmountProblem(parseAmount(amount) ?? 0);
      const addressProblem = customerEmailProblem(email.trim());
      const buyerProblem = customerEmailProblem(buyerEmail.trim());
      return {
        ...(problem && { amount: problem }),
        ...(addressProblem && { email: addressProblem }),
        ...(buyerProblem && { buyerEmail: buyerProblem }),
      };
    },
    async save({ values }) {
      const body = { ...values, amount: toDollars(parseAmount(values.amount) ?? ZERO), locationId: location?.id ?? '' };
      const { paymentUrl } = await api('buyGiftCard', { body });
      if (paymentUrl !== null) window.location.assign(paymentUrl);
    },
    refused: refusalText,
  });
  const { amount, name } = form.draft;
  return (
    <>
      <p className="above-12 below-16 soft">
        {say`It never expires and has no fees. Tax is paid on what is eaten, not on the card.`}{' '}
        <TextLink href={paths.giftBalance()}>{say`What is on my card?`}</TextLink>
      </p>
      <div className={styles.columns} inert={!hydrated}>
        <CardPicture amount={parseAmount(amount)} name={name.trim()} />
        {location ? (
          <EditForm form={form} className="stack gap-18" failed={say`The payment page did not open`}>
            <Segmented
              legend={say`Amount`}
              value={PRESETS.find((each) => each === amount) ?? null}
              onValue={(value) => form.set({ amount: value })}
              options={PRESETS.map((value) => ({
                value,
                label: formatMoney(cents(Number(value) * 100)).replace('.00', ''),
              }))}
            />
            <MoneyField {...form.at('amount')} />
            <TextField {...form.at('name')} />
            <TextField {...form.at('email')} />
            <TextField {...form.at('from')} />
            <TextField {...form.at('buyerEmail')} />
            <TextareaField {...form.at('message')} rows={3} />
            <Button type="submit" size="lg" block busy={form.busy}>
              {say`Buy`}
            </Button>
          </EditForm>
        ) : (
          <p>{say`This restaurant can’t take orders online yet`}</p>
        )}
      </div>
    </>
  );
}
