import type { Cents } from '@tiffin/domain/core';
import { Money } from '../../ui/money.tsx';
import styles from './till.module.css';

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
