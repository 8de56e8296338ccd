import type { ReactNode } from 'react';
import type { CartLine, PricedCart } from '@tiffin/domain/cart';
import { say, ZERO, type Cents } from '@tiffin/domain/core';
import { chargeName, discountLines, taxLineText } from '@tiffin/domain/pricing';
import { formatMoney } from '../../ui/format.ts';
import { Money } from '../../ui/money.tsx';
import bill from '../payment/payment.module.css';

interface BillDishProps {
  dish: Pick<CartLine, 'quantity' | 'name'>;
  cents: Cents;
  children: ReactNode;
}

/** One line of a guest's bill. Its differences from the plain dish are the children. */
export function BillDish({ dish: { quantity, name }, cents, children }: BillDishProps) {
  return (
    <li className="grid text-sm leading-140 weight-550">
      <span className="weight-650 digits">
        {quantity}
        <span aria-hidden="true">×</span>
      </span>
      <span>{name}</span>
      <Money cents={cents} />
      {children}
    </li>
  );
}

export function BillSum({ label, note, cents }: { label: string; note?: string; cents: Cents }) {
  return (
    <div className="flex between gap-16">
      <dt className="soft">
        {label}
        {note && <small className="block text-xs">{note}</small>}
      </dt>
      <dd className="weight-500 nowrap">
        <Money cents={cents} />
      </dd>
    </div>
  );
}

interface PriceSumsProps extends Pick<PricedCart, 'price' | 'charges' | 'adjustments'> {
  /** The highest delivery fee while the address is not known, and the one shown is the lowest; otherwise null. */
  mostDelivery: Cents | null;
}

/** The sums of a cart above its tip and total. */
export function PriceSums({ price: { subtotal, taxes }, charges, adjustments, mostDelivery }: PriceSumsProps) {
  const fees = charges.filter(({ kind }) => mostDelivery === null || kind !== 'delivery');
  return (
    <>
      <BillSum label={say`Subtotal`} cents={subtotal} />
      {discountLines(adjustments).map(([label, amount]) => (
        <BillSum key={label} label={label} cents={amount} />
      ))}
      {mostDelivery !== null && (
        <BillSum
          label={say`Delivery from`}
          note={say`Up to ${formatMoney(mostDelivery)}, your address decides`}
          cents={charges.find(({ kind }) => kind === 'delivery')?.amount ?? ZERO}
        />
      )}
      {fees.map((charge) => (
        <BillSum key={charge.kind} label={chargeName(charge)} cents={charge.amount} />
      ))}
      {taxes.map((tax) => (
        <BillSum key={tax.code + tax.rate} label={taxLineText(tax)} cents={tax.amount} />
      ))}
    </>
  );
}

export function BillTotal({ label, cents }: { label: string; cents: Cents }) {
  return (
    <div className={`flex align-baseline between gap-16 above-8 line-above ${bill.total}`}>
      <dt className="text-md weight-650 ink">{label}</dt>
      <dd className="weight-500 nowrap">
        <Money cents={cents} />
      </dd>
    </div>
  );
}
