import type { ReactNode } from 'react';
import type { CartLine } from '@tiffin/domain/cart';
import type { Cents } from '@tiffin/domain/core';
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
