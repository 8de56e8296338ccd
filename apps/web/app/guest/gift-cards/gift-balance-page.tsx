import { useEffect, useState } from 'react';
import { say } from '@tiffin/domain/core';
import { giftCardCodeText, maskedGiftCard, parseGiftCardCode } from '@tiffin/domain/payment';
import { api } from '../../shared/api/api.ts';
import { refusalText } from '../../shared/errors/error-text.ts';
import { useHydrated } from '../../shared/page/hydrated.ts';
import { useSite } from '../../shared/site/site.ts';
import { paths } from '../../paths.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { formOf, textField } from '../../ui/form.ts';
import { EditForm, TextField } from '../../ui/form-fields.tsx';
import { centsOf, formatMoney } from '../../ui/format.ts';
import { QrCode } from '../../ui/qr-code.tsx';
import { useForm } from '../../ui/use-form.ts';
import { CardPicture } from './card-picture.tsx';
import styles from './gift-cards.module.css';

const codeForm = formOf({
  code: textField(say`Code of the card`, {
    required: true,
    hint: say`16 characters, in groups of four. There is no 0, O, 1, I or L in it.`,
    input: { autoCapitalize: 'characters', autoComplete: 'off', maxLength: 40 },
  }),
});

async function readCard(typed: string) {
  const code = parseGiftCardCode(typed) ?? typed;
  return { code, ...(await api('getGiftCardBalance', { query: { code } })) };
}

type Card = Awaited<ReturnType<typeof readCard>>;

/** What is on a card, and the card to show or print. The link in its mail opens it without typing. */
export function GiftBalancePage({ token }: { token: string }) {
  const hydrated = useHydrated();
  const [card, setCard] = useState<Card | null>(null);
  const save = async ({ values }: { values: { readonly code: string } }) => setCard(await readCard(values.code));
  const initialValues = { code: giftCardCodeText(token) };
  const form = useForm(codeForm, { initialValues, save, refused: refusalText });
  useEffect(() => {
    // A code that opens no card stays in the field; pressing the button shows the reason.
    if (token !== '') readCard(token).then(setCard, () => undefined);
  }, [token]);
  if (card) return <CardOnPage card={card} />;
  return (
    <div className={`wrap ${styles.page}`} inert={!hydrated}>
      <EditForm form={form} className={`stack gap-18 ${styles.form}`} failed={say`We could not look it up`}>
        <h1>{say`What is on it?`}</h1>
        <TextField {...form.at('code')} />
        <Button type="submit" size="lg" busy={form.busy}>
          {say`Show the balance`}
        </Button>
      </EditForm>
    </div>
  );
}

function CardOnPage({ card: { code, last4, balance, paidOutUpTo } }: { card: Card }) {
  const { name, phone } = useSite();
  const masked = maskedGiftCard(last4);
  const sum = centsOf(balance);
  return (
    <div className={`wrap ${styles.page}`}>
      <h1>{say`On your card`}</h1>
      <p className={`num above-8 ${styles.balance}`} role="status">
        {formatMoney(sum)}
      </p>
      <p className="soft above-8 below-16">
        {say`Gift card ${masked}. It never expires and has no fees.`}{' '}
        {balance > 0 &&
          balance <= paidOutUpTo &&
          say`The law lets you have this rest in cash. Ask for a manager at the counter.`}
      </p>
      <div className={styles.columns}>
        <CardPicture amount={sum} />
        <section className="stack gap-16">
          <QrCode text={code} label={say`Code of this card`} />
          <p className="num weight-600">{giftCardCodeText(code)}</p>
          <p>{say`Type the code at checkout, or show it at the counter. The rest stays on the card.`}</p>
          <p className="hint">
            {say`Good at every ${name}. It is paid out only where the law says so. Questions: ${phone}`}
          </p>
          <div className="row flex-wrap gap-12 not-on-paper">
            <LinkButton href={paths.menuStart()}>{say`Order Now`}</LinkButton>
            <Button look="quiet" onClick={() => window.print()}>
              {say`Print the card`}
            </Button>
          </div>
        </section>
      </div>
    </div>
  );
}
