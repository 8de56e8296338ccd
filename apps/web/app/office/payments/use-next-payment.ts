import { useState } from 'react';
import { cents, ZERO, type Cents, say } from '@tiffin/domain/core';
import {
  isRoundedToCoins,
  checkBillPayment,
  TENDER_PROPERTIES,
  type OpenBill,
  type Tender,
} from '@tiffin/domain/payment';
import { cashDue } from '@tiffin/domain/pricing';
import { ApiError } from '../../shared/api/api-error.ts';
import { api, type Answer } from '../../shared/api/api.ts';
import { newKey } from '../../shared/api/new-key.ts';
import { errorText } from '../../shared/errors/error-text.ts';
import { useOnline } from '../../shared/offline/online.ts';
import { useReaders } from '../../shared/payment/use-readers.ts';
import { withFreshSignIn } from '../../shared/session/fresh-sign-in.ts';
import { parseAmount } from '../../ui/amount-typed.ts';
import { centsOf, coin } from '../../ui/format.ts';

export type Bill = Answer<'getBill'>['bill'];
export type RecordedPayment = Pick<Answer<'addPayment'>, 'bill' | 'order'>;

/** The form as typed. */
interface PartFields {
  readonly tender: Tender;
  readonly amount: string;
  readonly tip: string;
  readonly cash: string;
  readonly reference: string;
  /** Null for the first reader; empty for a separate terminal that is not connected. */
  readonly readerId: string | null;
  readonly asksTip: boolean;
}

const EMPTY_FIELDS: Omit<PartFields, 'tender'> = {
  amount: '',
  tip: '',
  cash: '',
  reference: '',
  readerId: null,
  asksTip: false,
};

export type NextPayment = ReturnType<typeof useNextPayment>;

/** The next part of a bill: what is typed, what it means, and `take` to record it. */
export function useNextPayment(bill: Bill, tender: Tender, onTaken: (answer: RecordedPayment) => void) {
  const online = useOnline();
  const [fields, setFields] = useState<PartFields>({ ...EMPTY_FIELDS, tender });
  const [key, setKey] = useState(newKey);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { readers, readerId, reader, isPending } = useChosenReader(bill.locationId, fields);
  const open = openBillOf(bill);
  const free = cents(Math.max(0, open.total - open.paid - open.held));
  const sums = readSums(open, free, fields);
  const { amount, tip, result } = sums;
  const whyNot = online
    ? whyNotTaken()
    : say`Payments in parts need the internet. Cash for the whole order can be taken on its ticket.`;

  function whyNotTaken(): string | null {
    if (free === 0)
      return bill.payments.some((each) => each.reader)
        ? say`The rest is being paid at a card reader. Cancel that above to take the money another way.`
        : say`The guest can still pay the rest by the open link. Close the link to take the money another way.`;
    if (isPending) return say`Looking for card readers…`;
    if (!result || amount === 0) return say`Please type an amount like 12.50.`;
    return result.ok ? null : result.error.message;
  }

  /** Any change makes the next request another payment, with a new key. */
  function edit(changed: Partial<PartFields>) {
    setKey(newKey());
    setRefusal(null);
    setFields((before) => ({ ...before, ...changed }));
  }

  async function take() {
    if (whyNot !== null || busy || amount === null || tip === null) return;
    setBusy(true);
    setRefusal(null);
    const body = { billId: bill.billId, amount: amount / 100, tip: tip / 100 };
    const manual = { ...body, tender: fields.tender, ...detailsOf(fields, sums.cashReceived) };
    try {
      onTaken(
        reader
          ? await api(
              'payOnTerminal',
              { body: { ...body, readerId: reader.readerId, askTip: shouldReaderAskTip(fields) } },
              { idempotencyKey: key },
            )
          : await withFreshSignIn((shown) => api('addPayment', { body: manual }, { idempotencyKey: key, ...shown })),
      );
    } catch (error) {
      setRefusal(error instanceof ApiError && error.status === 409 ? error.message : errorText(error));
      if (error instanceof ApiError && [400, 404, 409].includes(error.status)) setKey(newKey());
    }
    setBusy(false);
  }

  return { bill, open, free, fields, edit, ...sums, readers, readerId, reader, whyNot, refusal, busy, take };
}

function openBillOf({ total, paid, held }: Bill): OpenBill {
  return { total: centsOf(total), paid: centsOf(paid), held: centsOf(held) };
}

/** The typed amounts, null where one is wrong, and the result of taking them. An empty amount means all of `free`. */
function readSums(open: OpenBill, free: Cents, { tender, reference, ...typed }: PartFields) {
  const amount = typed.amount === '' ? free : parseAmount(typed.amount);
  const tip = typed.tip === '' ? ZERO : parseAmount(typed.tip);
  const cashReceived = typed.cash === '' ? null : parseAmount(typed.cash);
  const isValid = amount !== null && tip !== null && (typed.cash === '' || cashReceived !== null);
  return {
    amount,
    tip,
    cashReceived,
    result: isValid
      ? checkBillPayment(open, { tender, amount, tip, given: cashReceived, reference: reference.trim(), coin })
      : null,
    exactCash: isValid ? cashDue(cents(amount + tip), coin).due : ZERO,
  };
}

function useChosenReader(locationId: string, { tender, ...fields }: PartFields) {
  const isTerminal = tender === 'terminal';
  const found = useReaders(locationId, isTerminal);
  const readers = (isTerminal && found.data?.readers) || [];
  const readerId = fields.readerId ?? readers[0]?.readerId ?? '';
  return {
    readers,
    readerId,
    reader: readers.find((each) => each.readerId === readerId),
    isPending: isTerminal && found.isPending,
  };
}

/** The reader asks for a tip only if none was entered. */
export function shouldReaderAskTip({ asksTip, tip }: PartFields): boolean {
  return asksTip && tip === '';
}

/** The cash received and the reference, as far as the tender has them. */
function detailsOf({ tender, reference }: PartFields, cashReceived: Cents | null) {
  const { method, reference: referenceNeed } = TENDER_PROPERTIES[tender];
  return {
    ...(isRoundedToCoins(method) && cashReceived !== null && { given: cashReceived / 100 }),
    ...(referenceNeed !== 'none' && reference.trim() !== '' && { reference: reference.trim() }),
  };
}
