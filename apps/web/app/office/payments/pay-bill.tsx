import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Banknote, BookUser, CreditCard, Landmark, Link2 } from 'lucide-react';
import { cents, ZERO, amountText as inFigures, type Cents } from '@tiffin/domain/core';
import { callOutCode } from '@tiffin/domain/order';
import {
  dueOfBill,
  isCoins,
  takePart,
  TENDER,
  tenderLabel,
  TENDERS,
  type OpenBill,
  type Tender,
} from '@tiffin/domain/payment';
import { cashDue, discountRows, likelyAmounts } from '@tiffin/domain/pricing';
import { ApiError } from '../../shared/api/api-error.ts';
import { api, type Answer } from '../../shared/api/api.ts';
import { newKey } from '../../shared/api/new-key.ts';
import { withFreshSignIn } from '../../shared/session/fresh-sign-in.ts';
import { wordsFor } from '../../shared/errors/words.ts';
import { eventPayload } from '../../shared/live/event-payload.ts';
import { useLiveEvents } from '../../shared/live/live-events.ts';
import { useOnline } from '../../shared/offline/online.ts';
import { useReaders } from '../../shared/payment/use-readers.ts';
import { amountTyped } from '../../ui/amount-typed.ts';
import { Problem } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/boxes.tsx';
import { Segmented } from '../../ui/choices.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { centsOf, formatMoney, coin } from '../../ui/format.ts';
import { DollarInput, TextInput } from '../../ui/inputs.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { lookAgainIn } from './at-reader.tsx';
import { BillDiscounts } from './bill-discounts.tsx';
import { Paid } from './paid-parts.tsx';
import styles from './pay-bill.module.css';
import { atReaderTexts, payBillTexts as texts } from './pay-bill-texts.ts';

type Bill = Answer<'getBill'>['bill'];
type Order = Answer<'addPayment'>['order'];

interface PayBillProps {
  readonly order: Pick<Order, 'orderId' | 'due' | 'status' | 'paymentStatus' | 'pricing' | 'adjustments'>;
  readonly onClose: () => void;
  /** A part was paid; receives the updated order. */
  readonly onPaid: (order: Order) => void;
}

/**
 * The button to pay or view an order's bill. The dialog stays open after the last part, so that the change can be
 * counted.
 */
export function PayTool({ order, onPaid }: Omit<PayBillProps, 'onClose'>) {
  const [paying, setPaying] = useState(false);
  return (
    <>
      {order.due > 0 && <Button onClick={() => setPaying(true)}>{texts.open}</Button>}
      {isAllPaid(order) && (
        <Button look="quiet" onClick={() => setPaying(true)}>
          {isFullyDiscounted(order) ? texts.openDiscounts : texts.openPaid}
        </Button>
      )}
      {paying && <PayBill order={order} onClose={() => setPaying(false)} onPaid={onPaid} />}
    </>
  );
}

/** Nothing is left to pay; payments and discounts can be viewed and undone. */
function isAllPaid({ due, status, paymentStatus }: PayBillProps['order']): boolean {
  return due === 0 && paymentStatus === 'paid' && status !== 'cancelled';
}

/** Discounts cover the whole bill. They can be removed. */
function isFullyDiscounted({ pricing, adjustments }: PayBillProps['order']): boolean {
  return pricing.total === 0 && discountRows({ adjustments }).length > 0;
}

