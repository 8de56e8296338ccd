import { say, type Cents } from '@tiffin/domain/core';
import { useSite } from '../../shared/site/site.ts';
import { formatMoney } from '../../ui/format.ts';
import styles from './gift-cards.module.css';

/** The card as one picture. Its code is never on it. */
export function CardPicture({ amount, name = '' }: { amount: Cents | null; name?: string }) {
  const site = useSite();
  const sum = amount === null ? '' : formatMoney(amount).replace(/\.00$/, '');
  const label = name === '' ? say`Gift card ${sum}` : say`Gift card ${sum}, for ${name}`;
  return (
    <div className={`stack between full-width ${styles.card}`} role="img" aria-label={label}>
      <b>{site.name}</b>
      <span className={`weight-550 break-anywhere ${styles.for}`}>{name !== '' && say`For ${name}`}</span>
      <span className={`num ${styles.amount}`}>{sum}</span>
    </div>
  );
}
