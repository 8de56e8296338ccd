import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { subtractCents, ZERO, say } from '@tiffin/domain/core';
import { lineName, lineTexts } from '@tiffin/domain/order';
import { CARD_REFUND_TIME } from '@tiffin/domain/payment';
import { api, type Answer } from '../../shared/api/api.ts';
import { centsOf, formatMoney } from '../../ui/format.ts';
import { errorText } from '../../shared/errors/error-text.ts';
import { Banner } from '../../ui/banner.tsx';
import { Checkbox } from '../../ui/boxes.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { DollarInput, Textarea } from '../../ui/inputs.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import { toast } from '../../ui/toasts.ts';
import styles from '../../shared/payment/payment.module.css';
import { useRefund, type OrderPayments, type RefundAnswer, type RefundDraft } from './use-refund.ts';

const refundGoText = (amount: string | null) => (amount === null ? say`Refund` : say`Refund ${amount}`);

export interface RefundDialogProps {
  open: boolean;
  orderId: string;
  onClose: () => void;
  onRefunded?: (answer: RefundAnswer) => void;
}

/**
 * Refunds chosen dishes or an amount, by a manager or with a manager's PIN. The server computes the sum with tax and
 * tip.
 */
export function RefundDialog({ open, orderId, onClose, onRefunded }: RefundDialogProps) {
  const paid = useQuery({
    queryKey: ['order-payments', orderId],
    queryFn: () => api('getOrderPayments', { query: { orderId } }),
    enabled: open,
    staleTime: 0,
  });
  const frame = (children: ReactNode) => (
    <Dialog open={open} onClose={onClose} title={say`Refund items`} closeLabel={say`Close`}>
      {children}
    </Dialog>
  );
  if (paid.isError) {
    return frame(
      <Banner tone="bad" announce="alert" title={say`What was paid could not be loaded.`}>
        {errorText(paid.error)}
      </Banner>,
    );
  }
  if (!paid.data) {
    return frame(
      <Loading label={say`Loading what was paid…`}>
        <Skeleton height={180} />
      </Loading>,
    );
  }
  if (paid.data.refundable <= 0) return frame(<Banner>{say`Everything that was paid was already refunded.`}</Banner>);
  return <RefundForm {...{ open, orderId, onClose }} paid={paid.data} {...(onRefunded && { onRefunded })} />;
}

function RefundForm({ open, orderId, paid, onClose, onRefunded }: RefundDialogProps & { paid: OrderPayments }) {
  const refund = useRefund(orderId, paid, (answer) => {
    showOutcome(answer.refund);
    onRefunded?.(answer);
    onClose();
  });
  const { total, busy } = refund;
  const way = wayBack(paid);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={say`Refund items`}
      description={say`Choose what to refund. Its share of tax and tip is included.`}
      closeLabel={say`Close`}
      dismissable={!busy}
      footer={
        <>
          <Button look="quiet" onClick={onClose} disabled={busy}>
            {say`Cancel`}
          </Button>
          <Button look="danger-solid" busy={busy} onClick={() => void refund.send()}>
            {refundGoText(total === ZERO ? null : formatMoney(total))}
          </Button>
        </>
      }
    >
      <div className="stack gap-16">
        <Button look="quiet" block onClick={refund.chooseEverything}>
          {say`Everything: ${formatMoney(refund.left)}`}
        </Button>
        <ul className="grid gap-12 below-16">
          {paid.items.map((item) => (
            <RefundLine key={item.line} item={item} refund={refund} />
          ))}
        </ul>
        {!refund.hasItems && <AmountField refund={refund} />}
        {refund.preview && <Shares share={refund.preview} way={way} />}
        <WayBack way={way} refund={refund} />
        <Field label={say`Reason`} required error={refund.problem}>
          <Textarea
            rows={2}
            maxLength={500}
            value={refund.reason}
            onChange={(event) => refund.typeReason(event.target.value)}
          />
        </Field>
      </div>
    </Dialog>
  );
}

