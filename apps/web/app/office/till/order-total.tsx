import type { Cents } from '@tiffin/domain/core';
import { Money } from '../../ui/money.tsx';
import styles from './till.module.css';

/** A row of the totals; `isDue` emphasises what has to be paid. */
export function OrderTotal({ name, cents, isDue = false }: { name: string; cents: Cents; isDue?: boolean }) {
  const due = isDue ? styles.due : '';
  return (
    <>
      <dt className={due}>{name}</dt>
      <dd className={`ink text-right ${due}`}>
        <Money cents={cents} />
      </dd>
    </>
  );
}
