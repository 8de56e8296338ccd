import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { subtractCents, ZERO } from '@tiffin/domain/core';
import { lineName, lineTexts } from '@tiffin/domain/order';
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
import { texts } from '../../shared/payment/texts.ts';
import { useRefund, type OrderPayments, type RefundAnswer, type RefundDraft } from './use-refund.ts';

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
    <Dialog open={open} onClose={onClose} title={texts.refundTitle} closeLabel={texts.close}>
      {children}
    </Dialog>
  );
  if (paid.isError) {
    return frame(
      <Banner tone="bad" announce="alert" title={texts.refundLoadFailed}>
        {errorText(paid.error)}
      </Banner>,
    );
  }
  if (!paid.data) {
    return frame(
      <Loading label={texts.refundLoading}>
        <Skeleton height={180} />
      </Loading>,
    );
  }
  if (paid.data.refundable <= 0) return frame(<Banner>{texts.refundNothingLeft}</Banner>);
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
      title={texts.refundTitle}
      description={texts.refundIntro}
      closeLabel={texts.close}
      dismissable={!busy}
      footer={
        <>
          <Button look="quiet" onClick={onClose} disabled={busy}>
            {texts.keep}
          </Button>
          <Button look="danger-solid" busy={busy} onClick={() => void refund.send()}>
            {texts.refundGo(total === ZERO ? null : formatMoney(total))}
          </Button>
        </>
      }
    >
      <div className="stack gap-16">
        <Button look="quiet" block onClick={refund.chooseEverything}>
          {texts.refundEverything(formatMoney(refund.left))}
        </Button>
        <ul className="grid gap-12 below-16">
          {paid.items.map((item) => (
            <RefundLine key={item.line} item={item} refund={refund} />
          ))}
        </ul>
        {!refund.hasItems && <AmountField refund={refund} />}
        {refund.preview && <Shares share={refund.preview} way={way} />}
        <WayBack way={way} refund={refund} />
        <Field label={texts.refundReason} required error={refund.problem}>
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
            {[...lineTexts(item), formatMoney(centsOf(item.price)), texts.refundLeft(refundableQuantity)].join(' · ')}
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
          <span className="text-sm soft">{texts.refundOnly(part.name)}</span>
          <Stepper
            label={texts.refundOnlyOf(part.name, name)}
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
    <Field label={texts.refundAmount} hint={texts.refundAmountHint(formatMoney(left))} error={amountProblem}>
      <DollarInput ref={amountRef} autoComplete="off" placeholder="0.00" value={amountText} onValue={typeAmount} />
    </Field>
  );
}

/** How the guest gets the money; the confirmation that staff hand it over where the card cannot be refunded. */
function WayBack({ way, refund: { needsHand, byHand, setByHand } }: { way: Way; refund: RefundDraft }) {
  if (needsHand === null) return <Banner>{wordsOfWay[way]}</Banner>;
  return (
    <Banner tone="warn" announce="alert" title={needsHand}>
      <Checkbox label={texts.refundHandOver} checked={byHand} onChange={(event) => setByHand(event.target.checked)} />
    </Banner>
  );
}

function Shares({ share, way }: { share: Answer<'previewRefund'>; way: Way }) {
  const lines = [
    [texts.subtotal, centsOf(share.subtotal)],
    ...share.taxes.map(({ label, amount }) => [label, centsOf(amount)] as const),
    [texts.tip, centsOf(share.tip)],
    [texts.refundRounding, way === 'cash' ? subtractCents(centsOf(share.due), centsOf(share.total)) : ZERO],
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
  card: texts.refundToCard,
  cash: texts.refundInCash,
  hand: texts.refundByHand,
};

function wayBack(paid: OrderPayments): Way {
  const payment = paid.payments.find((each) => each.status === 'succeeded');
  if (payment?.provider !== 'till') return 'card';
  return payment.method === 'cash' ? 'cash' : 'hand';
}

function showOutcome(refund: RefundAnswer['refund']): void {
  const amount = formatMoney(centsOf(refund.amount));
  if (refund.status === 'failed') toast.error(texts.refundFailed(refund.error ?? ''));
  else if (refund.status === 'requested') toast.info(texts.refundRequested(amount));
  else toast.success(texts.refundDone(amount));
}