/** A line of the order; the dishes of a combo can be refunded alone. */
function RefundLine({
  item,
  refund: { countOf, choose },
}: {
  item: OrderPayments['items'][number];
  refund: RefundDraft;
}) {
  const { line, name, parts = [], refundableQuantity } = item;
  return (
    <li className="stack gap-8">
      <div className="row between gap-16">
        <span>
          <b>{name}</b>
          <small className="block soft">
            {[...lineTexts(item), formatMoney(centsOf(item.price)), say`${refundableQuantity} left to refund`].join(
              ' · ',
            )}
          </small>
        </span>
        <Stepper
          label={lineName(item)}
          value={countOf(line)}
          max={Math.min(refundableQuantity, ...parts.map((each) => each.refundableQuantity - countOf(line, each.part)))}
          onValue={(value) => choose(line, value)}
        />
      </div>
      {parts.map((part) => (
        <div className={`row between gap-16 ${styles.part}`} key={part.part}>
          <span className="text-sm soft">{say`Only ${part.name}`}</span>
          <Stepper
            label={say`Only ${part.name} of ${name}`}
            value={countOf(line, part.part)}
            max={part.refundableQuantity - countOf(line)}
            onValue={(value) => choose(line, value, part.part)}
          />
        </div>
      ))}
    </li>
  );
}

function AmountField({ refund: { left, amountProblem, amountRef, amountText, typeAmount } }: { refund: RefundDraft }) {
  return (
    <Field
      label={say`Or enter another amount`}
      hint={say`Tax is included. ${formatMoney(left)} is left to refund.`}
      error={amountProblem}
    >
      <DollarInput ref={amountRef} autoComplete="off" placeholder="0.00" value={amountText} onValue={typeAmount} />
    </Field>
  );
}

/** How the guest gets the money; the confirmation that staff hand it over where the card cannot be refunded. */
function WayBack({ way, refund: { needsHand, byHand, setByHand } }: { way: Way; refund: RefundDraft }) {
  if (needsHand === null) return <Banner>{wordsOfWay[way]}</Banner>;
  return (
    <Banner tone="warn" announce="alert" title={needsHand}>
      <Checkbox
        label={say`I return it in cash`}
        checked={byHand}
        onChange={(event) => setByHand(event.target.checked)}
      />
    </Banner>
  );
}

function Shares({ share, way }: { share: Answer<'previewRefund'>; way: Way }) {
  const lines = [
    [say`Subtotal`, centsOf(share.subtotal)],
    ...share.taxes.map(({ label, amount }) => [label, centsOf(amount)] as const),
    [say`Tip`, centsOf(share.tip)],
    [say`Cash rounding`, way === 'cash' ? subtractCents(centsOf(share.due), centsOf(share.total)) : ZERO],
  ] as const;
  return (
    <dl className="grid gap-8 below-16">
      {lines
        .filter(([, amount]) => amount !== ZERO)
        .map(([label, amount]) => (
          <div key={label} className="flex between gap-16">
            <dt>{label}</dt>
            <dd className="num">{formatMoney(amount)}</dd>
          </div>
        ))}
    </dl>
  );
}

type Way = 'card' | 'cash' | 'hand';

const wordsOfWay: Record<Way, string> = {
  card: say`Refunded to the original card. Allow ${CARD_REFUND_TIME}.`,
  cash: say`Hand it back in cash.`,
  hand: say`It was paid another way. Return it the same way.`,
};

function wayBack(paid: OrderPayments): Way {
  const payment = paid.payments.find((each) => each.status === 'succeeded');
  if (payment?.provider !== 'till') return 'card';
  return payment.method === 'cash' ? 'cash' : 'hand';
}

function showOutcome(refund: RefundAnswer['refund']): void {
  const amount = formatMoney(centsOf(refund.amount));
  if (refund.status === 'failed') toast.error(say`The refund failed: ${refund.error ?? ''}`);
  else if (refund.status === 'requested') toast.info(say`A refund of ${amount} was requested`);
  else toast.success(say`${amount} was refunded`);
}
