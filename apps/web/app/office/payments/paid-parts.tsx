import { useState } from 'react';
import { cents, type Cents } from '@tiffin/domain/core';
import { cardText, tenderLabel } from '@tiffin/domain/payment';
import { api, type Answer } from '../../shared/api/api.ts';
import { wordsFor } from '../../shared/errors/words.ts';
import { Button } from '../../ui/button.tsx';
import { centsOf, formatMoney } from '../../ui/format.ts';
import { AtReader } from './at-reader.tsx';
import styles from './pay-bill.module.css';
import { payBillTexts as texts } from './pay-bill-texts.ts';
import { canUndo, takenText, UndoPart, type UndoPartProps } from './undo-part.tsx';
import { undoPartTexts } from './undo-part-texts.ts';

type Bill = Answer<'getBill'>['bill'];

/** What was paid so far, which pages are open, and which part is taken back. */
export function Paid({
  bill,
  onChange,
  onUndone,
}: {
  bill: Bill;
  onChange: () => void;
  onUndone: UndoPartProps['onUndone'];
}) {
  const [undoing, setUndoing] = useState<string | null>(null);
  const shown = bill.payments.filter(({ status }) => status !== 'failed');
  const part = shown.find((payment) => payment.paymentId === undoing && canUndo(payment));
  return (
    <>
      <dl className="grid gap-8">
        <div className="flex between gap-12">
          <dt className="min-width-0">{texts.total}</dt>
          <dd className="digits weight-600">{formatMoney(centsOf(bill.total))}</dd>
        </div>
        {shown.map((payment) => (
          <div key={payment.paymentId} className="flex between gap-12">
            <dt className="min-width-0">
              {tenderLabel(payment.tender ?? payment.method)}
              {payment.status === 'pending' && !payment.reader && ` · ${texts.waits}`}
              {payment.undone && ` · ${undoPartTexts.undone}`}
              <small className="block soft">{factsOf(payment)}</small>
              {payment.reader ? (
                <AtReader payment={payment} onChange={onChange} />
              ) : (
                payment.sessionId !== null && <OpenPage payment={payment} onClosed={onChange} />
              )}
            </dt>
            <dd className="row gap-8 weight-600">
              <span className={`digits ${payment.undone ? styles.undone : ''}`}>
                −{formatMoney(centsOf(payment.amount))}
              </span>
              {canUndo(payment) && (
                <Button
                  look="quiet"
                  size="sm"
                  aria-label={undoPartTexts.openFor(tenderLabel(payment.tender ?? payment.method), takenText(payment))}
                  aria-expanded={payment === part}
                  onClick={() => setUndoing(payment === part ? null : payment.paymentId)}
                >
                  {undoPartTexts.open}
                </Button>
              )}
            </dd>
          </div>
        ))}
      </dl>
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

function factsOf(payment: Bill['payments'][number]): string {
  const { tip, given, reference, undone, card } = payment;
  return [
    card && cardText(card),
    tip > 0 && texts.withTip(formatMoney(centsOf(tip))),
    given !== null && !undone && texts.changeWas(formatMoney(changeOf(payment))),
    reference && (payment.tender === 'account' ? reference : texts.slip(reference)),
    undone?.reason,
  ]
    .filter(Boolean)
    .join(', ');
}

function changeOf({ given, amount, tip, cashRounding }: Bill['payments'][number]): Cents {
  return cents(centsOf(given ?? 0) - centsOf(amount) - centsOf(tip) - centsOf(cashRounding));
}

/** A page that holds a part: its address for the guest, and how it is let go. */
function OpenPage({ payment, onClosed }: { payment: Bill['payments'][number]; onClosed: () => void }) {
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
      setProblem(wordsFor(error));
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
        {texts.closePage}
      </Button>
      {problem !== null && <small className="block">{problem}</small>}
    </span>
  );
}
