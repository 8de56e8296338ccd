import { useState } from 'react';
import { cents, type Cents, addCents, say } from '@tiffin/domain/core';
import { cardText, tenderLabel } from '@tiffin/domain/payment';
import { api, type Answer } from '../../shared/api/api.ts';
import { errorText, errorTextOrServerMessage } from '../../shared/errors/error-text.ts';
import { Button } from '../../ui/button.tsx';
import { centsOf, formatMoney } from '../../ui/format.ts';
import { ReaderPayment } from './at-reader.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import styles from './pay-bill.module.css';
import { createKeyCache } from '../../shared/api/new-key.ts';
import { useOnline } from '../../shared/offline/online.ts';
import { withFreshSignIn } from '../../shared/session/fresh-sign-in.ts';
import { ErrorBanner } from '../../ui/banner.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/inputs.tsx';

type Bill = Answer<'getBill'>['bill'];
type Payment = Bill['payments'][number];

/** The payments so far and the open payment pages, with undo. */
export function BillPayments({
  bill,
  onChange,
  onUndone,
  onRefunded,
}: {
  bill: Bill;
  onChange: () => void;
  onRefunded: (order: Answer<'refundOrderItems'>['order']) => void;
  onUndone: UndoPartProps['onUndone'];
}) {
  const [undoing, setUndoing] = useState<string | null>(null);
  const [isRefunding, setRefunding] = useState(false);
  const shown = bill.payments.filter(({ status }) => status !== 'failed');
  const part = shown.find((payment) => payment.paymentId === undoing && canUndo(payment));
  return (
    <>
      <dl className="grid gap-8">
        <div className="flex between gap-12">
          <dt className="min-width-0">{say`Total`}</dt>
          <dd className="digits weight-600">{formatMoney(centsOf(bill.total))}</dd>
        </div>
        {shown.map((payment) => (
          <PaymentRow
            key={payment.paymentId}
            payment={payment}
            isUndoing={payment === part}
            onUndo={() => setUndoing(payment === part ? null : payment.paymentId)}
            onRefund={() => setRefunding(true)}
            onChange={onChange}
          />
        ))}
      </dl>
      {isRefunding && (
        <RefundDialog
          open
          orderId={bill.billId}
          onClose={() => setRefunding(false)}
          onRefunded={(answer) => {
            onRefunded(answer.order);
            onChange();
          }}
        />
      )}
      {part && (
        <UndoPart
          key={part.paymentId}
          billId={bill.billId}
          payment={part}
          onUndone={onUndone}
          onClose={() => setUndoing(null)}
        />
      )}
    </>
  );
}

/** One payment: tender, details and amount. */
function PaymentRow({
  payment,
  isUndoing,
  onUndo,
  onRefund,
  onChange,
}: {
  payment: Payment;
  isUndoing: boolean;
  onUndo: () => void;
  onRefund: () => void;
  onChange: () => void;
}) {
  const tender = tenderLabel(payment.tender ?? payment.method);
  return (
    <div className="flex between gap-12">
      <dt className="min-width-0">
        {tender}
        {payment.status === 'pending' && !payment.reader && ` · ${say`waiting for the guest`}`}
        {payment.undone && ` · ${say`undone`}`}
        <small className="block soft">{factsOf(payment)}</small>
        {payment.reader ? (
          <ReaderPayment payment={payment} onChange={onChange} />
        ) : (
          payment.sessionId !== null && <OpenPage payment={payment} onClosed={onChange} />
        )}
      </dt>
      <dd className="row gap-8 weight-600">
        <span className={`digits ${payment.undone ? 'soft line-through' : ''}`}>
          −{formatMoney(centsOf(payment.amount))}
        </span>
        {canUndo(payment) && (
          <Button
            look="quiet"
            size="sm"
            aria-label={say`Undo ${tender} ${takenText(payment)}`}
            aria-expanded={isUndoing}
            onClick={onUndo}
          >
            {say`Undo`}
          </Button>
        )}
        {canRefund(payment) && (
          <Button look="quiet" size="sm" aria-label={say`Refund ${tender} ${takenText(payment)}`} onClick={onRefund}>
            {say`Refund`}
          </Button>
        )}
      </dd>
    </div>
  );
}

function factsOf(payment: Payment): string {
  const { tip, given: cashReceived, reference, undone, card } = payment;
  return [
    card && cardText(card),
    tip > 0 && say`tip ${formatMoney(centsOf(tip))}`,
    cashReceived !== null && !undone && say`change ${formatMoney(changeOf(payment))}`,
    reference && (payment.tender === 'account' ? reference : say`slip ${reference}`),
    undone?.reason,
  ]
    .filter(Boolean)
    .join(', ');
}

