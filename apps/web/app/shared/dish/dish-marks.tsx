import { say } from '@tiffin/domain/core';
import { shortAllergenName } from '@tiffin/domain/menu';
import { classNames } from '../../ui/class-names.ts';
import type { Dish } from './dish.ts';
import styles from './dish.module.css';

const DIETS = { vegan: say`Vegan`, vegetarian: say`Vegetarian`, 'non-veg': say`Non-veg` };

const HEAT_NAMES = { none: '', mild: say`Mild`, medium: say`Medium`, hot: say`Hot` };

/** A square with a dot or a triangle, always with its word. Nothing for a dish that nobody has described. */
export function DietMark({ dish }: { dish: Pick<Dish, 'diet' | 'glutenFree' | 'allergens'> }) {
  if (dish.allergens === null && dish.diet === 'non-veg') return null;
  return (
    <span className="inline-row gap-6">
      <i className={classNames('no-shrink', styles.veg, dish.diet === 'non-veg' && styles.non)} aria-hidden="true" />
      {DIETS[dish.diet]}
      {dish.glutenFree && `, ${say`gluten-free`}`}
    </span>
  );
}

const CHILI_STYLES = { none: null, mild: null, medium: styles.two, hot: styles.three };

/** Only the drawing, for use beside the word. */
export function Chilies({ heat }: { heat: Dish['heat'] }) {
  if (heat === 'none') return null;
  return <i className={classNames('block no-shrink', styles.chilies, CHILI_STYLES[heat])} aria-hidden="true" />;
}

/** One to three chilies and the word; nothing for a dish without heat. */
export function Heat({ heat }: { heat: Dish['heat'] }) {
  if (heat === 'none') return null;
  return (
    <span className="inline-row gap-6">
      <Chilies heat={heat} />
      {HEAT_NAMES[heat]}
    </span>
  );
}

export function DishMarks({ dish, className }: { dish: Dish; className?: string | undefined }) {
  return (
    <p className={classNames('row hint flex-wrap gap-2-14 leading-150', className)}>
      <DietMark dish={dish} />
      <Heat heat={dish.heat} />
      <span>{allergensText(dish.allergens)}</span>
    </p>
  );
}

export function allergensText(names: readonly string[] | null): string {
  if (names === null) return say`Ask us about allergens`;
  return names.length === 0
    ? say`No listed allergens`
    : say`Contains ${names.map(shortAllergenName).join(', ').toLowerCase()}`;
}
