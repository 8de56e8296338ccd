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
import plainAppetizers from '../../assets/placeholders/appetizers.svg';
import plainBreakfast from '../../assets/placeholders/breakfast.svg';
import plainNonVegCurries from '../../assets/placeholders/non-veg-curries.svg';
import plainVegCurries from '../../assets/placeholders/veg-curries.svg';
import { pictureSources } from '@tiffin/domain/menu';
import { classNames } from '../../ui/class-names.ts';
import type { Dish } from './dish.ts';
import { categoryArt } from './category-art.ts';
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

/** Where a category's own drawing would promise the wrong dish. */
const PLAIN: Readonly<Record<string, string>> = {
  appetizers: plainAppetizers,
  breakfast: plainBreakfast,
  'non-veg-curries': plainNonVegCurries,
  'veg-curries': plainVegCurries,
};

/** A dish's photo, else the drawing made for it, else a plain one of its category. */
function dishPicture(dish: {
  readonly image: string | null;
  readonly art: string | null;
  readonly category: string;
}): string {
  const drawn = dish.art === null ? undefined : ART[dish.art];
  return dish.image ?? drawn ?? PLAIN[dish.category] ?? categoryArt(dish.category);
}

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
