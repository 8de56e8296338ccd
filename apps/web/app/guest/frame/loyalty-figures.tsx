import { loyaltyFigures } from '../../shared/session/loyalty-figures.ts';
import styles from './frame.module.css';

export function LoyaltyFigures({ me }: { me: Parameters<typeof loyaltyFigures>[0] }) {
  return (
    <dl className={`grid between gap-12 ${styles.figures}`}>
      {loyaltyFigures(me).map(([name, value]) => (
        <div key={name} className="upwards justify-end">
          <dt className="text-xs leading-130 on-brand-soft">{name}</dt>
          <dd className="num">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
