import { pictureSources } from '@tiffin/domain/menu';
import { dishPicture } from './dish-art.ts';
import { classNames } from '../../ui/class-names.ts';
import type { Dish } from './dish.ts';
import styles from './dish-picture.module.css';

/** The dish says its name beside it: the picture itself stays silent. */
export function DishPicture({
  dish,
  eager = false,
  sizes = '112px',
  className,
}: {
  dish: Pick<Dish, 'image' | 'art' | 'category'>;
  /** Seen at once when the page opens. */
  eager?: boolean;
  /** How wide it is shown, for a photo. */
  sizes?: string;
  className?: string | undefined;
}) {
  return (
    <span className={classNames('block relative clip sunken', styles.frame, className)}>
      <picture>
        {dish.image &&
          pictureSources(dish.image)?.map((source) => (
            <source key={source.type} type={source.type} srcSet={source.srcSet} sizes={sizes} />
          ))}
        <img
          src={dishPicture(dish)}
          alt=""
          width={400}
          height={400}
          decoding="async"
          loading={eager ? 'eager' : 'lazy'}
          {...(!dish.image && { className: styles.drawn })}
        />
      </picture>
    </span>
  );
}
