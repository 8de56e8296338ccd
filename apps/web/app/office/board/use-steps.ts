import { useCallback, useMemo, useRef, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { OrderStatus } from '@tiffin/domain/order';
import { api } from '../../shared/api/api.ts';
import { serverNow } from '../../shared/live/server-clock.ts';
import { withFreshSignIn } from '../../shared/session/fresh-sign-in.ts';
import { isServerReachable } from '../../shared/offline/online.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import { toast } from '../../ui/toasts.ts';
import {
  bumpDishes,
  confirmDishes,
  recallOrder,
  stepOrder,
  strikeLine,
  takePayment,
  withBumpedLines,
  withConfirmedDishes,
  type ColleaguePin,
} from './actions.ts';
import { texts as allergyTexts } from './allergy-texts.ts';
import { codeOf, isOrder, type BoardOrder, type BoardOrders, type RefundDue } from './board-orders.ts';
import { useLiveOrders } from './live-orders.tsx';
import { texts } from './texts.ts';

/** How long undo is shown; the server accepts it for two more seconds. */
const UNDO_MS = 8_000;

/** A status change that can still be undone. */
export interface LastStep {
  readonly orderId: string;
  readonly to: OrderStatus;
}

/** What an action changes on the board. */
interface BoardUpdates {
  readonly replaceOrder: (order: BoardOrder) => void;
  readonly mark: (id: string, isBusy: boolean) => void;
  readonly fail: (error: unknown, words: string, before?: BoardOrder) => void;
}

/** The status changes staff make on the board. Each shows immediately and is then sent to the server. */
export function useBoardActions() {
  const { orders, replaceOrder } = useLiveOrders();
  const { lastStep, offerUndo, hideUndo } = useLastStep(orders);
  const [busy, mark] = useBusy();
  const fail = useCallback(
    (error: unknown, words: string, before?: BoardOrder) => {
      const fresh = error instanceof ApiError ? error.details['order'] : undefined;
      if (isOrder(fresh)) replaceOrder(fresh);
      else if (before) replaceOrder(before);
      toast.error(words, error instanceof ApiError ? { description: error.message } : {});
    },
    [replaceOrder],
  );
  const board = useMemo((): BoardUpdates => ({ replaceOrder, mark, fail }), [replaceOrder, mark, fail]);
  const step = useStep(board, offerUndo);
  return useMemo(
    () => ({
      lastStep,
      busy,
      step,
      undo(orderId: string) {
        hideUndo();
        return undoStep(board, orderId);
      },
      strike: (order: BoardOrder, line: number, isDone: boolean) => strikeDish(board, order, line, isDone),
      bump: (order: BoardOrder, lines: readonly number[], isDone: boolean) => bumpTicket(board, order, lines, isDone),
      recall: (order: BoardOrder, lines: readonly number[] | null) => recallTicket(board, order, lines),
      confirm: (order: BoardOrder, lines: readonly number[], colleague: ColleaguePin | null) =>
        confirmAffectedDishes(board, order, lines, colleague),
      pay: (order: BoardOrder) => recordPayment(board, order),
      recordRefund: (refund: RefundDue) => recordManualRefund(board, refund),
      async stepAll(picked: readonly BoardOrder[], to: OrderStatus, locationId: string | undefined) {
        const chosen = picked.filter((order) => !isHeldByAllergy(order, to));
        const held = picked.filter((order) => isHeldByAllergy(order, to));
        if (held.length > 0) {
          toast.warning(allergyTexts.skipped(held.map(({ orderId }) => codeOf(orderId)).join(', ')), {
            duration: 10_000,
          });
        }
        if (chosen.length === 0) return;
        if (isServerReachable()) await stepTogether(board, chosen, to, locationId);
        else for (const order of chosen) step(order, to);
      },
    }),
    [lastStep, busy, step, hideUndo, board],
  );
}

export type BoardActions = ReturnType<typeof useBoardActions>;

/** The last status change, until undo is no longer offered for it. */
function useLastStep(orders: BoardOrders | null) {
  const [latest, setLatest] = useState<LastStep | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const hideUndo = useCallback(() => setLatest(null), []);
  const offerUndo = useCallback((step: LastStep) => {
    clearTimeout(timer.current);
    setLatest(step);
    timer.current = setTimeout(() => setLatest(null), UNDO_MS);
  }, []);
  // After the order has moved on, undo would reverse a different status change.
  const isCurrent = orders?.open.some(({ id, status }) => id === latest?.orderId && status === latest.to) ?? false;
  return { lastStep: isCurrent ? latest : null, offerUndo, hideUndo };
}

/** The orders for which a request is running. */
function useBusy(): [ReadonlySet<string>, BoardUpdates['mark']] {
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const mark = useCallback((id: string, isBusy: boolean) => {
    setBusy((before) => {
      const next = new Set(before);
      if (isBusy) next.add(id);
      else next.delete(id);
      return next;
    });
  }, []);
  return [busy, mark];
}

function useStep({ replaceOrder, mark, fail }: BoardUpdates, offerUndo: (step: LastStep) => void) {
  const { mutate } = useMutation({
    mutationFn: ({ order, to }: { order: BoardOrder; to: OrderStatus }) => stepOrder(order, to),
    onMutate({ order, to }) {
      mark(order.id, true);
      // Shown at once. The version stays the same, so that the server's version always replaces it.
      if (isServerReachable()) replaceOrder({ ...order, status: to });
    },
    onSuccess(outcome) {
      if (outcome.queued) return toast.info(texts.notices.statusQueued, { id: 'status-queued' });
      const { order, newStatus } = outcome.answer;
      replaceOrder(order);
      if (newStatus === 'preparing' || newStatus === 'ready') offerUndo({ orderId: order.id, to: newStatus });
    },
    onError: (error, { order }) => fail(error, texts.notices.updateStatusFailed, order),
    onSettled: (_answer, _error, { order }) => mark(order.id, false),
  });
  return useCallback((order: BoardOrder, to: OrderStatus) => mutate({ order, to }), [mutate]);
}

async function undoStep({ replaceOrder, fail }: BoardUpdates, orderId: string): Promise<void> {
  try {
    const { order, newStatus } = await api('correctOrderStatus', { body: { orderId } });
    replaceOrder(order);
    const column = newStatus === 'pending' ? texts.columns.pending : texts.columns.preparing;
    toast.success(texts.undone(codeOf(orderId), column));
  } catch (error) {
    fail(error, texts.notices.updateStatusFailed);
  }
}

async function strikeDish(
  { replaceOrder, fail }: BoardUpdates,
  order: BoardOrder,
  line: number,
  isDone: boolean,
): Promise<void> {
  const doneAt = isDone ? serverNow().toISOString() : null;
  replaceOrder({ ...order, items: order.items.map((item) => (item.line === line ? { ...item, doneAt } : item)) });
  try {
    const outcome = await strikeLine(order, line, isDone);
    if (!outcome.queued) replaceOrder(outcome.answer.order);
  } catch (error) {
    fail(error, texts.notices.updateStatusFailed, order);
  }
}

/** Marks dishes at a station. The last ones make the order ready, which the server decides. */
async function bumpTicket(
  { replaceOrder, mark, fail }: BoardUpdates,
  order: BoardOrder,
  lines: readonly number[],
  isDone: boolean,
): Promise<void> {
  mark(order.id, true);
  if (isServerReachable()) replaceOrder(withBumpedLines(order, lines, isDone, serverNow().toISOString()));
  try {
    const outcome = await bumpDishes(order, lines, isDone);
    if (outcome.queued) toast.info(texts.notices.statusQueued, { id: 'status-queued' });
    else replaceOrder(outcome.answer.order);
  } catch (error) {
    fail(error, texts.notices.updateStatusFailed, order);
  } finally {
    mark(order.id, false);
  }
}

async function recallTicket(
  { replaceOrder, fail }: BoardUpdates,
  order: BoardOrder,
  lines: readonly number[] | null,
): Promise<void> {
  try {
    const outcome = await recallOrder(order, lines);
    if (outcome.queued) return toast.info(texts.notices.statusQueued, { id: 'status-queued' });
    replaceOrder(outcome.answer.order);
    toast.success(texts.kitchenMode.recalled(codeOf(order.orderId)));
  } catch (error) {
    fail(error, texts.notices.updateStatusFailed);
  }
}

/** A dish affected by an allergy keeps its order out of every step for several orders. */
export function isHeldByAllergy(order: BoardOrder, to: OrderStatus): boolean {
  return order.awaitsAllergyCheck && (to === 'preparing' || to === 'ready');
}

/** 'failed' was shown to the person; `wrongPin` is why their PIN was refused. */
export type ConfirmOutcome = 'confirmed' | 'failed' | { readonly wrongPin: string };

const PIN_REFUSALS: ReadonlySet<string> = new Set(['wrong-pin', 'pin-locked']);

/** Confirms dishes under the name of the person at this screen, or of a colleague with their PIN. */
async function confirmAffectedDishes(
  { replaceOrder, fail }: BoardUpdates,
  order: BoardOrder,
  lines: readonly number[],
  colleague: ColleaguePin | null,
): Promise<ConfirmOutcome> {
  try {
    const outcome = await confirmDishes(order, lines, colleague);
    if (outcome.queued) {
      replaceOrder(withConfirmedDishes(order, lines, serverNow().toISOString()));
      toast.info(allergyTexts.queued, { id: 'status-queued' });
    } else replaceOrder(outcome.answer.order);
    return 'confirmed';
  } catch (error) {
    if (error instanceof ApiError && PIN_REFUSALS.has(error.code)) return { wrongPin: error.message };
    fail(error, allergyTexts.failed);
    return 'failed';
  }
}

async function recordPayment({ replaceOrder, mark, fail }: BoardUpdates, order: BoardOrder): Promise<void> {
  mark(order.id, true);
  try {
    const outcome = await takePayment(order);
    // A queued payment is no failure: the board shows it as paid, and the queue lists it.
    if (outcome.queued) {
      if (!isServerReachable()) toast.info(texts.notices.statusQueued, { id: 'status-queued' });
      return;
    }
    replaceOrder(outcome.answer.order);
    toast.success(texts.paid(codeOf(order.id)));
  } catch (error) {
    fail(error, texts.notices.processPaymentFailed);
  } finally {
    mark(order.id, false);
  }
}

async function recordManualRefund({ replaceOrder, fail }: BoardUpdates, refund: RefundDue): Promise<void> {
  const { orderId, refundId, isOverpaid } = refund;
  try {
    if (isOverpaid) {
      const { order } = await withFreshSignIn((shown) => api('settleManualRefund', { body: { refundId } }, shown));
      replaceOrder(order);
      toast.success(texts.refundsDue.noted(codeOf(orderId)));
      return;
    }
    const body = { orderId, paymentStatus: 'refunded' } as const;
    replaceOrder((await withFreshSignIn((shown) => api('updateOrderPaymentStatus', { body }, shown))).order);
    toast.success(texts.refundsDue.noted(codeOf(orderId)));
  } catch (error) {
    fail(error, texts.notices.updatePaymentFailed);
  }
}

/** Changes the status of several orders by one request. */
async function stepTogether(
  { fail }: BoardUpdates,
  orders: readonly BoardOrder[],
  to: OrderStatus,
  locationId: string | undefined,
): Promise<void> {
  try {
    const { summary } = await api('updateMultipleOrderStatuses', {
      body: {
        updates: orders.map(({ id }) => ({ orderId: id, newStatus: to, timestamp: serverNow().toISOString() })),
        ...(locationId !== undefined && { locationId }),
      },
    });
    const words = texts.batchDone(summary.successful, summary.failed);
    if (summary.failed === 0) toast.success(words);
    else toast.warning(words);
  } catch (error) {
    fail(error, texts.notices.updateStatusFailed);
  }
}
