import { useId, useState } from 'react';
import { Banknote, CreditCard, Gift, LockKeyhole } from 'lucide-react';
import { CANCEL_REASON_REQUIRED } from '@tiffin/domain/order';
import {
  CARD_REFUND_TIME,
  isSentRefund,
  refundsOnCancel,
  type RefundPart,
  type RefundRoute,
} from '@tiffin/domain/payment';
import { addCents, say } from '@tiffin/domain/core';
import type { Answer } from '../../shared/api/api.ts';
import { useCall } from '../../shared/api/use-call.ts';
import { useBackOffice } from '../../shared/session/back-office.tsx';
import { centsOf, formatMoney, coin } from '../../ui/format.ts';
import { Banner } from '../../ui/banner.tsx';
import { formOf, textField } from '../../ui/form.ts';
import { EditDialog, TextareaField } from '../../ui/form-fields.tsx';
import { useForm } from '../../ui/use-form.ts';
import { toast } from '../../ui/toasts.ts';
import styles from './board.module.css';
import { orderCode, type BoardOrder } from './board-orders.ts';
import { orderAmount, orderTypeText } from './ticket-parts.tsx';

/** The message after a cancellation, and whether a refund must be made by hand. */
export function cancelOutcome(refund: Answer<'cancelOrder'>['refund']): { text: string; isManual: boolean } {
  if (refund === null) return { text: say`Order cancelled.`, isManual: false };
  const amount = formatMoney(centsOf(refund.amount));
  if (refund.method === 'cash')
    return { text: say`Order cancelled. Please handle the cash refund of ${amount} manually.`, isManual: true };
  if (refund.method === 'gift-card')
    return { text: say`Order cancelled. ${amount} went back to the gift card.`, isManual: false };
  if (refund.method === 'card' && refund.success) {
    return {
      text: say`Order cancelled. Refund of ${amount} (${refund.refundId}): ${refund.status}, via the original card payment method.`,
      isManual: false,
    };
  }
  const { error } = refund;
  const text = error
    ? say`Order cancelled. Refund warning: please process ${amount} manually. ${error}`
    : say`Order cancelled. Refund warning: please process ${amount} manually.`;
  return { text, isManual: true };
}

/** Why there is nothing to refund: already refunded or never paid. */
export function noRefundReason({ paymentStatus, pricing }: Pick<BoardOrder, 'paymentStatus' | 'pricing'>): string {
  const isRefunded = paymentStatus === 'refunded' || pricing.refunded > 0;
  return isRefunded ? say`Already refunded.` : say`This order is not paid.`;
}

/** Why an order was not cancelled. */
export function cancelFailure(thrown: unknown): string {
  return (thrown instanceof Error && thrown.message) || say`Failed to cancel order`;
}

const OUTCOME_SHOWN_MS = 10_000;

interface CancelProps {
  readonly order: BoardOrder;
  readonly onClose: () => void;
  readonly onDone: (order: BoardOrder) => void;
}

/** Asks for the reason of a cancellation, and says first what is refunded and how. */
export function CancelDialog({ order, onClose, onDone }: CancelProps) {
  const { whyNot } = useBackOffice();
  const { sendOrThrow } = useCall('cancelOrder', {
    onDone(answer) {
      showOutcome(answer);
      onDone(answer.order);
    },
  });
  const form = useForm(reasonForm, {
    save: ({ values: { reason: cancelReason } }) => sendOrThrow({ orderId: order.id, cancelReason }),
    refused: cancelFailure,
  });
  const { value: reason, onValue: setReason, ...field } = form.at('reason');
  const [isTouched, setTouched] = useState(false);
  const missing = reason.trim() === '' ? CANCEL_REASON_REQUIRED : undefined;
  const refunds = refundsOnCancel(order, coin);
  const sentRefunds = refunds.filter(({ method }) => isSentRefund(method));
  const amount = formatMoney(addCents(...sentRefunds.map((part) => centsOf(part.amount))));
  const needsManager = refunds.length > 0 && whyNot('order.refund') !== null;
  return (
    <EditDialog
      form={form}
      size="sm"
      onClose={onClose}
      title={say`Cancel order ${orderCode(order)}?`}
      description={say`${order.orderId}, ${orderTypeText(order)} for ${order.customerInfo.name}, ${orderAmount(order)}`}
      cancel={say`Keep order`}
      save={refunds.some(({ method }) => method === 'card') ? say`Cancel and refund ${amount}` : say`Cancel order`}
      look="danger-solid"
      blocked={missing ?? null}
      before={
        <div className="stack gap-8">
          <RefundBanners order={order} refunds={refunds} />
          {needsManager && (
            <Banner icon={<LockKeyhole />}>{say`This sends money back: a manager allows it with their PIN.`}</Banner>
          )}
        </div>
      }
    >
      <ReasonPicks reason={reason} onPick={setReason} />
      <TextareaField
        {...field}
        rows={3}
        value={reason}
        error={isTouched ? missing : undefined}
        onValue={setReason}
        onBlur={() => setTouched(true)}
      />
    </EditDialog>
  );
}