/** Pays a bill in any number of parts, each with its own tender. The rest is always visible. */
function PayBill({ order, onClose, onPaid }: PayBillProps) {
  const { orderId } = order;
  // Fixed at opening, so that the dialog's title stays the same while the bill is paid.
  const [title] = useState(() => (order.due > 0 ? texts.title : texts.titlePaid)(callOutCode(orderId)));
  const client = useQueryClient();
  const queryKey = ['bill', orderId];
  const bill = useQuery({
    queryKey,
    queryFn: () => api('getBill', { query: { billId: orderId } }),
    staleTime: 0,
    refetchInterval: ({ state }) => lookAgainIn(state.data?.bill),
  });
  // Another till may take a part, or the guest may pay online.
  useLiveEvents(['order.updated', 'reset'], ({ data }) => {
    const changed = eventPayload<Order>(data, 'order', 'billId');
    if (!changed || changed.billId === orderId) void client.invalidateQueries({ queryKey });
  });
  const due = bill.data ? centsOf(bill.data.bill.due) : null;
  /** Labels the response with its bill and order. */
  function label(answer: { readonly bill: Bill; readonly order: Order }) {
    client.setQueryData(queryKey, { success: true as const, bill: answer.bill });
    onPaid(answer.order);
  }
  return (
    <Dialog open onClose={onClose} title={title} closeLabel={texts.close} size="lg">
      <Problem title={texts.failed} says={bill.isError && wordsFor(bill.error)} />
      {due === null ? (
        !bill.isError && (
          <Loading label={texts.loading}>
            <Skeleton height={240} />
          </Loading>
        )
      ) : (
        <div className={`stack gap-16 ${styles.both}`}>
          <section className="column gap-12 min-width-0">
            {bill.data && (
              <Paid
                bill={bill.data.bill}
                onChange={() => void client.invalidateQueries({ queryKey })}
                onUndone={label}
              />
            )}
            {bill.data && <BillDiscounts bill={bill.data.bill} onAdjusted={label} />}
            <p className={`row between gap-12 round-md ${styles.left}`} role="status">
              <b>{due === 0 ? texts.allPaid : texts.left}</b>
              <b className="digits">{formatMoney(due)}</b>
            </p>
          </section>
          {due === 0 ? (
            <div className="column justify-end">
              <Button size="lg" block onClick={onClose}>
                {texts.done}
              </Button>
            </div>
          ) : (
            bill.data && (
              <Part
                // Remounts after each part, so that the next starts with what is left.
                key={centsOf(bill.data.bill.total) - centsOf(bill.data.bill.paid) - centsOf(bill.data.bill.held)}
                bill={bill.data.bill}
                onTaken={label}
              />
            )
          )}
        </div>
      )}
    </Dialog>
  );
}

const ICONS = {
  cash: <Banknote aria-hidden="true" />,
  terminal: <CreditCard aria-hidden="true" />,
  debit: <Landmark aria-hidden="true" />,
  link: <Link2 aria-hidden="true" />,
  account: <BookUser aria-hidden="true" />,
} as const satisfies Record<Tender, unknown>;

