import { memo } from 'react';
import { Plus, Heart } from 'lucide-react';
import { Link } from 'react-router';
import { say } from '@tiffin/domain/core';
import plate from '../../assets/dishes/plate.svg';
import { Badge } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Money } from '../../ui/money.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { Dish } from './dish.ts';
import { DishMarks } from './dish-marks.tsx';
import { DishPicture } from './dish-picture.tsx';
import styles from './dish.module.css';

interface HeartButtonProps {
  name: string;
  isFavourite: boolean;
  onChange: (isFavourite: boolean) => void;
  className?: string | undefined;
}

export function HeartButton({ name, isFavourite, onChange, className }: HeartButtonProps) {
  return (
    <button
      type="button"
      className={classNames('center touch-height no-padding', styles.heartButton, className)}
      aria-label={say`${name} is a favourite`}
      aria-pressed={isFavourite}
      onClick={() => onChange(!isFavourite)}
    >
      <span className="center pill surface ink shadow-1">
        <Heart />
      </span>
    </button>
  );
}

export interface DishActions {
  /** The address of the dish's dialog. */
  hrefOf: (dish: Dish) => string;
  onAdd: (dish: Dish) => void;
  /** Only for guests who are signed in. */
  onFavourite?: ((dish: Dish, isFavourite: boolean) => void) | undefined;
}

export interface DishRowProps extends DishActions {
  dish: Dish;
  /** How many are in the cart. */
  count: number;
  /** True from a press on the plus until it is answered. */
  isBusy?: boolean;
  isFavourite: boolean;
  /** Loads the picture at once, because it is visible without scrolling. */
  eager: boolean;
}

/** A dish in the menu's list. Rendered again only when its own props change. */
export const DishRow = memo(function DishRow({
  dish,
  count,
  isBusy = false,
  isFavourite,
  eager,
  hrefOf,
  onAdd,
  onFavourite,
}: DishRowProps) {
  return (
    <li
      id={`dish-${dish.id}`}
      className={classNames('relative grid gap-4-16 align-start', styles.dish, !dish.available && styles.gone)}
    >
      <DishPicture dish={dish} eager={eager} className={styles.picture} fallback={plate} />
      <h3 className={styles.name}>
        <Link className={`no-underline ${styles.cover}`} to={hrefOf(dish)} preventScrollReset>
          {dish.name}
        </Link>
      </h3>
      {dish.description && <p className={`text-sm leading-150 soft ${styles.text}`}>{dish.description}</p>}
      <div className={`row flex-wrap ${styles.buy}`}>
        {!dish.available && <Badge>{dish.served ?? (dish.soldOut ? say`Sold out` : say`Unavailable today`)}</Badge>}
        <DishPrice dish={dish} className={`weight-600 nowrap ${styles.price}`} />
        {dish.available && <AddButton dish={dish} count={count} isBusy={isBusy} onAdd={onAdd} className={styles.add} />}
      </div>
      <DishMarks dish={dish} className={styles.rowMarks} />
      {onFavourite && (
        <HeartButton
          name={dish.name}
          isFavourite={isFavourite}
          onChange={(requested) => onFavourite(dish, requested)}
          className={styles.heart}
        />
      )}
    </li>
  );
});

/** The price, with “from” if it depends on options. */
export function DishPrice({ dish: { price, isFrom }, className }: { dish: Dish; className: string | undefined }) {
  return (
    <span className={className}>
      {isFrom && <small className="hint weight-400">{say`from`} </small>}
      <Money cents={price} />
    </span>
  );
}

interface AddButtonProps {
  dish: Dish;
  count: number;
  isBusy: boolean;
  onAdd: (dish: Dish) => void;
  className?: string | undefined;
}

/** A plus, or a ring with the quantity in the cart. */
export function AddButton({ dish, count, isBusy, onAdd, className }: AddButtonProps) {
  return (
    <button
      type="button"
      className={classNames(
        'center relative touch-width touch-height no-padding no-border pill',
        styles.plus,
        count > 0 && styles.ring,
        className,
      )}
      aria-label={
        count > 0
          ? say`${count} ${dish.name} in your order, change`
          : dish.choice === 'asked'
            ? say`Choose for ${dish.name}`
            : say`Add ${dish.name}`
      }
      aria-busy={isBusy || undefined}
      onClick={() => onAdd(dish)}
    >
      {isBusy ? <Spinner /> : count > 0 ? <span key={count}>{count}</span> : <Plus />}
    </button>
  );
}
