import { cents, type Cents, say } from '@tiffin/domain/core';
import { allergenName } from '@tiffin/domain/menu';
import {
  applicableGroups,
  chosenSize,
  hasUnknownAllergens,
  unitPriceOf,
  unitsOfGroup,
  unitsOfOption,
  type ChosenOptions,
} from '@tiffin/domain/options';
import { Info } from 'lucide-react';
import type { ChoiceDish } from '../../shared/dish/dish-choices.ts';
import { allOf } from '../../shared/dish/option-words.ts';
import { Money } from '../../ui/money.tsx';
import styles from './dish-dialog.module.css';

interface Choice {
  dish: ChoiceDish;
  chosen: ChosenOptions;
}

/** The allergens, grouped by the dish or option that contains them. */
export function AllergenSummary({ dish, chosen }: Choice) {
  const containing = applicableGroups(dish, chosen).flatMap((group) =>
    group.options.filter(({ id, allergens }) => allergens.length > 0 && unitsOfOption(chosen, group.id, id) > 0),
  );
  const sources = [
    ...(dish.allergens && dish.allergens.length > 0 ? [{ in: say`in the dish`, allergens: dish.allergens }] : []),
    ...containing.map(({ name, allergens }) => ({ in: say`in ${name}`, allergens })),
  ];
  const isUnknown = hasUnknownAllergens(dish, chosen);
  return (
    <p className={`grid gap-10 text-sm leading-140 soft ${styles.contains}`} aria-live="polite">
      <Info width={20} />
      {sources.length === 0 ? (
        isUnknown ? (
          say`Ask us about allergens`
        ) : (
          say`No listed allergens`
        )
      ) : (
        <span>
          {say`Contains:`}{' '}
          {sources.map(({ in: where, allergens }, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- two from different groups may have the same name
            <span key={index}>
              {index > 0 && ', '}
              <b className="weight-600 ink">{allOf(allergens.map(allergenName))}</b> {where}
            </span>
          ))}
          .{isUnknown && ` ${say`We do not know all of its allergens. Please ask us.`}`}
        </span>
      )}
    </p>
  );
}

/** How the price adds up, if options change it. */
export function PriceBreakdown({ dish, chosen }: Choice) {
  const lines = sumsOf(dish, chosen);
  // Without a chosen size there is no base price.
  const needsSize = dish.optionGroups?.some(({ isSize }) => isSize) && chosenSize(dish, chosen) === null;
  if (needsSize || lines.length < 2) return null;
  return (
    <dl className={`grid text-sm leading-140 ${styles.adds}`} aria-label={say`How the price adds up`}>
      {[...lines, { name: say`Each`, sum: unitPriceOf(dish, chosen), isSum: true }].map(
        ({ name, sum, isSum }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- two from different groups may have the same name
          <div key={index} className={`flex between gap-16 ${isSum ? `line-above ${styles.sum}` : ''}`}>
            <dt className={isSum ? 'weight-600' : 'soft'}>{name}</dt>
            <dd className={`nowrap ${isSum ? 'weight-650' : 'weight-500'}`}>
              <Money cents={sum} />
            </dd>
          </div>
        ),
      )}
    </dl>
  );
}

/** The dish and the amount that each group adds, computed as the difference in the domain's price. */
function sumsOf(dish: ChoiceDish, chosen: ChosenOptions): { name: string; sum: Cents; isSum?: boolean }[] {
  const size = chosenSize(dish, chosen);
  const groups = applicableGroups(dish, chosen);
  const sizes = groups.find(({ isSize }) => isSize);
  const counted = new Set([sizes?.id]);
  const sumSoFar = () =>
    unitPriceOf(
      dish,
      chosen.filter(({ groupId }) => counted.has(groupId)),
    );
  let sum = sumSoFar();
  const name = size ? `${dish.name}, ${size.name.toLowerCase()}` : dish.name;
  const lines: { name: string; sum: Cents }[] = [{ name, sum }];
  for (const group of groups.filter(({ isSize }) => !isSize)) {
    counted.add(group.id);
    const next = sumSoFar();
    if (next !== sum) {
      const names = group.options.flatMap((option) => {
        const units = unitsOfOption(chosen, group.id, option.id);
        if (units === 0) return [];
        return units > 1 ? `${option.name} ×${units}` : option.name;
      });
      const free = Math.min(group.included, unitsOfGroup(chosen, group.id));
      lines.push({ name: names.join(', ') + (free > 0 ? ` (${say`${free} included`})` : ''), sum: cents(next - sum) });
    }
    sum = next;
  }
  return lines;
}
