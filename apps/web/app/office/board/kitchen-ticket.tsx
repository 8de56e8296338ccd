import { memo } from 'react';
import { Check, ShieldQuestionMark, X } from 'lucide-react';
import { lineName, ORDER_STEPS, portionsToCook, type OrderStatus } from '@tiffin/domain/order';
import { classNames } from '../../ui/class-names.ts';
import { CheckMark, confirmLabel, dishesToConfirm } from './allergy-check.tsx';
import { texts as allergyTexts } from './allergy-texts.ts';
import { codeOf, urgency, type BoardOrder } from './board-orders.ts';
import {
  AllergyNote,
  OrderChangeNote,
  RefundedQuantity,
  HasteIcon,
  OrderNote,
  HeatMark,
  orderTypeText,
  UrgencyMark,
  ItemOptions,
} from './ticket-parts.tsx';
import type { TicketTime } from './ticket-time.ts';
import styles from './kitchen.module.css';
import { TypeIcon } from '../../shared/order/order-looks.tsx';
import { texts } from './texts.ts';

export const KitchenTicket = memo(function KitchenTicket({
  order,
  minutes,
  haste,
  word,
  category,
  isBusy,
  onStrike,
  onReady,
  onConfirm,
}: Omit<TicketTime, 'fuse'> & {
  order: BoardOrder;
  category: string | null;
  isBusy: boolean;
  onStrike: (order: BoardOrder, line: number, done: boolean) => Promise<void>;
  onReady: (order: BoardOrder, to: OrderStatus) => void;
  onConfirm: (order: BoardOrder, line: number | null) => void;
}) {
  const allDone = order.items.every(
    (item) => item.doneAt !== null || item.isCooked === false || portionsToCook(item) === 0,
  );
  return (
    <article className={classNames('surface full-width', styles.ticket, styles[haste])} data-ticket={order.id}>
      <TicketHead order={order} minutes={minutes} haste={haste} word={word} />
      <AllergyNote order={order} />
      <ul className="ruled">
        {order.items.map((item) => (
          <KitchenLine
            key={item.line}
            order={order}
            item={item}
            isDim={category !== null && item.category !== category}
            onStrike={(isDone) => void onStrike(order, item.line, isDone)}
            onConfirm={() => onConfirm(order, item.line)}
          />
        ))}
      </ul>
      <OrderChangeNote order={order} />
      <OrderNote order={order} />
      {order.awaitsAllergyCheck ? (
        <button
          type="button"
          className={classNames('row justify-center gap-12 surface ink', styles.bump, styles.toConfirm)}
          onClick={() => onConfirm(order, null)}
        >
          <ShieldQuestionMark aria-hidden="true" /> {allergyTexts.confirmDishes(dishesToConfirm(order).length)}
        </button>
      ) : (
        <button
          type="button"
          className={classNames('row justify-center gap-12 surface ink', styles.bump, allDone && styles.allDone)}
          aria-busy={isBusy}
          onClick={() => !isBusy && onReady(order, 'ready')}
        >
          <Check aria-hidden="true" /> {ORDER_STEPS.ready.label}
        </button>
      )}
    </article>
  );
});

/** Repeated where a long ticket continues in the next column. With clipped overflow it would be empty there. */
function TicketHead({ order, minutes, haste, word }: Omit<TicketTime, 'fuse'> & { order: BoardOrder }) {
  return (
    <div className={styles.head}>
      <header className="grid align-center">
        <b className={`nowrap ${styles.code}`}>{codeOf(order.orderId)}</b>
        <span className={`nowrap ${styles.minutes}`}>
          {minutes} <small className="weight-640">{texts.min}</small>
        </span>
        <span className={styles.what}>
          <TypeIcon type={order.orderType} /> {orderTypeText(order)}{' '}
          {urgency(order) === 'high' && <UrgencyMark urgency="high" />}
        </span>
        {word !== null && (
          <span className={`justify-end nowrap ${styles.word}`}>
            <HasteIcon haste={haste} /> {word}
          </span>
        )}
      </header>
    </div>
  );
}

/** A dish of the ticket; a press strikes it through or brings it back. One that must be confirmed opens that first. */
function KitchenLine({
  order,
  item,
  isDim,
  onStrike,
  onConfirm,
}: {
  order: BoardOrder;
  item: BoardOrder['items'][number];
  isDim: boolean;
  onStrike: (isDone: boolean) => void;
  onConfirm: () => void;
}) {
  const isDropped = portionsToCook(item) === 0;
  const isDone = item.doneAt !== null;
  const isStruck = isDone || isDropped;
  const mustConfirm = order.awaitsAllergyCheck && item.allergyCheck?.at === null;
  const { strike, dropped } = texts.kitchenMode;
  const name = lineName(item, 'kitchen');
  function labelOf(): string {
    if (isDropped) return `${item.quantity} ${dropped(name)}`;
    return mustConfirm ? confirmLabel(item) : `${portionsToCook(item)} ${strike(name)}`;
  }
  function press() {
    if (isDropped) return;
    if (mustConfirm) onConfirm();
    else onStrike(!isDone);
  }
  return (
    <li>
      <button
        type="button"
        aria-pressed={isStruck}
        aria-disabled={isDropped || undefined}
        aria-label={labelOf()}
        className={classNames(
          'grid align-center full-width ink text-left',
          isStruck && styles.struck,
          isDim && styles.dim,
          mustConfirm && styles.lineToConfirm,
        )}
        onClick={press}
      >
        <b className="center">
          {isDropped ? (
            <X aria-hidden="true" className="danger" strokeWidth={3} />
          ) : isDone ? (
            <Check aria-hidden="true" className="success" strokeWidth={3} />
          ) : (
            portionsToCook(item)
          )}
        </b>
        <span>
          <span className={`block weight-620 break-anywhere ${styles.dish}`}>{item.name}</span>
          {!isStruck && (
            <>
              <HeatMark level={item.selectedSpiceLevel} name={item.spiceLevelName} />
              <CheckMark order={order} item={item} />
              <ItemOptions item={item} />
            </>
          )}
          <RefundedQuantity item={item} />
        </span>
      </button>
    </li>
  );
}
