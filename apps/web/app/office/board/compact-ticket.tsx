import { memo } from 'react';
import { Check, CloudOff, HandPlatter, Play, ShieldQuestionMark, TriangleAlert, type LucideIcon } from 'lucide-react';
import { allergiesOf, servedAtText, type OrderStatus } from '@tiffin/domain/order';
import { takenOfflineText } from '@tiffin/domain/printing';
import { say } from '@tiffin/domain/core';
import { IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { TypeIcon } from '../../shared/order/order-looks.tsx';
import { confirmButtonText, dishesToConfirm } from './allergy-check.tsx';
import { nextTicketStep, type BoardOrder } from './board-orders.ts';
import styles from './compact.module.css';
import { CodeButton, LatenessIcon, PaymentIcon, paymentText, TicketFrame } from './ticket-parts.tsx';
import { PickBox, type TicketProps } from './ticket.tsx';

/** One order in two lines: code, time, allergy, name, payment and its next step. A press anywhere else opens it. */
export const CompactTicket = memo(function CompactTicket(props: TicketProps) {
  const { order, lateness, label, isPicked, onOpen } = props;
  return (
    <TicketFrame
      order={order}
      timeLabel={label}
      isPicked={isPicked}
      className={classNames('row', styles.ticket, styles[lateness])}
    >
      <PickBox {...props} />
      <div className="grow min-width-0">
        <header className="row gap-8 min-width-0">
          <CodeButton order={order} onOpen={onOpen} />
          <span className={`inline-row gap-4 pill push-right soft text-xs weight-620 nowrap icon-16 ${styles.time}`}>
            <LatenessIcon lateness={lateness} />
            {shortTime(props)}
          </span>
        </header>
        <FactLine order={order} />
      </div>
      <StepButton {...props} />
    </TicketFrame>
  );
});

/** The minutes waited, or the label of the full ticket where it says more: “due in 5 min”, “Not accepted”. */
function shortTime({ order: { status }, lateness, label, minutes, lacksNewTime }: TicketProps): string {
  const isWaiting = status === 'ready' || (status === 'pending' && lateness === 'normal');
  if (!isWaiting && label !== null) return lacksNewTime ? say`${label}, guest not told` : label;
  return minutes === 0 ? say`Now` : `${minutes} ${say`min`}`;
}

function FactLine({ order }: { order: BoardOrder }) {
  const { customerInfo, itemCount } = order;
  const name = servedAtText(order) ?? customerInfo.name;
  const allergies = allergiesOf(order).join('. ');
  const takenOffline = takenOfflineText(order);
  return (
    <p className={`row text-xs min-width-0 ${styles.facts}`}>
      <TypeIcon type={order.orderType} />
      {takenOffline && <CloudOff role="img" aria-label={takenOffline} />}
      {allergies !== '' && (
        <b className={`inline-row gap-4 inverted ${styles.allergy}`} title={allergies}>
          <TriangleAlert />
          <span className="min-width-0 clip">{say`Allergy: ${allergies}`}</span>
        </b>
      )}
      <span className={`clip nowrap ${styles.name}`}>
        {itemCount === 1 ? say`${name}, 1 dish` : say`${name}, ${itemCount} dishes`}
      </span>
      <span className="inline-row push-right" title={paymentText(order)}>
        <PaymentIcon order={order} />
        <span className="sr-only">{paymentText(order)}</span>
      </span>
    </p>
  );
}

const STEP_ICONS: Readonly<Partial<Record<OrderStatus, LucideIcon>>> = {
  preparing: Play,
  ready: Check,
  completed: HandPlatter,
};

function StepButton({ order, isNext, isBusy, onStep, onConfirm }: TicketProps) {
  const step = nextTicketStep(order.status);
  if (!step) return null;
  if (step.to === 'ready' && order.awaitsAllergyCheck) {
    const label = confirmButtonText(dishesToConfirm(order));
    return (
      <IconButton label={label} title={label} className={styles.confirm} onClick={() => onConfirm(order)}>
        <ShieldQuestionMark />
      </IconButton>
    );
  }
  const Icon = STEP_ICONS[step.to] ?? Check;
  return (
    <IconButton
      look={isNext ? 'solid' : 'bare'}
      label={step.label}
      title={step.label}
      className={classNames(styles.step, !isNext && 'quiet')}
      aria-busy={isBusy || undefined}
      disabled={isBusy}
      onClick={() => onStep(order)}
    >
      <Icon />
    </IconButton>
  );
}
