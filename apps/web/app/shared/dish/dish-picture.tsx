import biryani from '../../assets/dishes/biryani.svg';
import butterChicken from '../../assets/dishes/butter-chicken.svg';
import chanaMasala from '../../assets/dishes/chana-masala.svg';
import dalMakhani from '../../assets/dishes/dal-makhani.svg';
import lambRoganJosh from '../../assets/dishes/lamb-rogan-josh.svg';
import masalaDosa from '../../assets/dishes/masala-dosa.svg';
import palakPaneer from '../../assets/dishes/palak-paneer.svg';
import paneerTikka from '../../assets/dishes/paneer-tikka.svg';
import samosas from '../../assets/dishes/samosas.svg';
import thali from '../../assets/dishes/thali.svg';
import { pictureSources } from '@tiffin/domain/menu';
import { classNames } from '../../ui/class-names.ts';
import type { Dish } from './dish.ts';
import styles from './dish.module.css';

const ART: Readonly<Record<string, string>> = {
  biryani,
  'butter-chicken': butterChicken,
  'chana-masala': chanaMasala,
  'dal-makhani': dalMakhani,
  'lamb-rogan-josh': lambRoganJosh,
  'masala-dosa': masalaDosa,
  'palak-paneer': palakPaneer,
  'paneer-tikka': paneerTikka,
  samosas,
  thali,
};

interface DishPictureProps {
  dish: Pick<Dish, 'image' | 'art'>;
  /** For pictures visible when the page opens. */
  eager?: boolean;
  /** The `sizes` of a photo. */
  sizes?: string;
  className?: string | undefined;
  /** The drawing of the dish's category. */
  fallback?: string | undefined;
}

/**
 * A dish's photo, or the drawing made for it, or a pale drawing of its category, or nothing, because a drawing of
 * something else would promise the wrong dish. It has no alternative text, because the name of the dish is beside it.
 */
export function DishPicture({ dish, eager = false, sizes = '112px', className, fallback }: DishPictureProps) {
  const own = dish.image ?? ART[dish.art ?? ''];
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
          className={classNames('art full-width full-height', !dish.image && styles.drawn, !own && styles.ofCategory)}
        />
      </picture>
    </span>
  );
}
