import { translateCode, say } from '@tiffin/domain/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Answer } from '../../shared/api/api.ts';
import { useCall } from '../../shared/api/use-call.ts';
import { Loaded } from '../../shared/page/loaded.tsx';
import { useBackOffice } from '../../shared/session/back-office.tsx';
import { OfficeOrderLink } from '../../shared/order/office-order-link.tsx';
import { centsOf } from '../../ui/format.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Money } from '../../ui/money.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { PAYMENTS_KEY, PaymentCard } from './payment-card.tsx';
import styles from './payments.module.css';

type Attention = Answer<'getPaymentIssues'>;
type Issue = Attention['sessions'][number];
type Refund = Attention['refunds'][number];

const TONES: Readonly<Record<Refund['status'], Tone>> = { requested: 'warn', succeeded: 'ok', failed: 'bad' };

const CHANGES = [PAYMENTS_KEY];
const NOT_REFUNDED = say`The refund was not made`;
const refundText = ({ refund }: { refund: Pick<Refund, 'status'> }) => say`Refund ${translateCode(refund.status)}`;

/** Unusual payments and unfinished refunds, with what can be done about each. */
export function AttentionPanel({ attention }: { attention: UseQueryResult<Attention> }) {
  return (
    <Loaded query={attention} failed={say`Payments could not be loaded.`}>
      {({ sessions, refunds }) =>
        sessions.length + refunds.length === 0 ? (
          <EmptyState
            title={say`Nothing needs attention`}
            text={say`Unusual payments and failed refunds appear here.`}
          />
        ) : (
          <div className={`grid gap-16 ${styles.cards}`}>
            {sessions.map((issue) => (
              <IssueCard key={issue.sessionId} {...issue} />
            ))}
            {refunds.map((refund) => (
              <RefundCard key={refund.refundId} refund={refund} />
            ))}
          </div>
        )
      }
    </Loaded>
  );
}

function IssueCard(issue: Issue) {
  const { sessionId, orderId, customerName, customerEmail, reason, at, isOrderLost } = issue;
  const { whyNot } = useBackOffice();
  const refund = useCall('refundLostPayment', { doneText: refundText, failed: NOT_REFUNDED, changes: CHANGES });
  const resolve = useCall('resolvePaymentIssue', {
    doneText: () => say`Marked as resolved`,
    failed: say`It was not marked as resolved`,
    changes: CHANGES,
  });
  return (
    <PaymentCard
      title={customerName}
      aside={<Money cents={centsOf(issue.amount)} />}
      text={reason}
      facts={
        <>
          <Time at={at} look="date-time" />
          {orderId && <OfficeOrderLink orderId={orderId} />}
          {customerEmail && <a href={`mailto:${customerEmail}`}>{customerEmail}</a>}
          {issue.refund && (
            <Badge
              tone={TONES[issue.refund.status]}
            >{say`Refunded automatically: ${translateCode(issue.refund.status)}`}</Badge>
          )}
        </>
      }
    >
      <div className="row gap-8">
        {isOrderLost && (
          <ConfirmButton
            disabledReason={whyNot('order.refund')}
            question={{
              title: say`Refund this payment?`,
              text: say`What was not refunded yet goes back to the card. This cannot be undone.`,
              confirm: say`Refund`,
              cancel: say`Keep it`,
            }}
            onConfirm={() => refund.send({ sessionId })}
          >
            {say`Refund`}
          </ConfirmButton>
        )}
        <Button look="quiet" busy={resolve.isBusy} onClick={() => void resolve.send({ sessionId })}>
          {say`Mark as resolved`}
        </Button>
      </div>
    </PaymentCard>
  );
}

function RefundCard({ refund }: { refund: Refund }) {
  const { refundId, orderId, amount, status, method, error, requestedAt, isOverpaid } = refund;
  const { whyNot } = useBackOffice();
  const retry = useCall('retryRefund', { doneText: refundText, failed: NOT_REFUNDED, changes: CHANGES });
  const handBackOptions = {
    doneText: () => say`The refund is recorded as handed back`,
    failed: say`The refund was not recorded`,
    changes: CHANGES,
  };
  const settleOverpayment = useCall('settleManualRefund', handBackOptions);
  const markOrderRefunded = useCall('updateOrderPaymentStatus', handBackOptions);
  const isCard = method === 'card';
  const waitingText = isCard
    ? say`The provider has not answered yet. We keep trying.`
    : say`Waiting for somebody to hand it back.`;
  return (
    <PaymentCard
      title={<OfficeOrderLink orderId={orderId} />}
      aside={<Money cents={centsOf(amount)} />}
      text={status === 'failed' ? error : waitingText}
      facts={
        <>
          <Time at={requestedAt} look="date-time" />
          <Badge tone={TONES[status]}>{translateCode(status)}</Badge>
          <span>{isCard ? say`to the card` : say`by hand`}</span>
        </>
      }
    >
      {status === 'requested' && !isCard && orderId !== null && (
        <Button
          look="quiet"
          busy={settleOverpayment.isBusy || markOrderRefunded.isBusy}
          disabledReason={whyNot('order.refund')}
          onClick={() =>
            void (isOverpaid
              ? settleOverpayment.send({ refundId })
              : markOrderRefunded.send({ orderId, paymentStatus: 'refunded' }))
          }
        >
          {say`Handed back`}
        </Button>
      )}
      {status === 'failed' && (
        <Button
          busy={retry.isBusy}
          disabledReason={whyNot('order.refund')}
          onClick={() => void retry.send({ refundId })}
        >
          {say`Try Again`}
        </Button>
      )}
    </PaymentCard>
  );
}
