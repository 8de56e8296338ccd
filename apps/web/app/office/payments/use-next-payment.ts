import { useState } from 'react';
import { addCents, cents, toDollars, ZERO, type Cents, say } from '@tiffin/domain/core';
import {
  isRoundedToCoins,
  checkBillPayment,
  GIFT_CARD,
  TENDER_PROPERTIES,
  tenderLabel,
  type OpenBill,
  type Tender,
} from '@tiffin/domain/payment';
import { cashDueAfter } from '@tiffin/domain/pricing';
import { ApiError } from '../../shared/api/api-error.ts';
import type { Answer, Body } from '../../shared/api/api.ts';
import { useCall } from '../../shared/api/use-call.ts';
import { useOnline } from '../../shared/offline/online.ts';
import { useQueuedChange } from '../../shared/offline/use-queued-change.ts';
import { useReaders } from '../../shared/payment/use-readers.ts';
import { nameOfTab } from '../../shared/tabs/tabs.ts';
import { parseAmount } from '../../ui/amount-typed.ts';
import { centsOf, coin, formatMoney } from '../../ui/format.ts';
import { toast } from '../../ui/toasts.ts';
import type { Bill } from './at-reader.tsx';

export type RecordedPayment = Pick<Answer<'addPayment'>, 'bill' | 'order'> &
  Partial<Pick<Answer<'addPayment'>, 'change'>>;

interface PaymentFields {
  readonly tender: Tender;
  readonly amount: string;
  readonly tip: string;
  readonly cash: string;
  readonly reference: string;
  /** Null for the first reader; '' for a separate terminal that is not connected. */
  readonly readerId: string | null;
  readonly asksTip: boolean;
}

const EMPTY_FIELDS: Omit<PaymentFields, 'tender'> = {
  amount: '',
  tip: '',
  cash: '',
  reference: '',
  readerId: null,
  asksTip: false,
};

export type NextPayment = ReturnType<typeof useNextPayment>;

/** The next payment of a bill: what is typed, what it means, and `record` to send it. */
export function useNextPayment(
  bill: Bill,
  tender: Tender,
  onRecorded: (answer: RecordedPayment, tender: Tender) => void,
) {
  const online = useOnline();
  const [fields, setFields] = useState<PaymentFields>({ ...EMPTY_FIELDS, tender });
  const onDone = (answer: RecordedPayment) => onRecorded(answer, fields.tender);
  const readerCall = useCall('payOnTerminal', { onDone });
  const tillChange = useQueuedChange('addPayment', {
    about: ({ tender: by, amount: sum }) =>
      bill.tab
        ? say`${nameOfTab(bill.tab)}: ${tenderLabel(by)} ${formatMoney(centsOf(sum))}`
        : say`${tenderLabel(by)} ${formatMoney(centsOf(sum))} for a bill`,
    isUncertain: true,
    queued: say`Recorded here. It is sent when the connection is back.`,
    onDone,
    onFailed: takeRestOfGiftCard,
  });
  const { readers, readerId, reader, isPending } = useChosenReader(bill.locationId, fields);
  const openBill = openBillOf(bill);
  const rest = cents(Math.max(0, openBill.total - openBill.paid - openBill.held));
  const sums = readSums(openBill, rest, fields);
  const { amount, tip, result } = sums;
  const whyOffline = bill.tab
    ? say`There is no connection. Only cash can be taken.`
    : say`Payments in parts need the internet. Cash for the whole order can be taken on its ticket.`;
  const whyNot = online || (bill.tab && fields.tender === 'cash') ? whyNotTaken() : whyOffline;

  function whyNotTaken(): string | null {
    if (rest === 0)
      return bill.payments.some((each) => each.reader)
        ? say`The rest is being paid at a card reader. Cancel that above to take the money another way.`
        : say`The guest can still pay the rest by the open link. Close the link to take the money another way.`;
    if (isPending) return say`Looking for card readers…`;
    if (!result || amount === 0) return say`Please type an amount like 12.50.`;
    return result.ok ? null : result.error.message;
  }

  /** A gift card with less than the amount pays what is on it. The rest is paid another way. */
  function takeRestOfGiftCard(error: unknown, body: Body<'addPayment'>): boolean {
    const balance = error instanceof ApiError && error.code === 'gift-card-short' ? error.details['balance'] : null;
    if (typeof balance !== 'number') return false;
    const onCard = cents(centsOf(balance) - centsOf(body.tip ?? 0));
    if (onCard <= 0 || onCard >= centsOf(body.amount)) return false;
    void tillChange.send({ ...body, amount: toDollars(onCard) });
    toast.info(say`The card had ${formatMoney(centsOf(balance))}. Take the rest another way.`);
    return true;
  }

  function edit(changed: Partial<PaymentFields>) {
    readerCall.clearError();
    tillChange.clearError();
    setFields((before) => ({ ...before, ...changed }));
  }

  function record() {
    if (whyNot !== null || amount === null || tip === null) return;
    const body = { billId: bill.billId, amount: toDollars(amount), tip: toDollars(tip) };
    if (reader) void readerCall.send({ ...body, readerId: reader.readerId, askTip: shouldReaderAskTip(fields) });
    else void tillChange.send({ ...body, tender: fields.tender, ...detailsOf(fields, sums.cashReceived) });
  }

  const refusal = readerCall.error ?? tillChange.error;
  const busy = readerCall.isBusy || tillChange.isBusy;
  return { bill, openBill, rest, fields, edit, ...sums, readers, readerId, reader, whyNot, refusal, busy, record };
}