const reasonForm = formOf({
  reason: textField(say`Tell the team what happened`, { missing: CANCEL_REASON_REQUIRED, input: { maxLength: 500 } }),
});

const CANCEL_REASONS = [
  say`Customer requested cancellation`,
  say`Kitchen emergency`,
  say`Item sold out`,
  say`Duplicate order`,
  say`Left without paying`,
];

interface ReasonPicksProps {
  picks?: readonly string[];
  reason: string;
  onPick: (reason: string) => void;
}

export function ReasonPicks({ picks = CANCEL_REASONS, reason, onPick }: ReasonPicksProps) {
  const headingId = useId();
  return (
    <>
      <h3 id={headingId} className="above-16 below-8 text-md">
        {say`Reason`}
      </h3>
      <div className={`flex flex-wrap gap-8 ${styles.picks}`} role="group" aria-labelledby={headingId}>
        {picks.map((pick) => (
          <button
            className="touch-height pill quiet ink weight-560 text-sm leading-120"
            key={pick}
            type="button"
            aria-pressed={reason === pick}
            onClick={() => onPick(pick)}
          >
            {pick}
          </button>
        ))}
      </div>
    </>
  );
}

const REFUND_TEXTS: Readonly<Record<RefundRoute, (amount: string, giftCard: string) => readonly [string, string?]>> = {
  card: (amount) => [
    say`${amount} goes back to the card`,
    say`Refunded automatically to the original card. Allow ${CARD_REFUND_TIME}.`,
  ],
  'gift-card': (amount, giftCard) => [say`${amount} goes back to the gift card ${giftCard}`],
  cash: (amount) => [say`${amount} to hand back in cash`, say`This cash refund has to be given by hand.`],
  manual: (amount) => [say`${amount} to review`, say`Paid another way: the refund needs a manual review.`],
};

const REFUND_ICONS = { card: <CreditCard />, 'gift-card': <Gift />, cash: <Banknote />, manual: <Banknote /> };

function RefundBanners({ order, refunds }: { order: BoardOrder; refunds: readonly RefundPart[] }) {
  if (refunds.length === 0) {
    return (
      <Banner icon={<Banknote />} title={say`Nothing to refund.`}>
        {noRefundReason(order)}
      </Banner>
    );
  }
  return refunds.map(({ method, amount, giftCard = '' }, index) => {
    const [title, text] = REFUND_TEXTS[method](formatMoney(centsOf(amount)), giftCard);
    return (
      // oxlint-disable-next-line react/no-array-index-key -- two may be alike
      <Banner key={index} tone={isSentRefund(method) ? 'info' : 'warn'} icon={REFUND_ICONS[method]} title={title}>
        {text}
      </Banner>
    );
  });
}

/** Shows what happened to the money. A refund due by hand stays on the board until it is made. */
function showOutcome({ refund, refunds, message }: Answer<'cancelOrder'>): void {
  const isAnyManual = refunds.some((each) => cancelOutcome(each).isManual);
  const text = refunds.length > 1 ? message : cancelOutcome(refund).text;
  if (isAnyManual) toast.warning(text, { duration: OUTCOME_SHOWN_MS });
  else toast.success(text, { duration: OUTCOME_SHOWN_MS });
}
