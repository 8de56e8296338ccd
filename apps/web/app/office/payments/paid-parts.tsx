import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { cents, type Cents, addCents, say } from '@tiffin/domain/core';
import { cardText, DEPOSIT, GIFT_CARD, TENDER_PROPERTIES, tenderLabel, TENDERS } from '@tiffin/domain/payment';
import type { Answer } from '../../shared/api/api.ts';
import { useCall } from '../../shared/api/use-call.ts';
import { useOnline } from '../../shared/offline/online.ts';
import { useRecordForm } from '../../shared/page/use-record-form.ts';
import { Button } from '../../ui/button.tsx';
import { formOf, textField } from '../../ui/form.ts';
import { EditForm, TextField } from '../../ui/form-fields.tsx';
import { centsOf, formatMoney } from '../../ui/format.ts';
import { billKey, ReaderPayment, type Bill, type ListedPayment } from './at-reader.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import styles from './pay-bill.module.css';

interface BillPaymentsProps {
  bill: Bill;
  onRefunded: (order: Answer<'refundOrderItems'>['order']) => void;
  onUndone: UndoPaymentProps['onUndone'];
}

/** The total of a bill and its payments, each with what can be done about it. */
export function BillPayments({ bill, onUndone, onRefunded }: BillPaymentsProps) {
  const queries = useQueryClient();
  const [undoingId, setUndoingId] = useState<string | null>(null);
  const [isRefunding, setIsRefunding] = useState(false);
  const shown = bill.payments.filter(({ status }) => status !== 'failed');
  const undoing = shown.find((payment) => payment.paymentId === undoingId && canUndo(payment));
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
            isUndoing={payment === undoing}
            onUndo={() => setUndoingId(payment === undoing ? null : payment.paymentId)}
            onRefund={() => setIsRefunding(true)}
            billId={bill.billId}
          />
        ))}
      </dl>
      {isRefunding && (
        <RefundDialog
          orderId={bill.billId}
          onClose={() => setIsRefunding(false)}
          onRefunded={(answer) => {
            onRefunded(answer.order);
            void queries.invalidateQueries({ queryKey: billKey(bill.billId) });
          }}
        />
      )}
      {undoing && (
        <UndoPayment
          key={undoing.paymentId}
          billId={bill.billId}
          payment={undoing}
          onUndone={onUndone}
          onClose={() => setUndoingId(null)}
        />
      )}
    </>
  );
}

interface PaymentRowProps {
  payment: ListedPayment;
  isUndoing: boolean;
  onUndo: () => void;
  onRefund: () => void;
  billId: string;
}

function PaymentRow({ payment, isUndoing, onUndo, onRefund, billId }: PaymentRowProps) {
  const tender = tenderLabel(payment.tender ?? payment.method);
  const { sessionId, locationId, reader } = payment;
  return (
    <div className="flex between gap-12">
      <dt className="min-width-0">
        {tender}
        {payment.status === 'pending' && !payment.reader && ` · ${say`waiting for the guest`}`}
        {payment.undone && ` · ${say`undone`}`}
        <small className="block soft">{detailsText(payment)}</small>
        {sessionId !== null &&
          (reader ? (
            <ReaderPayment {...{ billId, sessionId, locationId, reader }} />
          ) : (
            <OpenPage {...{ billId, sessionId, paymentUrl: payment.paymentUrl }} />
          ))}
      </dt>
      <dd className="row gap-8 weight-600">
        <span className={`digits ${payment.undone ? 'soft line-through' : ''}`}>
          −{formatMoney(centsOf(payment.amount))}
        </span>
        {canUndo(payment) && (
          <Button
            look="quiet"
            size="sm"
            aria-label={say`Undo ${tender} ${receivedText(payment)}`}
            aria-expanded={isUndoing}
            onClick={onUndo}
          >
            {say`Undo`}
          </Button>
        )}
        {canRefund(payment) && (
          <Button look="quiet" size="sm" aria-label={say`Refund ${tender} ${receivedText(payment)}`} onClick={onRefund}>
            {say`Refund`}
          </Button>
        )}
      </dd>
    </div>
  );
}

