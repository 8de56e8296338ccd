import { dishPicture } from '../../lib/dish-art.ts';
import { classNames } from '../../ui/class-names.ts';
import type { Dish } from './dish.ts';
import styles from './dish-picture.module.css';

/** The dish says its name beside it: the picture itself stays silent. */
export function DishPicture({
  dish,
  eager = false,
  className,
}: {
  dish: Pick<Dish, 'image' | 'art' | 'category'>;
  /** Seen at once when the page opens. */
  eager?: boolean;
  className?: string | undefined;
}) {
  return (
    <span className={classNames(styles.frame, className)}>
      <img
        src={dishPicture(dish)}
        alt=""
        width={400}
        height={400}
        decoding="async"
        loading={eager ? 'eager' : 'lazy'}
        {...(!dish.image && { className: styles.drawn })}
      />
    </span>
  );
}
