import { centsOf, say } from '@tiffin/domain/core';
import { depositTerms, freeUntil } from '@tiffin/domain/reservation';
import { formatTime } from '../../ui/format.ts';
import { Banner } from '../../ui/banner.tsx';
import { LinkButton } from '../../ui/button.tsx';
import type { Reservation } from './booking.ts';

interface DepositNoteProps {
  deposit: { readonly amount: number; readonly freeUntilHours: number; readonly isFee?: true | undefined };
  /** Absent while the times are loaded anew. */
  startsAt: string | undefined;
  zone: string | undefined;
}

/** What a guest pays while booking, or agrees to pay if they do not come, and until when they cancel for free. */
export function DepositNote({ deposit: { amount, freeUntilHours, isFee }, startsAt, zone }: DepositNoteProps) {
  if (startsAt === undefined) return null;
  const until = freeUntil(new Date(startsAt), freeUntilHours);
  return (
    <Banner title={isFee ? say`This table needs a card` : say`This table needs a deposit`}>
      {termsText({ amount, freeUntil: until, isFee }, zone)}{' '}
      {isFee
        ? say`After “Reserve” you have ten minutes to leave a card.`
        : say`After “Reserve” you have ten minutes to pay.`}
    </Banner>
  );
}

type Deposit = NonNullable<Reservation['deposit']>;

function termsText(
  { amount, freeUntil: until, isFee }: Pick<Deposit, 'amount' | 'freeUntil' | 'isFee'>,
  zone: string | undefined,
) {
  const isFree = new Date(until) > new Date();
  return depositTerms({ amount: centsOf(amount), isFee }, isFree ? formatTime(until, 'date-time', zone) : null);
}

/** What became of the deposit of a booking, or of the card that was kept for it. */
export function depositText(deposit: Deposit, zone: string | undefined): string {
  if (deposit.isFee) {
    if (deposit.state === 'kept')
      return say`It was charged to your card, because nobody came or it was too late to cancel.`;
    return deposit.state === 'returned' ? say`Your card is no longer kept.` : termsText(deposit, zone);
  }
  const texts = {
    open: () => termsText(deposit, zone),
    paid: () => `${say`Paid.`} ${termsText(deposit, zone)}`,
    used: () => say`It was taken off your bill. What the bill did not need goes back to your card.`,
    returned: () => say`It goes back to your card, which takes some days.`,
    kept: () => say`It is not returned, because the booking was not cancelled in time.`,
  };
  return texts[deposit.state]();
}

/** Leads to the payment page while a booking waits for its deposit. */
export function PayDeposit({
  payment,
}: {
  payment: { readonly url: string; readonly amount: number } | null | undefined;
}) {
  return payment ? (
    <LinkButton size="lg" href={payment.url}>
      {payment.amount === 0 ? say`Leave a card` : say`Pay the deposit`}
    </LinkButton>
  ) : (
    <Banner tone="warn">{say`The payment page cannot be opened right now. Load this page again in a moment.`}</Banner>
  );
}
