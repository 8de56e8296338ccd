import { useCallback, useMemo, useRef, useState } from 'react';
import type { AllergyDecision, OrderStatus } from '@tiffin/domain/order';
import { orderNotices } from '@tiffin/domain/errors';
import { say } from '@tiffin/domain/core';
import { api, type Body } from '../../shared/api/api.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import { useAction } from '../../shared/api/use-action.ts';
import { useCall } from '../../shared/api/use-call.ts';
import { serverNow } from '../../shared/live/server-clock.ts';
import { isServerReachable, useOnline } from '../../shared/offline/online.ts';
import { useChangesInFlight } from '../../shared/offline/pending-changes.ts';
import { useQueuedChange } from '../../shared/offline/use-queued-change.ts';
import { centsOf, formatMoney } from '../../ui/format.ts';
import { toast } from '../../ui/toasts.ts';
import { codeOf, orderCode, isOrder, type BoardOrder, type BoardOrders, type RefundDue } from './board-orders.ts';
import { useLiveOrders } from './live-orders.tsx';
import { paymentOf } from './order-changes.ts';
import { texts } from './texts.ts';

const CONFIRM_FAILED = say`The dishes could not be confirmed`;

/** How long undo is shown. `CORRECTION_SECONDS` in the domain, for which the server accepts it, is two seconds longer. */
const UNDO_MS = 8_000;

/** A status change that can still be undone. */
export interface LastStep {
  readonly orderId: string;
  readonly to: OrderStatus;
}

/** A colleague on a shared tablet, and the PIN with which they act in their own name. */
export interface ColleaguePin {
  readonly userId: string;
  readonly pin: string;
}

/** 'failed' was shown to the person; `wrongPin` is why their PIN was refused. */
export type ConfirmOutcome = 'confirmed' | 'failed' | { readonly wrongPin: string };

const PIN_REFUSALS: ReadonlySet<string> = new Set(['wrong-pin', 'pin-locked']);

const wrongPinIn = (error: unknown) =>
  error instanceof ApiError && PIN_REFUSALS.has(error.code) ? { wrongPin: error.message } : null;

