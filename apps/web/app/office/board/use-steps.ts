import { useCallback, useMemo, useRef, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { OrderStatus } from '@tiffin/domain/order';
import { api } from '../../shared/api/api.ts';
import { withFreshSignIn } from '../../shared/session/fresh-sign-in.ts';
import { isReached } from '../../shared/offline/online.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import { toast } from '../../ui/toasts.ts';
import { stepOrder, strikeLine, takePayment } from './actions.ts';
import { codeOf, isOrder, type BoardOrder, type BoardOrders } from './board-orders.ts';
import { useLiveOrders } from './live-orders.tsx';
import { texts } from './texts.ts';

/** How long undo is shown; the server accepts it for two more seconds. */
const UNDO_MS = 8_000;

export interface Slip {
  readonly orderId: string;
  readonly to: OrderStatus;
}

function standsAt(orders: BoardOrders | null, { orderId, to }: Slip): boolean {
  return orders?.open.some(({ id, status }) => id === orderId && status === to) ?? false;
}

/** The status changes staff make on the board. Each shows immediately and is then sent to the server. */
export function useSteps() {
  const { orders, take } = useLiveOrders();
  const [lastStep, setSlip] = useState<Slip | null>(null);
  // After the order has moved on, undo would reverse a different status change.
  const slip = lastStep && standsAt(orders, lastStep) ? lastStep : null;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const mark = useCallback((id: string, isBusy: boolean) => {
    setBusy((before) => {
      const next = new Set(before);
      if (isBusy) next.add(id);
      else next.delete(id);
      return next;
    });
  }, []);

  const failed = useCallback(
    (error: unknown, words: string, before?: BoardOrder) => {
      const fresh = error instanceof ApiError ? error.details['order'] : undefined;
      if (isOrder(fresh)) take(fresh);
      else if (before) take(before);
      toast.error(words, error instanceof ApiError ? { description: error.message } : {});
    },
    [take],
  );

  const stepping = useMutation({
    mutationFn: ({ order, to }: { order: BoardOrder; to: OrderStatus }) => stepOrder(order, to),
    onMutate({ order, to }) {
      mark(order.id, true);
      // Shown at once. The version stays the same, so that the server's version always replaces it.
      if (isReached()) take({ ...order, status: to });
    },
    onSuccess(outcome) {
      if (outcome.queued) return toast.info(texts.notices.statusQueued, { id: 'status-queued' });
      const { order, newStatus } = outcome.answer;
      take(order);
      if (newStatus !== 'preparing' && newStatus !== 'ready') return;
      clearTimeout(timer.current);
      setSlip({ orderId: order.id, to: newStatus });
      timer.current = setTimeout(() => setSlip(null), UNDO_MS);
    },
    onError: (error, { order }) => failed(error, texts.notices.updateStatusFailed, order),
    onSettled: (_answer, _error, { order }) => mark(order.id, false),
  });

  const { mutate } = stepping;
  return useMemo(
    () => ({
      slip,
      busy,
      step: (order: BoardOrder, to: OrderStatus) => mutate({ order, to }),
      async undo(orderId: string) {
        setSlip(null);
        try {
          const { order, newStatus } = await api('correctOrderStatus', { body: { orderId } });
          take(order);
          const column = newStatus === 'pending' ? texts.columns.pending : texts.columns.preparing;
          toast.success(texts.undone(codeOf(orderId), column));
        } catch (error) {
          failed(error, texts.notices.updateStatusFailed);
        }
      },
      async strike(order: BoardOrder, line: number, done: boolean) {
        const at = done ? new Date().toISOString() : null;
        take({ ...order, items: order.items.map((item) => (item.line === line ? { ...item, doneAt: at } : item)) });
        try {
          const outcome = await strikeLine(order, line, done);
          if (!outcome.queued) take(outcome.answer.order);
        } catch (error) {
          failed(error, texts.notices.updateStatusFailed, order);
        }
      },
      async pay(order: BoardOrder) {
        mark(order.id, true);
        try {
          const outcome = await takePayment(order);
          // A queued payment is no failure: the board shows it as paid, and the queue lists it.
          if (outcome.queued) return toast.info(texts.notices.statusQueued, { id: 'status-queued' });
          take(outcome.answer.order);
          toast.success(texts.paid(codeOf(order.id)));
        } catch (error) {
          failed(error, texts.notices.processPaymentFailed);
        } finally {
          mark(order.id, false);
        }
      },
      async handedBack(orderId: string) {
        try {
          const body = { orderId, paymentStatus: 'refunded' } as const;
          take((await withFreshSignIn((shown) => api('updateOrderPaymentStatus', { body }, shown))).order);
          toast.success(texts.refundsDue.noted(codeOf(orderId)));
        } catch (error) {
          failed(error, texts.notices.updatePaymentFailed);
        }
      },
      async stepAll(chosen: readonly BoardOrder[], to: OrderStatus, locationId: string | undefined) {
        if (!isReached()) {
          for (const order of chosen) mutate({ order, to });
          return;
        }
        try {
          const { summary } = await api('updateMultipleOrderStatuses', {
            body: {
              updates: chosen.map(({ id }) => ({ orderId: id, newStatus: to, timestamp: new Date().toISOString() })),
              ...(locationId !== undefined && { locationId }),
            },
          });
          const words = texts.batchDone(summary.successful, summary.failed);
          if (summary.failed === 0) toast.success(words);
          else toast.warning(words);
        } catch (error) {
          failed(error, texts.notices.updateStatusFailed);
        }
      },
    }),
    [slip, busy, mutate, take, failed, mark],
  );
}

export type Steps = ReturnType<typeof useSteps>;
