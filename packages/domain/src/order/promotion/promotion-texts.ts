import { longDayText } from '../../core/formats.ts';
import { say } from '../../core/language.ts';
import { amountWithCurrency, toDollars } from '../../core/money.ts';
import { failure, type Failure } from '../../core/errors.ts';
import type { DateText } from '../../core/time.ts';
import { joinWithOr } from '../../core/variants.ts';
import { twelveHourText } from '../../hours/index.ts';
import { daysText } from '../../menu/dayparts.ts';
import { orderTypeLabel } from '../order-types.ts';
import type { PromotionProblem } from './promotions.ts';

/** The sentence for a guest: why a code takes nothing off, and what to do. */
export function promotionProblemText(code: string, problem: PromotionProblem): string {
  switch (problem.reason) {
    case 'not-yet':
    case 'ended': {
      const day = promotionDay(problem.day);
      return problem.reason === 'ended'
        ? say`${code} ended on ${day}. Nothing was taken off.`
        : say`${code} begins on ${day}. Nothing was taken off.`;
    }
    case 'location':
      return say`${code} is not for this location. Nothing was taken off.`;
    case 'first-order':
      return say`${code} is for first orders. Nothing was taken off.`;
    case 'used-up':
      return say`${code} was used as often as it can be. Nothing was taken off.`;
    case 'used':
      return say`You have used ${code} as often as one guest can. Nothing was taken off.`;
    case 'service': {
      const services = joinWithOr(problem.services.map(orderTypeLabel));
      return say`${code} is only for: ${services}. Choose that to use it.`;
    }
    case 'weekday': {
      const days = daysText(problem.days);
      return say`${code} is for ${days}. Choose such a day to use it.`;
    }
    case 'daypart': {
      const [from, until] = [twelveHourText(problem.from), twelveHourText(problem.until)];
      return say`${code} is for orders from ${from} to ${until}. Choose such a time to use it.`;
    }
    case 'dishes': {
      const { missing, label } = problem;
      if (label === '') return say`${code} is for certain dishes. Add ${missing} more of them to use it.`;
      return missing === 1
        ? say`${code} is for ${label}. Add one to use it.`
        : say`${code} is for ${label}. Add ${missing} more to use it.`;
    }
    default: {
      const [amount, missing] = [amountWithCurrency(problem.amount), amountWithCurrency(problem.missing)];
      return say`${code} holds from ${amount} of dishes. ${missing} more and it is yours.`;
    }
  }
}

/** The refusal of an order with a code that does not hold. */
export function promotionFailure(code: string, problem: PromotionProblem): Failure {
  const text = promotionProblemText(code, problem);
  const { reason } = problem;
  return reason === 'minimum'
    ? failure('promo-minimum', text, { missing: toDollars(problem.missing), field: 'promoCode' })
    : failure('promo-over', text, { reason, field: 'promoCode' });
}

/** 'November 20, 2026' */
export function promotionDay(day: DateText): string {
  return longDayText(new Date(`${day}T12:00:00Z`), 'UTC');
}
