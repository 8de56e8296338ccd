import { useState } from 'react';
import { translateCode, say } from '@tiffin/domain/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { api, type Answer } from '../../shared/api/api.ts';
import { withFreshSignIn } from '../../shared/session/fresh-sign-in.ts';
import { useBackOffice } from '../../shared/session/back-office.tsx';
import { centsOf } from '../../ui/format.ts';
import { newKey } from '../../shared/api/new-key.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Money } from '../../ui/money.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { LoadedQuery, PaymentOrderLink, useSingleAction } from './loaded-query.tsx';
import styles from './payments.module.css';

type Attention = Answer<'getPaymentIssues'>;
type Odd = Attention['sessions'][number];
type Refund = Attention['refunds'][number];

const TONES: Readonly<Record<Refund['status'], Tone>> = { requested: 'warn', succeeded: 'ok', failed: 'bad' };

interface AttentionPanelProps {
  attention: UseQueryResult<Attention>;
  onChanged: () => void;
}

export function AttentionPanel({ attention, onChanged }: AttentionPanelProps) {
  const doing = useSingleAction(onChanged);
  return (
    <LoadedQuery query={attention}>
      {({ sessions, refunds }) =>
        sessions.length + refunds.length === 0 ? (
          <EmptyState
            title={say`Nothing needs attention`}
            text={say`Unusual payments and failed refunds appear here.`}
          />
        ) : (
          <div className={`grid gap-16 ${styles.cards}`}>
            {sessions.map((odd) => (
              <OddCard key={odd.sessionId} odd={odd} doing={doing} />
            ))}
            {refunds.map((refund) => (
              <RefundCard key={refund.refundId} refund={refund} doing={doing} />
            ))}
          </div>
        )
      }
    </LoadedQuery>
  );
}

type Doing = ReturnType<typeof useSingleAction>;

function OddCard({ odd, doing }: { odd: Odd; doing: Doing }) {
  const { whyNot } = useBackOffice();
  const [isAsking, setIsAsking] = useState(false);
  const { customerEmail } = odd;
  const refund = async () => {
    setIsAsking(false);
    const made = await api('refundLostPayment', { body: { sessionId: odd.sessionId } }, { idempotencyKey: newKey() });
    return say`Refund ${translateCode(made.refund.status)}`;
  };
  const see = async () => {
    await api('resolvePaymentIssue', { body: { sessionId: odd.sessionId } });
    return say`Marked as resolved`;
  };
  return (
    <article className={styles.card}>
      <header className={styles.top}>
        <b>{odd.customerName}</b>
        <Money cents={centsOf(odd.amount)} />
      </header>
      <p>{odd.reason}</p>
      <p className={styles.facts}>
        <Time at={odd.at} look="date-time" />
        {odd.orderId && <PaymentOrderLink orderId={odd.orderId} />}
        {customerEmail && <a href={`mailto:${customerEmail}`}>{customerEmail}</a>}
        {odd.refund && (
          <Badge
            tone={TONES[odd.refund.status]}
          >{say`Refunded automatically: ${translateCode(odd.refund.status)}`}</Badge>
        )}
      </p>
      <div className="row gap-8">
        {odd.isOrderLost && (
          <Button
            busy={doing.busy === `refund ${odd.sessionId}`}
            disabledReason={whyNot('order.refund')}
            onClick={() => setIsAsking(true)}
          >
            {say`Refund`}
          </Button>
        )}
        <Button look="quiet" busy={doing.busy === odd.sessionId} onClick={() => doing.run(odd.sessionId, see)}>
          {say`Mark as resolved`}
        </Button>
      </div>
      {isAsking && (
        <FormDialog
          title={say`Refund this payment?`}
          confirmLabel={say`Refund`}
          cancelLabel={say`Keep it`}
          busy={false}
          onSubmit={() => doing.run(`refund ${odd.sessionId}`, refund)}
          onClose={() => setIsAsking(false)}
        >
          <p>{say`What was not refunded yet goes back to the card. This cannot be undone.`}</p>
        </FormDialog>
      )}
    </article>
  );
}

function RefundCard({ refund, doing }: { refund: Refund; doing: Doing }) {
  const { whyNot } = useBackOffice();
  const retry = async () => {
    const { refund: made } = await api(
      'retryRefund',
      { body: { refundId: refund.refundId } },
      { idempotencyKey: newKey() },
    );
    return say`Refund ${translateCode(made.status)}`;
  };
  const { orderId } = refund;
  const note = async () => {
    if (refund.isOverpaid) {
      const body = { refundId: refund.refundId };
      await withFreshSignIn((shown) => api('settleManualRefund', { body }, shown));
    } else if (orderId !== null) {
      const body = { orderId, paymentStatus: 'refunded' } as const;
      await withFreshSignIn((shown) => api('updateOrderPaymentStatus', { body }, shown));
    }
    return say`The refund is recorded as handed back`;
  };
  const waits =
    refund.method === 'card'
      ? say`The provider has not answered yet. We keep trying.`
      : say`Waiting for somebody to hand it back.`;
  return (
    <article className={styles.card}>
      <header className={styles.top}>
        <b>
          <PaymentOrderLink orderId={refund.orderId} />
        </b>
        <Money cents={centsOf(refund.amount)} />
      </header>
      <p>{refund.status === 'failed' ? refund.error : waits}</p>
      <p className={styles.facts}>
        <Time at={refund.requestedAt} look="date-time" />
        <Badge tone={TONES[refund.status]}>{translateCode(refund.status)}</Badge>
        <span>{refund.method === 'card' ? say`to the card` : say`by hand`}</span>
      </p>
      {refund.status === 'requested' && refund.method !== 'card' && orderId !== null && (
        <Button
          look="quiet"
          busy={doing.busy === refund.refundId}
          disabledReason={whyNot('order.refund')}
          onClick={() => doing.run(refund.refundId, note)}
        >
          {say`Handed back`}
        </Button>
      )}
      {refund.status === 'failed' && (
        <Button
          busy={doing.busy === refund.refundId}
          disabledReason={whyNot('order.refund')}
          onClick={() => doing.run(refund.refundId, retry)}
        >
          {say`Try Again`}
        </Button>
      )}
    </article>
  );
}
