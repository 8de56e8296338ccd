import { useEffect, useEffectEvent, useState } from 'react';
import { say } from '@tiffin/domain/core';
import { api, type Answer } from '../../shared/api/api.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import { LATE_POLL_MS, nextSessionPoll } from '../../shared/api/polling.ts';
import { useAnswer } from '../../shared/api/use-answer.ts';
import { useSite } from '../../shared/site/site.ts';
import { paths } from '../../paths.ts';
import { Banner } from '../../ui/banner.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { centsOf, formatMoney } from '../../ui/format.ts';

/** The payment from whose page a buyer returns. */
export interface PaymentOfCard {
  readonly sessionId: string;
  readonly token: string;
}

type Purchase = Answer<'getGiftCardPurchase'>;

/** How the payment stands, read until it has arrived or ended; null without one that the server knows. */
export function usePurchase(payment: PaymentOfCard | null): Purchase | null {
  const [tries, setTries] = useState(0);
  const asked = payment ?? { sessionId: '', token: '' };
  const { answer, error } = useAnswer(
    payment && `${asked.sessionId} ${asked.token}`,
    (signal) => api('getGiftCardPurchase', { query: asked }, { signal }),
    tries,
  );
  const isUnknown = error instanceof ApiError && error.status === 404;
  const purchase = answer ?? (payment && !isUnknown ? WAITING : null);
  const delay = useEffectEvent(() => nextSessionPoll(tries) ?? LATE_POLL_MS);
  const isAwaited = purchase?.state === 'waiting' && (answer !== null || error !== null);
  useEffect(() => {
    if (!isAwaited) return undefined;
    const timer = setTimeout(() => setTries((count) => count + 1), delay());
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each answer and each failure starts the next wait
  }, [isAwaited, answer, error]);
  return purchase;
}

const WAITING: Purchase = { state: 'waiting', paymentUrl: null, receipt: null };

/** What the buyer reads after the payment page. */
export function PurchaseNote({ purchase: { state, paymentUrl, receipt } }: { purchase: Purchase }) {
  const { phone } = useSite();
  if (receipt) return <PaidNote receipt={receipt} />;
  switch (state) {
    case 'waiting':
      return (
        <Banner
          title={say`We wait for your payment`}
          announce="status"
          className="above-16"
          action={paymentUrl && <LinkButton look="line" href={paymentUrl}>{say`Back to the payment page`}</LinkButton>}
        >
          {say`It usually arrives within a minute. You can close this page: the card is mailed as soon as it is paid.`}
        </Banner>
      );
    case 'returned':
      return (
        <Banner tone="warn" title={say`Your money goes back to you`} announce="status" className="above-16">
          {say`There is no card for this payment. Questions: ${phone}`}
        </Banner>
      );
    default:
      return (
        <Banner tone="warn" title={say`The card was not paid`} announce="status" className="above-16">
          {say`Nothing was charged. You can buy it again here.`}
        </Banner>
      );
  }
}

function PaidNote({ receipt: { amount, paymentId, seller } }: { receipt: NonNullable<Purchase['receipt']> }) {
  const canMail = useSite().sends.includes('email');
  const facts = [
    [say`Gift card`, formatMoney(centsOf(amount))],
    [say`Tax`, say`None. It is paid on what is eaten.`],
    [say`Paid to`, seller],
    [say`Number of the payment`, paymentId],
  ] as const;
  return (
    <>
      <Banner tone="ok" title={say`Thank you`} announce="status" className="above-16">
        {canMail
          ? say`The card is paid, and is being mailed.`
          : say`We cannot send email at the moment. The card is mailed as soon as we can. Please call us if you need it now.`}
      </Banner>
      <dl className="grid gap-8 above-16 below-16 break-anywhere">
        {facts.map(([label, value]) => (
          <div key={label} className="row between gap-12">
            <dt className="soft">{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <LinkButton look="line" href={paths.giftCards()} className="not-on-paper">
        {say`Buy another card`}
      </LinkButton>
    </>
  );
}
