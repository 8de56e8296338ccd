import type { HTMLAttributes } from 'react';
import { classNames } from './class-names.ts';
import styles from './card.module.css';

/** For what travels with you: a cart, a summary, a location. Never a card inside a card. */
export function Card({ className, ...rest }: HTMLAttributes<HTMLDivElement>) {
  return <div {...rest} className={classNames('round-card surface shadow-1', styles.card, className)} />;
}