function detailsText(payment: ListedPayment): string {
  const { tip, given: cashReceived, reference, undone, card, cashRounding } = payment;
  return [
    card && cardText(card),
    tip > 0 && say`tip ${formatMoney(centsOf(tip))}`,
    cashRounding !== 0 && say`rounded to ${receivedText(payment)}`,
    cashReceived !== null && !undone && say`change ${formatMoney(changeOf(payment))}`,
    reference && (hasSlip(payment.tender) ? say`slip ${reference}` : reference),
    undone?.reason,
  ]
    .filter(Boolean)
    .join(', ');
}

/** False if the reference of this tender is a person, a gift card or a booking. */
function hasSlip(tender: string | null): boolean {
  return TENDERS.some((each) => each === tender && !TENDER_PROPERTIES[each].namesPerson);
}

function changeOf({ given: cashReceived, amount, tip, cashRounding }: ListedPayment): Cents {
  return cents(centsOf(cashReceived ?? 0) - centsOf(amount) - centsOf(tip) - centsOf(cashRounding));
}

/** An open payment page, whose amount nobody else can pay: its address for the guest, and a button to close it. */
function OpenPage({ billId, sessionId, paymentUrl }: { billId: string; sessionId: string; paymentUrl: string | null }) {
  const close = useCall('cancelPaymentLink', { changes: [billKey(billId)] });
  return (
    <span className="block">
      {paymentUrl !== null && (
        <a
          href={paymentUrl}
          target="_blank"
          rel="noopener noreferrer"
          className={`block break-anywhere ${styles.address}`}
        >
          {paymentUrl}
        </a>
      )}
      <Button look="quiet" size="sm" busy={close.isBusy} onClick={() => void close.send({ sessionId })}>
        {say`Close this link`}
      </Button>
      {close.error !== null && <small className="block">{close.error}</small>}
    </span>
  );
}

interface UndoPaymentProps {
  readonly billId: string;
  readonly payment: ListedPayment;
  readonly onUndone: (answer: Answer<'undoPayment'>) => void;
  readonly onClose: () => void;
}

/** True if it can be undone as a mistake: a payment recorded by hand or by gift card. Others need a refund. */
function canUndo({ provider, method, status, undone }: ListedPayment): boolean {
  return (provider === 'till' || (provider === GIFT_CARD && method !== DEPOSIT)) && status === 'succeeded' && !undone;
}

/** Money that a card provider took goes back by a refund. */
function canRefund({ provider, status, undone }: ListedPayment): boolean {
  return provider !== 'till' && status === 'succeeded' && !undone;
}

function receivedText({ amount, tip, cashRounding }: ListedPayment): string {
  return formatMoney(addCents(centsOf(amount), centsOf(tip), centsOf(cashRounding)));
}

const undoForm = formOf({
  reason: textField(say`Why`, { missing: say`Please give a reason.`, input: { maxLength: 500 } }),
});

/** Confirms undoing a payment, with a reason and a manager's approval. */
function UndoPayment({ billId, payment, onUndone, onClose }: UndoPaymentProps) {
  const online = useOnline();
  const form = useRecordForm(undoForm, {
    call: 'undoPayment',
    body: ({ values }) => ({ billId, paymentId: payment.paymentId, ...values }),
    onDone: onUndone,
  });
  const question = say`Undo ${tenderLabel(payment.tender ?? payment.method)} ${receivedText(payment)}?`;
  return (
    <section className={`round-md sunken ${styles.undo}`} aria-label={question}>
      <EditForm form={form} className="stack gap-12" failed={say`Nothing was undone`}>
        <p>
          <b>{question}</b>
          <span className="block soft">{say`It was recorded by mistake: no money goes back, and the amount is due again.`}</span>
        </p>
        <TextField {...form.at('reason')} />
        <div className="flex flex-wrap gap-8">
          {[say`Paid another way`, say`Wrong amount`, say`Another order`, say`Not paid after all`].map((reason) => (
            <Button key={reason} look="quiet" size="sm" onClick={() => form.set({ reason })}>
              {reason}
            </Button>
          ))}
        </div>
        <div className="row gap-8">
          <Button
            type="submit"
            look="danger-solid"
            busy={form.busy}
            disabledReason={online ? null : say`Undoing a payment needs the internet.`}
          >
            {say`Undo it`}
          </Button>
          <Button look="quiet" onClick={onClose} disabled={form.busy}>
            {say`Keep it`}
          </Button>
        </div>
      </EditForm>
    </section>
  );
}
