import type { Cents } from '../core/money.ts';
import { fromDollars } from '../core/money.ts';
import { failure } from '../core/errors.ts';
import { err, ok, type Result } from '../core/result.ts';
import { number, record } from '../core/unknown.ts';
import { FIGURES, pricingRequestProblem, PRICING_REQUEST_TEXTS, type ClientFigures } from '../pricing/check.ts';
import { problemsFailure, type Problem } from './problems.ts';
import { locationIdOf } from './read.ts';
import { readItems } from './read-items.ts';
import { negativeText } from './texts.ts';
import type { OrderItem } from './types.ts';

/** What somebody wants to have priced, and what they think it costs. */
export interface PricingRequest {
  readonly items: readonly OrderItem[];
  readonly tip: Cents;
  readonly figures: ClientFigures;
  /** '' when it was not said. */
  readonly locationId: string;
}

/** Reads the body of a pricing check. Figures that were not sent are not compared. */
export function readPricingRequest(body: unknown): Result<PricingRequest> {
  const given = record(body) ?? {};
  const problem = pricingRequestProblem(given);
  if (problem !== null) return err(failure('invalid-argument', problem));
  const tip = fromDollars(number(given['tipAmount']) ?? Number.NaN);
  if (tip === null) return err(failure('invalid-argument', PRICING_REQUEST_TEXTS.tipAmount));

  const problems: Problem[] = [];
  const note = (field: string, message: string): void => void problems.push({ field, message });
  const items = readItems(given['items'], note);
  const said = record(given['frontendPricing']) ?? {};
  const figures = Object.fromEntries(
    FIGURES.flatMap((name) => {
      if (said[name] == null) return [];
      const amount = fromDollars(number(said[name]) ?? Number.NaN);
      if (amount !== null && amount >= 0) return [[name, amount] as const];
      note(`frontendPricing.${name}`, negativeText(name));
      return [];
    }),
  );
  if (problems.length > 0) return err(problemsFailure(problems));
  return ok({ items, tip, figures, locationId: locationIdOf(given) });
}