function openBillOf({ total, paid, held, payments }: Bill): OpenBill {
  const counted = payments.filter(({ status, undone }) => status === 'succeeded' && !undone);
  const rounding = addCents(...counted.map(({ cashRounding }) => centsOf(cashRounding)));
  return { total: centsOf(total), paid: centsOf(paid), held: centsOf(held), rounding };
}

/** The typed amounts, null where one is wrong, and the result of taking them. An empty amount means the rest. */
function readSums(openBill: OpenBill, rest: Cents, { tender, reference, ...typed }: PaymentFields) {
  const amount = typed.amount === '' ? rest : parseAmount(typed.amount);
  const tip = typed.tip === '' ? ZERO : parseAmount(typed.tip);
  const cashReceived = typed.cash === '' ? null : parseAmount(typed.cash);
  const isValid = amount !== null && tip !== null && (typed.cash === '' || cashReceived !== null);
  return {
    amount,
    tip,
    cashReceived,
    result: isValid
      ? checkBillPayment(openBill, { tender, amount, tip, given: cashReceived, reference: reference.trim(), coin })
      : null,
    exactCash: isValid ? cashDueAfter(cents(amount + tip), openBill.rounding ?? ZERO, coin).due : ZERO,
  };
}

/** The readers of the location and the chosen one; none unless the tender is paid at a reader. */
function useChosenReader(locationId: string, { tender, ...fields }: PaymentFields) {
  const isTerminal = tender === 'terminal';
  const query = useReaders(locationId, isTerminal);
  const readers = (isTerminal && query.data?.readers) || [];
  const readerId = fields.readerId ?? readers[0]?.readerId ?? '';
  return {
    readers,
    readerId,
    reader: readers.find((each) => each.readerId === readerId),
    isPending: isTerminal && query.isPending,
  };
}

/** The reader asks for a tip only if none was entered. */
export function shouldReaderAskTip({ asksTip, tip }: PaymentFields): boolean {
  return asksTip && tip === '';
}

/** The cash received and the reference, as far as the tender has them. */
function detailsOf({ tender, reference }: PaymentFields, cashReceived: Cents | null) {
  const { method, reference: referenceNeed } = TENDER_PROPERTIES[tender];
  const typedReference = referenceNeed === 'none' ? undefined : reference.trim() || undefined;
  return {
    given: isRoundedToCoins(method) && cashReceived !== null ? toDollars(cashReceived) : undefined,
    giftCardCode: tender === GIFT_CARD ? typedReference : undefined,
    reference: tender === GIFT_CARD ? undefined : typedReference,
  };
}
