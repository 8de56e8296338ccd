import { memo } from 'react';
import { say } from '@tiffin/domain/core';
import { Badge } from '../../ui/badge.tsx';
import { Checkbox } from '../../ui/boxes.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Money } from '../../ui/money.tsx';
import { AvailabilityBadges, CardButtons, type DishCardProps } from './dish-card.tsx';
import styles from './menu.module.css';

/** A dish of the edited menu in one line: what it is, what it costs, and whether it is sold. */
export const DishLine = memo(function DishLine(props: DishCardProps) {
  const { dish, zone, category, picked, now, actions } = props;
  return (
    <article
      className={classNames('row flex-wrap gap-4-16', styles.line, picked && styles.pickedLine)}
      aria-label={dish.name}
    >
      <Checkbox
        label={<span className="sr-only">{say`Select ${dish.name}`}</span>}
        checked={picked}
        onChange={(event) => actions.onPick(dish, event.target.checked)}
      />
      <h2 className="grow min-width-0 text-sm">{dish.name}</h2>
      <span className={`hint ${styles.lineCategory}`}>{category}</span>
      <span className="flex flex-wrap gap-6">
        <AvailabilityBadges dish={dish} zone={zone} now={now} whenOnSale={<Badge tone="ok">{say`On`}</Badge>} />
      </span>
      <Money cents={dish.price} className={`text-right digits ${styles.linePrice}`} />
      <CardButtons {...props} />
    </article>
  );
});
