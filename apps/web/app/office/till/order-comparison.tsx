import type { ReactNode } from 'react';
import { multiplyCents, say } from '@tiffin/domain/core';
import { allergyMark, lineTexts, orderTypeGoesTo, orderTypeLabel, windowOfAnswer } from '@tiffin/domain/order';
import { promiseText } from '../../shared/order/promise-text.ts';
import { TypeIcon } from '../../shared/order/order-looks.tsx';
import type { ChangeableOrder, OrderChange } from '../../shared/order/use-change.ts';
import { centsOf, formatMoney, formatTimeRange } from '../../ui/format.ts';
import styles from './till-dialogs.module.css';

interface OrderComparisonProps {
  order: ChangeableOrder;
  change: OrderChange;
  children: ReactNode;
}

/** The order before the change, and after it with what `children` edit. */
export function OrderComparison({ order, change, children }: OrderComparisonProps) {
  const priced = change.answer?.change;
  const type = priced?.facts.includes('orderType') ? otherType(order) : order.orderType;
  const hasOtherCharges = order.charges.some(({ kind }) => kind !== 'delivery');
  const feeText = hasOtherCharges ? say`Charges` : say`Delivery Information`;
  const promise = priced?.promised && windowOfAnswer({ ...order, promised: priced.promised });
  const time = promise ? formatTimeRange(promise.from, promise.to, order.locationInfo.timeZone) : promiseText(order);
  return (
    <div className={`grid gap-12 ${styles.comparison}`}>
      <section className={`stack gap-12 content-start round-md quiet ${styles.side}`} aria-label={say`Before`}>
        <h3>{say`Before`}</h3>
        <Heading type={order.orderType} time={promiseText(order)} />
        {order.deliveryInfo && <p className="soft break-anywhere">{order.deliveryInfo.address}</p>}
        <ul className="grid gap-8">
          {order.items.map((item) => (
            <li key={item.line} className="row between gap-12">
              <span className="min-width-0">
                <b>
                  {item.quantity} {item.name}
                </b>
                <small className="block soft">{lineTexts(item).join(', ')}</small>
                <b className="block text-sm">{allergyMark(item, order)?.text}</b>
              </span>
              <span className="digits">{formatMoney(multiplyCents(centsOf(item.price), item.quantity))}</span>
            </li>
          ))}
        </ul>
        <Sums sums={order.pricing} feeText={feeText} />
      </section>
      <section
        className={`stack gap-12 content-start round-md surface shadow-1 ${styles.side}`}
        aria-label={say`After`}
      >
        <h3>{say`After`}</h3>
        <Heading type={type} time={time} />
        {children}
        <Sums sums={priced?.now ?? order.pricing} feeText={feeText} />
      </section>
    </div>
  );
}

/** Only pickup and delivery can be exchanged for each other. */
function otherType({ orderType }: ChangeableOrder): string {
  return orderTypeGoesTo(orderType, 'address') ? 'pickup' : 'delivery';
}

function Heading({ type, time }: { type: string; time: string | null }) {
  return (
    <p className="row gap-8 weight-600 icon-20">
      <TypeIcon type={type} />
      {[orderTypeLabel(type), time].filter(Boolean).join(', ')}
    </p>
  );
}

interface ComparedSums {
  readonly subtotal: number;
  readonly charges?: number | undefined;
  readonly tax: number;
  readonly total: number;
}

function Sums({ sums: { subtotal, charges = 0, tax, total }, feeText }: { sums: ComparedSums; feeText: string }) {
  const rows: readonly (readonly [name: string, amount: number])[] = [
    [say`Subtotal`, subtotal],
    ...(charges > 0 ? [[feeText, charges] as const] : []),
    [say`Tax`, tax],
    [say`Total`, total],
  ];
  return (
    <dl className={`grid gap-4 above-8 ${styles.compared}`}>
      {rows.map(([name, amount]) => (
        <div key={name} className="flex between gap-12">
          <dt>{name}</dt>
          <dd className="digits">{formatMoney(centsOf(amount))}</dd>
        </div>
      ))}
    </dl>
  );
}
