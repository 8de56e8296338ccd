import { joinWithOr, percentText, say } from '@tiffin/domain/core';
import { twelveHourText } from '@tiffin/domain/hours';
import { daysText } from '@tiffin/domain/menu';
import { orderTypeLabel, type Promotion, type PromotionCondition } from '@tiffin/domain/order';
import { formatMoney } from '../../ui/format.ts';

/** A part of the sentence that describes a promotion. Each part has its own fields. */
export type PromotionWord = 'effect' | 'code' | PromotionCondition['kind'];

type Described = Pick<Promotion, 'code' | 'conditions' | 'effect'>;
type Names = (ids: readonly string[]) => string;

/** '10% off', 'Curries', 'on Tue', 'with code CURRY' */
export function promotionWords(
  { code, conditions, effect }: Described,
  locationNames: Names,
): readonly (readonly [word: PromotionWord, text: string])[] {
  return [
    ['effect', effectText(effect, conditions.some(isAboutDishes))],
    ...conditions.map((each) => [each.kind, conditionText(each, locationNames)] as const),
    ...(code === null ? [] : [['code', say`with code ${code}`] as const]),
  ];
}

/** '10% off Curries on Tue with code CURRY' */
export function promotionSentence(promotion: Described, locationNames: Names): string {
  return promotionWords(promotion, locationNames)
    .map(([, text]) => text)
    .join(' ');
}

function isAboutDishes({ kind }: PromotionCondition): boolean {
  return kind === 'dishes' || kind === 'categories';
}

function effectText(effect: Promotion['effect'], namesDishes: boolean): string {
  const { of, every } = effect;
  if (of === 'cheapest' && every !== undefined && effect.kind === 'percent' && effect.percent === 100) {
    return namesDishes ? say`One in ${every} free of` : say`One in ${every} dishes free`;
  }
  const off = effect.kind === 'percent' ? percentText(effect.percent) : formatMoney(effect.amount);
  if (of === 'delivery') {
    return effect.kind === 'percent' && effect.percent === 100 ? say`Free delivery` : say`${off} off the delivery`;
  }
  if (of === 'cheapest') {
    if (every !== undefined) return say`${off} off one in ${every} of`;
    return namesDishes ? say`${off} off the cheapest of` : say`${off} off the cheapest dish`;
  }
  if (!namesDishes) return say`${off} off everything`;
  return of === 'dishes' ? say`${off} off` : say`${off} off the order, with`;
}

function conditionText(condition: PromotionCondition, locationNames: Names): string {
  switch (condition.kind) {
    case 'minimum': {
      const amount = formatMoney(condition.amount);
      return say`from ${amount}`;
    }
    case 'dishes':
    case 'categories': {
      const { label = '', count = 1, ids } = condition;
      const names = label || say`${ids.length} chosen dishes`;
      return count > 1 ? say`${count} of ${names}` : names;
    }
    case 'service': {
      const services = joinWithOr(condition.services.map(orderTypeLabel));
      return say`for ${services}`;
    }
    case 'location': {
      const names = locationNames(condition.ids);
      return say`at ${names}`;
    }
    case 'daypart': {
      const [from, until] = [twelveHourText(condition.from), twelveHourText(condition.until)];
      return say`from ${from} to ${until}`;
    }
    case 'weekday':
      return say`on ${daysText(condition.days)}`;
    default:
      return say`on the first order`;
  }
}
