import { useState } from 'react';
import { addCents } from '@tiffin/domain/core';
import { tenderLabel } from '@tiffin/domain/payment';
import { api, type Answer } from '../../shared/api/api.ts';
import { keyKeeper } from '../../shared/api/new-key.ts';
import { wordsOrSaid } from '../../shared/errors/words.ts';
import { useOnline } from '../../shared/offline/online.ts';
import { freshly } from '../../shared/session/freshly.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { centsOf, formatMoney } from '../../ui/format.ts';
import { TextInput } from '../../ui/inputs.tsx';
import styles from './pay-bill.module.css';
import { undoPartTexts as texts } from './undo-part-texts.ts';

type Payment = Answer<'getBill'>['bill']['payments'][number];

export interface UndoPartProps {
  readonly billId: string;
  readonly payment: Payment;
  readonly onUndone: (answer: Answer<'undoPayment'>) => void;
  readonly onClose: () => void;
}

/** What the till wrote down by hand can be taken back as a mistake; a card's money goes by a refund. */
export function canUndo({ provider, status, undone }: Payment): boolean {
  return provider === 'till' && status === 'succeeded' && !undone;
}

/** What was taken of a part: amount, tip, and what the coins made of them. */
export function takenText({ amount, tip, cashRounding }: Payment): string {
  return formatMoney(addCents(centsOf(amount), centsOf(tip), centsOf(cashRounding)));
}

/** Which part, what undoing it means, and why: it takes a manager. */
export function UndoPart({ billId, payment, onUndone, onClose }: UndoPartProps) {
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const [keyOf] = useState(keyKeeper);
  const online = useOnline();
  const what = texts.what(tenderLabel(payment.tender ?? payment.method), takenText(payment));
  const whyNot = reason.trim() === '' ? texts.whyNeeded : online ? null : texts.offline;

  async function undo() {
    if (busy || whyNot !== null) return;
    setBusy(true);
    setRefused(null);
    const body = { billId, paymentId: payment.paymentId, reason: reason.trim() };
    try {
      onUndone(await freshly((shown) => api('undoPayment', { body }, { idempotencyKey: keyOf(body), ...shown })));
    } catch (error) {
      // The rules of a bill speak for themselves.
      setRefused(wordsOrSaid(error, [400, 403, 404, 409]));
      setBusy(false);
    }
  }

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
        <span className="block soft">{texts.means}</span>
      </p>
      <Field label={texts.why} required>
        <TextInput
          autoComplete="off"
          maxLength={500}
          value={reason}
          onChange={(event) => {
            setReason(event.target.value);
            setRefused(null);
          }}
        />
      </Field>
      <div className="flex flex-wrap gap-8">
        {texts.likely.map((words) => (
          <Button key={words} look="quiet" size="sm" onClick={() => setReason(words)}>
            {words}
          </Button>
        ))}
      </div>
      {refused !== null && (
        <Banner tone="bad" announce="alert" title={texts.refused}>
          {refused}
        </Banner>
      )}
      <div className="row gap-8">
        <Button type="submit" look="danger-solid" busy={busy} disabledReason={whyNot}>
          {texts.go}
        </Button>
        <Button look="quiet" onClick={onClose} disabled={busy}>
          {texts.keep}
        </Button>
      </div>
    </form>
  );
}