/** The form for the next part: tender, amount and tip. */
function Part({
  bill,
  onTaken,
}: {
  bill: Bill;
  onTaken: (answer: { readonly bill: Bill; readonly order: Order }) => void;
}) {
  const online = useOnline();
  const open: OpenBill = { total: centsOf(bill.total), paid: centsOf(bill.paid), held: centsOf(bill.held) };
  const free = cents(Math.max(0, open.total - open.paid - open.held));
  const [tender, setTender] = useState<Tender>('cash');
  const [amountText, setAmount] = useState('');
  const [tipText, setTip] = useState('');
  const [cashText, setCashText] = useState('');
  const [reference, setReference] = useState('');
  const [chosenReader, setReader] = useState<string | null>(null);
  const [askTip, setAskTip] = useState(false);
  const [key, setKey] = useState(newKey);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const amount = amountText === '' ? free : amountTyped(amountText);
  const tip = tipText === '' ? ZERO : amountTyped(tipText);
  const cashReceived = cashText === '' ? null : amountTyped(cashText);
  const { method, waits, reference: referenceNeed, referenceLabel } = TENDER[tender];
  const isTerminal = tender === 'terminal';
  const found = useReaders(bill.locationId, isTerminal);
  const readers = (isTerminal && found.data?.readers) || [];
  // An empty id means a separate terminal that is not connected.
  const readerId = chosenReader ?? readers[0]?.readerId ?? '';
  const reader = readers.find((each) => each.readerId === readerId);
  const inCoins = isCoins(method);
  // The reader asks for a tip only if none was entered.
  const offersTip = askTip && tipText === '';
  const isRead = amount !== null && tip !== null && (cashText === '' || cashReceived !== null);
  const part = isRead
    ? takePart(open, { tender, amount, tip, given: cashReceived, reference: reference.trim(), coin })
    : null;
  const whyNot = whyNotOf();
  const exact = isRead ? cashDue(cents(amount + tip), coin).due : ZERO;

  function whyNotOf(): string | null {
    if (!online) return texts.offline;
    if (free === 0) return bill.payments.some((each) => each.reader) ? texts.atReader : texts.onLink;
    if (isTerminal && found.isPending) return atReaderTexts.loading;
    if (!part || amount === 0) return texts.amountWrong;
    return part.ok ? null : part.error.message;
  }

  function buttonText(): string {
    if (free === 0) return texts.atReaders(bill.payments.flatMap((each) => each.reader?.name ?? []));
    const sum = formatMoney(part?.ok ? part.value.due : ZERO);
    return reader ? atReaderTexts.send(sum, reader.name) : texts.take(waits, sum);
  }

  /** Explains what the button does for the guest and the bill. */
  function meaningOf(taken: Cents): string[] {
    const byHand = {
      cash: null,
      terminal: texts.byHand,
      debit: texts.byHand,
      link: texts.byLink,
      account: texts.byAccount,
    };
    const left = dueOfBill({ total: open.total, paid: cents(open.paid + taken) });
    const text = reader ? null : byHand[tender];
    return [...(text === null ? [] : [text]), left === 0 ? texts.paysAll : texts.leaves(formatMoney(left))];
  }

  /** Any change makes the next request another payment, with a new key. */
  function changed<T>(set: (value: T) => void) {
    return (value: T) => {
      setKey(newKey());
      setRefused(null);
      set(value);
    };
  }

  async function take() {
    if (whyNot !== null || busy || amount === null || tip === null) return;
    setBusy(true);
    setRefused(null);
    const sums = { billId: bill.billId, amount: amount / 100, tip: tip / 100 };
    const body = {
      ...sums,
      tender,
      ...(inCoins && cashReceived !== null && { given: cashReceived / 100 }),
      ...(referenceNeed !== 'none' && reference.trim() !== '' && { reference: reference.trim() }),
    };
    try {
      onTaken(
        reader
          ? await api(
              'payOnTerminal',
              { body: { ...sums, readerId: reader.readerId, askTip: offersTip } },
              { idempotencyKey: key },
            )
          : await withFreshSignIn((shown) => api('addPayment', { body }, { idempotencyKey: key, ...shown })),
      );
    } catch (error) {
      setRefused(error instanceof ApiError && error.status === 409 ? error.message : wordsFor(error));
      if (error instanceof ApiError && [400, 404, 409].includes(error.status)) setKey(newKey());
    }
    setBusy(false);
  }

  return (
    <form
      className="stack gap-14 content-start min-width-0"
      onSubmit={(event) => {
        event.preventDefault();
        void take();
      }}
    >
      <Segmented
        legend={texts.tender}
        value={tender}
        onValue={changed(setTender)}
        options={TENDERS.map((value) => ({
          value,
          label: (
            <span className="grid items-center gap-4 icon-20 text-xs">
              {ICONS[value]}
              {tenderLabel(value)}
            </span>
          ),
        }))}
      />
      <div className="grid two-columns gap-12">
        <Field label={texts.amount} hint={texts.amountHint(formatMoney(free))}>
          <DollarInput
            autoComplete="off"
            placeholder={inFigures(free)}
            value={amountText}
            onValue={changed(setAmount)}
          />
        </Field>
        <Field label={texts.tip}>
          <DollarInput autoComplete="off" placeholder="0.00" value={tipText} onValue={changed(setTip)} />
        </Field>
      </div>
      {inCoins && (
        <>
          <Field label={texts.cashReceived}>
            <DollarInput
              autoComplete="off"
              placeholder={inFigures(exact)}
              value={cashText}
              onValue={changed(setCashText)}
            />
          </Field>
          <div className="flex flex-wrap gap-8">
            {likelyAmounts(exact).map((note) => (
              <Button key={note} look="quiet" onClick={() => changed(setCashText)(String(note / 100))}>
                {formatMoney(note).replace(/\.00$/, '')}
              </Button>
            ))}
          </div>
          {part?.ok && (
            <p className={`row between gap-12 round-md ${styles.change}`}>
              <b>{texts.change}</b>
              <b className="digits">{formatMoney(part.value.change)}</b>
            </p>
          )}
        </>
      )}
      {readers.length > 0 && (
        <Segmented
          legend={atReaderTexts.reader}
          value={readerId}
          onValue={changed(setReader)}
          options={[
            ...readers.map((each) => ({ value: each.readerId, label: each.name })),
            { value: '', label: atReaderTexts.byHand },
          ]}
        />
      )}
      {reader && (
        <Checkbox
          label={atReaderTexts.askTip}
          checked={offersTip}
          disabled={tipText !== ''}
          onChange={(event) => changed(setAskTip)(event.target.checked)}
        />
      )}
      {referenceNeed !== 'none' && !reader && (
        <Field label={referenceLabel} required={referenceNeed === 'must'}>
          <TextInput
            autoComplete="off"
            maxLength={100}
            value={reference}
            onChange={(event) => changed(setReference)(event.target.value)}
          />
        </Field>
      )}
      <Problem title={texts.notTaken} says={refused} />
      <Button type="submit" size="lg" block busy={busy} disabledReason={whyNot}>
        {buttonText()}
      </Button>
      {whyNot !== null && <p className="hint text-center">{whyNot}</p>}
      {whyNot === null && amount !== null && <p className="hint text-center">{meaningOf(amount).join(' ')}</p>}
    </form>
  );
}