function changeOf({ given: cashReceived, amount, tip, cashRounding }: Payment): Cents {
  return cents(centsOf(cashReceived ?? 0) - centsOf(amount) - centsOf(tip) - centsOf(cashRounding));
}

/** An open payment page that holds a part: its address for the guest, and a button to close it. */
function OpenPage({ payment, onClosed }: { payment: Payment; onClosed: () => void }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { sessionId } = payment;
  async function closePage() {
    if (sessionId === null) return;
    setBusy(true);
    setProblem(null);
    try {
      await api('cancelPaymentLink', { body: { sessionId } });
      onClosed();
    } catch (error) {
      setProblem(errorText(error));
    }
    setBusy(false);
  }
  return (
    <span className="block">
      {payment.paymentUrl !== null && (
        <a
          href={payment.paymentUrl}
          target="_blank"
          rel="noopener noreferrer"
          className={`block break-anywhere ${styles.address}`}
        >
          {payment.paymentUrl}
        </a>
      )}
      <Button look="quiet" size="sm" busy={busy} onClick={() => void closePage()}>
        {say`Close this link`}
      </Button>
      {problem !== null && <small className="block">{problem}</small>}
    </span>
  );
}

interface UndoPartProps {
  readonly billId: string;
  readonly payment: Payment;
  readonly onUndone: (answer: Answer<'undoPayment'>) => void;
  readonly onClose: () => void;
}

/** Payments recorded by hand can be undone as mistakes; card payments need a refund. */
function canUndo({ provider, status, undone }: Payment): boolean {
  return provider === 'till' && status === 'succeeded' && !undone;
}

/** Money that a card provider took goes back by a refund. */
function canRefund({ provider, status, undone }: Payment): boolean {
  return provider !== 'till' && status === 'succeeded' && !undone;
}

/** Amount, tip and cash rounding of a payment. */
function takenText({ amount, tip, cashRounding }: Payment): string {
  return formatMoney(addCents(centsOf(amount), centsOf(tip), centsOf(cashRounding)));
}

/** Confirms undoing a payment, with a reason and a manager's approval. */
function UndoPart(props: UndoPartProps) {
  const { payment, onClose } = props;
  const { reason, setReason, typeReason, busy, refusal, whyNot, undo } = useUndo(props);
  const what = say`Undo ${tenderLabel(payment.tender ?? payment.method)} ${takenText(payment)}?`;
  return (
    <form
      className={`stack gap-12 round-md sunken ${styles.undo}`}
      aria-label={what}
      onSubmit={(event) => {
        event.preventDefault();
        void undo();
      }}
    >
      <p>
        <b>{what}</b>
        <span className="block soft">{say`It was recorded by mistake: no money goes back, and the amount is due again.`}</span>
      </p>
      <Field label={say`Why`} required>
        <TextInput
          autoComplete="off"
          maxLength={500}
          value={reason}
          onChange={(event) => typeReason(event.target.value)}
        />
      </Field>
      <div className="flex flex-wrap gap-8">
        {[say`Paid another way`, say`Wrong amount`, say`Another order`, say`Not paid after all`].map((words) => (
          <Button key={words} look="quiet" size="sm" onClick={() => setReason(words)}>
            {words}
          </Button>
        ))}
      </div>
      <ErrorBanner title={say`Nothing was undone`} says={refusal} />
      <div className="row gap-8">
        <Button type="submit" look="danger-solid" busy={busy} disabledReason={whyNot}>
          {say`Undo it`}
        </Button>
        <Button look="quiet" onClick={onClose} disabled={busy}>
          {say`Keep it`}
        </Button>
      </div>
    </form>
  );
}

function useUndo({ billId, payment, onUndone }: UndoPartProps) {
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [keyOf] = useState(createKeyCache);
  const online = useOnline();
  const whyNot =
    reason.trim() === '' ? say`Please give a reason.` : online ? null : say`Undoing a payment needs the internet.`;

  function typeReason(text: string) {
    setReason(text);
    setRefusal(null);
  }

  async function undo() {
    if (busy || whyNot !== null) return;
    setBusy(true);
    setRefusal(null);
    const body = { billId, paymentId: payment.paymentId, reason: reason.trim() };
    try {
      onUndone(
        await withFreshSignIn((shown) => api('undoPayment', { body }, { idempotencyKey: keyOf(body), ...shown })),
      );
    } catch (error) {
      // The server's messages for these statuses explain the rule.
      setRefusal(errorTextOrServerMessage(error, [400, 403, 404, 409]));
      setBusy(false);
    }
  }

  return { reason, setReason, typeReason, busy, refusal, whyNot, undo };
}
