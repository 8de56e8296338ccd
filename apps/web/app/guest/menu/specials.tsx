import { Link } from 'react-router';
import { say } from '@tiffin/domain/core';
import { classNames } from '../../ui/class-names.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Dish } from '../../shared/dish/dish.ts';
import { allergensText, DietMark, Heat } from '../../shared/dish/dish-marks.tsx';
import { DishPicture } from '../../shared/dish/dish-picture.tsx';
import { AddButton, DishPrice, type DishActions } from '../../shared/dish/dish-row.tsx';
import rows from '../../shared/dish/dish.module.css';
import styles from './menu.module.css';

export function Specials({
  dishes,
  counts,
  busyId,
  hrefOf,
  onAdd,
}: {
  dishes: readonly Dish[];
  counts: ReadonlyMap<string, number>;
  busyId: string | null;
} & Pick<DishActions, 'hrefOf' | 'onAdd'>) {
  return (
    <ul
      className={classNames(
        'grid gap-16 strip',
        styles.specialList,
        dishes.length === 1 && styles.one,
        dishes.length === 2 && styles.two,
      )}
    >
      {dishes.map((dish, index) => (
        <li
          key={dish.id}
          className={classNames('relative grid gap-12 content-start', styles.special, !dish.available && rows.gone)}
        >
          <div className="relative">
            <DishPicture
              dish={dish}
              eager={index < 2}
              sizes="(min-width: 768px) 300px, 76vw"
              className={styles.picture}
            />
            {dish.available && (
              <AddButton
                dish={dish}
                count={counts.get(dish.id) ?? 0}
                isBusy={dish.id === busyId}
                onAdd={onAdd}
                className={styles.add}
              />
            )}
          </div>
          <div className={`grid middle gap-4 ${styles.words}`}>
            <h3>
              <Link className={`no-underline ${rows.cover}`} to={hrefOf(dish)} preventScrollReset>
                {dish.name}
              </Link>
            </h3>
            <p className={`text-sm soft ${styles.text}`}>{dish.description}</p>
            <p className="row hint flex-wrap gap-2-14 leading-150">
              <DishPrice dish={dish} className={`text-sm weight-600 ${dish.available ? 'ink' : 'faint'}`} />
              {!dish.available && (
                <Badge>{dish.served ?? (dish.soldOut ? say`Sold out` : say`Unavailable today`)}</Badge>
              )}
              <DietMark dish={dish} />
              <Heat heat={dish.heat} />
              <span>{allergensText(dish.allergens)}</span>
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}