/** The changes staff make on the board. Steps and marks show at once and wait while there is no connection. */
export function useBoardActions() {
  const { orders, replaceOrder } = useLiveOrders();
  const { lastStep, offerUndo, hideUndo } = useLastStep(orders);
  const isOnline = useOnline();
  const queued = orderNotices.statusQueued;
  const shared = {
    failed: orderNotices.updateStatusFailed,
    onDone: ({ order }: { order: BoardOrder }) => replaceOrder(order),
    onFailed(error: unknown) {
      const current = error instanceof ApiError ? error.details['order'] : undefined;
      if (isOrder(current)) replaceOrder(current);
      return false;
    },
  };
  const step = useQueuedChange('updateOrderStatus', {
    ...shared,
    queued,
    about: ({ orderId, status }) => say`Order ${codeOf(orderId)}: ${status}`,
    onDone({ order, newStatus }) {
      replaceOrder(order);
      if (newStatus === 'preparing' || newStatus === 'ready') offerUndo({ orderId: order.id, to: newStatus });
    },
  }).send;
  const undo = useCall('correctOrderStatus', {
    ...shared,
    doneText: ({ newStatus, order }) =>
      texts.undone(orderCode(order), texts.columns[newStatus === 'pending' ? 'pending' : 'preparing']),
  }).send;
  const strike = useQueuedChange('strikeOrderItem', {
    ...shared,
    about: ({ orderId, done }) =>
      done ? say`Order ${codeOf(orderId)}: one line done` : say`Order ${codeOf(orderId)}: one line not done`,
  }).send;
  const bump = useQueuedChange('bumpLines', {
    ...shared,
    queued,
    about: ({ orderId, done = true }) =>
      done
        ? say`Order ${codeOf(orderId)}: dishes of a station done`
        : say`Order ${codeOf(orderId)}: dishes of a station not done`,
  }).send;
  const recall = useQueuedChange('recallTicket', {
    ...shared,
    queued,
    isUncertain: true,
    about: ({ orderId }) => say`Order ${codeOf(orderId)}: back to the kitchen`,
    doneText: ({ order }) => say`${orderCode(order)} is back in the kitchen`,
  }).send;
  const confirm = useQueuedChange('confirmAllergies', {
    ...shared,
    failed: CONFIRM_FAILED,
    queued: say`Recorded here. It is sent when the connection is back.`,
    isUncertain: true,
    about: ({ orderId }) => say`Order ${codeOf(orderId)}: dishes confirmed for an allergy`,
  }).send;
  // This one never waits for a connection, because a PIN is not stored.
  const confirmByPin = useAction(
    ({ body, colleague: { userId, pin } }: { body: Body<'confirmAllergies'>; colleague: ColleaguePin }, options) =>
      api('confirmAllergies', { body }, { ...options, headers: { 'x-colleague-pin': `${userId}:${pin}` } }),
    { ...shared, failed: CONFIRM_FAILED, onFailed: (error) => wrongPinIn(error) !== null || shared.onFailed(error) },
  ).sendOrThrow;
  const pay = useQueuedChange('processOrderPayment', {
    ...shared,
    failed: say`Failed to process payment`,
    // With a connection, a payment waits only while staff are asked whether it is a second one: no toast then.
    queued: isOnline ? null : queued,
    isUncertain: true,
    about: ({ orderId, collected }) =>
      collected === undefined
        ? say`Order ${codeOf(orderId)}: paid at the till`
        : say`Order ${codeOf(orderId)}: ${formatMoney(centsOf(collected))} in cash`,
    doneText: ({ order }) => say`${orderCode(order)} is paid`,
  }).send;
  const recordRefund = useAction(
    ({ orderId, refundId, isOverpaid }: RefundDue, options) =>
      isOverpaid
        ? api('settleManualRefund', { body: { refundId } }, options)
        : api('updateOrderPaymentStatus', { body: { orderId, paymentStatus: 'refunded' } }, options),
    {
      ...shared,
      failed: say`Failed to update payment status`,
      doneText: (_answer, { orderId }) => say`${codeOf(orderId)} is refunded`,
    },
  ).send;
  const stepTogether = useCall('updateMultipleOrderStatuses', {
    failed: orderNotices.updateStatusFailed,
    onDone({ summary: { successful, failed } }) {
      const text = failed === 0 ? say`${successful} updated` : say`${successful} updated, ${failed} failed`;
      if (failed === 0) toast.success(text);
      else toast.warning(text);
    },
  }).send;

  const busy = useBusyOrders();
  return useMemo(
    () => ({
      lastStep,
      busy,
      step: ({ id: orderId }: BoardOrder, status: OrderStatus) => void step({ orderId, status }),
      undo(orderId: string) {
        hideUndo();
        return undo({ orderId });
      },
      strike: ({ id: orderId }: BoardOrder, line: number, done: boolean) => strike({ orderId, line, done }),
      /** With the last lines, the server makes the order ready. */
      bump: ({ id: orderId }: BoardOrder, lines: readonly number[], done: boolean) =>
        bump({ orderId, lines: [...lines], done }),
      /** Without lines, the order comes back as it left the pass. */
      recall: ({ id: orderId }: BoardOrder, lines: readonly number[] | null) =>
        recall({ orderId, lines: lines && [...lines] }),
      /** Confirms dishes under the name of the person at this screen, or of a colleague with their PIN. */
      async confirm(
        { id: orderId, version }: BoardOrder,
        lines: readonly number[],
        colleague: ColleaguePin | null,
        decision: AllergyDecision | null,
      ): Promise<ConfirmOutcome> {
        const body = { orderId, lines: [...lines], version, decision: decision ?? undefined };
        if (!colleague) return (await confirm(body)) ? 'confirmed' : 'failed';
        return confirmByPin({ body, colleague }).then(
          () => 'confirmed',
          (error: unknown) => wrongPinIn(error) ?? 'failed',
        );
      },
      pay: (order: BoardOrder) => pay(paymentOf(order)),
      recordRefund,
      async stepAll(picked: readonly BoardOrder[], status: OrderStatus, locationId: string | undefined) {
        const chosen = picked.filter((order) => !needsAllergyCheck(order, status));
        const unchecked = picked.filter((order) => needsAllergyCheck(order, status));
        if (unchecked.length > 0) {
          toast.warning(
            say`Not included, because a dish must be confirmed for an allergy first: ${unchecked.map((each) => orderCode(each)).join(', ')}`,
            { duration: 10_000 },
          );
        }
        if (chosen.length === 0) return;
        const timestamp = serverNow().toISOString();
        if (isServerReachable()) {
          const updates = chosen.map(({ id: orderId }) => ({ orderId, newStatus: status, timestamp }));
          await stepTogether({ updates, locationId });
        } else for (const { id: orderId } of chosen) void step({ orderId, status });
      },
    }),
    [
      lastStep,
      busy,
      step,
      hideUndo,
      undo,
      strike,
      bump,
      recall,
      confirm,
      confirmByPin,
      pay,
      recordRefund,
      stepTogether,
    ],
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

/** The changes during which the buttons of an order wait. */
const BUSY_CALLS: ReadonlySet<string> = new Set(['updateOrderStatus', 'bumpLines', 'processOrderPayment']);

function useBusyOrders(): ReadonlySet<string> {
  const inFlight = useChangesInFlight();
  return useMemo(
    () =>
      new Set(inFlight.flatMap(({ call, body }) => (BUSY_CALLS.has(call) && 'orderId' in body ? [body.orderId] : []))),
    [inFlight],
  );
}

/** True if a dish must be confirmed for an allergy first. A step for several orders leaves such an order out. */
export function needsAllergyCheck(order: BoardOrder, to: OrderStatus): boolean {
  return order.awaitsAllergyCheck && (to === 'preparing' || to === 'ready');
}
