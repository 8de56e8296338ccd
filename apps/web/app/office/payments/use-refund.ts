import { useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { ZERO, type Cents, say } from '@tiffin/domain/core';
import { needsCardForRefund, REFUND_NEEDS_CARD } from '@tiffin/domain/payment';
import { ApiError } from '../../shared/api/api-error.ts';
import { api, type Answer } from '../../shared/api/api.ts';
import { createKeyCache } from '../../shared/api/new-key.ts';
import { errorText } from '../../shared/errors/error-text.ts';
import { withFreshSignIn } from '../../shared/session/fresh-sign-in.ts';
import { parseAmount } from '../../ui/amount-typed.ts';
import { centsOf, formatMoney } from '../../ui/format.ts';

export type OrderPayments = Answer<'getOrderPayments'>;
export type RefundAnswer = Answer<'refundOrderItems'>;

export type RefundDraft = ReturnType<typeof useRefund>;

/** The refund as it is being entered: dishes or an amount, the reason, and `send`. */
export function useRefund(orderId: string, paid: OrderPayments, onRefunded: (answer: RefundAnswer) => void) {
  const [triedToSend, setTriedToSend] = useState(false);
  const sum = useRefundSum(orderId, paid, triedToSend);
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  // Interac refunds need the card in the reader, so staff may pay out the money instead. The server says how much.
  const [needsHand, setNeedsHand] = useState<string | null>(
    paid.payments.some(isInterac) ? `${REFUND_NEEDS_CARD}.` : null,
  );
  const [byHand, setByHand] = useState(false);
  const amountRef = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [keyOf] = useState(createKeyCache);

  async function send() {
    const { hasItems, items, amount, amountProblem } = sum;
    setTriedToSend(true);
    if (!hasItems && (amountProblem !== null || !amount)) return amountRef.current?.focus();
    if (reason.trim() === '') return setProblem(say`Please provide a reason for the refund`);
    setBusy(true);
    setProblem(null);
    try {
      const body = { orderId, reason: reason.trim(), ...(byHand && { byHand }) };
      // Pressing twice with the same choice makes one refund; another choice makes another.
      const once = { idempotencyKey: keyOf([amount ?? items, byHand]) };
      onRefunded(
        await withFreshSignIn((shown) =>
          amount
            ? api('refundAmount', { body: { ...body, amount: amount / 100 } }, { ...once, ...shown })
            : api('refundOrderItems', { body: { ...body, items } }, { ...once, ...shown }),
        ),
      );
    } catch (error) {
      if (error instanceof ApiError && error.code === 'card-needed') setNeedsHand(error.message);
      else setProblem(errorText(error));
    } finally {
      setBusy(false);
    }
  }

  return {
    ...sum,
    choose(...[line, quantity, part]: Parameters<typeof sum.setCount>) {
      sum.setCount(line, quantity, part);
      setTriedToSend(false);
    },
    typeAmount(text: string) {
      sum.setAmountText(text);
      setTriedToSend(false);
      setProblem(null);
    },
    /** All that is left: dishes, charges, tax and tip. */
    chooseEverything() {
      sum.chooseAmount(String(paid.refundable));
      setTriedToSend(false);
      setProblem(null);
    },
    amountRef,
    reason,
    typeReason(text: string) {
      setReason(text);
      setProblem(null);
    },
    problem,
    needsHand,
    byHand,
    setByHand,
    busy,
    send,
  };
}

/** The chosen dishes or the typed amount. Dishes take precedence; the server computes their sum. */
function useRefundSum(orderId: string, paid: OrderPayments, triedToSend: boolean) {
  const { items, countOf, setCount, clearItems } = useRefundItems(paid);
  const [amountText, setAmountText] = useState('');
  const hasItems = items.length > 0;
  const preview = useQuery({
    queryKey: ['refund-preview', orderId, items],
    queryFn: () => api('previewRefund', { body: { orderId, items } }),
    enabled: hasItems,
    placeholderData: (before) => before,
  });
  const amount = hasItems ? null : parseAmount(amountText);
  const left = centsOf(paid.refundable);
  const amountProblem = hasItems ? null : amountProblemOf(amountText, left, triedToSend);
  return {
    items,
    countOf,
    setCount,
    hasItems,
    preview: hasItems ? preview.data : undefined,
    amountText,
    setAmountText,
    chooseAmount(text: string) {
      clearItems();
      setAmountText(text);
    },
    amount,
    amountProblem,
    left,
    total: hasItems ? centsOf(preview.data?.due ?? 0) : (amountProblem === null && amount) || ZERO,
  };
}

/** The quantities to refund of each line and, for combos, of each part. */
function useRefundItems({ items: lines }: OrderPayments) {
  const [quantities, setQuantities] = useState<ReadonlyMap<string, number>>(new Map());
  const keyOf = (line: number, part?: number) => [line, part].join('.');
  const countOf = (line: number, part?: number) => quantities.get(keyOf(line, part)) ?? 0;
  const items = lines.flatMap(({ line, parts = [] }) =>
    [undefined, ...parts.map(({ part }) => part)].flatMap((part) => {
      const quantity = countOf(line, part);
      return quantity > 0 ? [{ line, quantity, ...(part !== undefined && { part }) }] : [];
    }),
  );
  return {
    items,
    countOf,
    clearItems: () => setQuantities(new Map()),
    setCount: (line: number, quantity: number, part?: number) =>
      setQuantities(new Map(quantities).set(keyOf(line, part), quantity)),
  };
}

/** An invalid amount shows at once; a missing one only on submit. */
function amountProblemOf(text: string, left: Cents, triedToSend: boolean): string | null {
  if (text.trim() === '') return triedToSend ? say`Choose at least one item to refund` : null;
  const typed = parseAmount(text);
  if (!typed) return say`Please type an amount like 12.50.`;
  return typed > left ? say`At most ${formatMoney(left)} can be refunded.` : null;
}

function isInterac({ status, card }: OrderPayments['payments'][number]): boolean {
  // Older servers do not send the card.
  return status === 'succeeded' && needsCardForRefund(card?.brand ?? null);
}
