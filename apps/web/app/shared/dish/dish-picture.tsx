import { pictureSources } from '@tiffin/domain/menu';
import { classNames } from '../../ui/class-names.ts';
import type { Dish } from './dish.ts';
import styles from './dish.module.css';

const ART = import.meta.glob<string>(['../../assets/dishes/*.svg', '!**/plate.svg'], {
  eager: true,
  import: 'default',
});

interface DishPictureProps {
  dish: Pick<Dish, 'image' | 'art'>;
  /** For pictures visible when the page opens. */
  eager?: boolean;
  sizes?: string;
  className?: string | undefined;
  /** A drawing that names no dish. */
  fallback?: string | undefined;
}

/**
 * The photo of a dish, else the drawing made for it, else `fallback`, else nothing: a drawing of another dish would
 * promise the wrong one. It has no alternative text, because the name of the dish is beside it.
 */
export function DishPicture({ dish, eager = false, sizes = '112px', className, fallback }: DishPictureProps) {
  const own = dish.image ?? ART[`../../assets/dishes/${dish.art}.svg`];
  const picture = own ?? fallback;
  if (!picture) return null;
  return (
    <span className={classNames('block relative clip sunken', className)}>
      <picture>
        {dish.image &&
          pictureSources(dish.image)?.map((source) => (
            <source key={source.type} type={source.type} srcSet={source.srcSet} sizes={sizes} />
          ))}
        <img
          src={picture}
          alt=""
          width={400}
          height={400}
          decoding="async"
          loading={eager ? 'eager' : 'lazy'}
          className={classNames('art full-width full-height', !dish.image && styles.drawn, !own && styles.plate)}
        />
      </picture>
    </span>
  );
}
