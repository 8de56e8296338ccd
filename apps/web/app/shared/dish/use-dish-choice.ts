import { useState } from 'react';
import type { CartDish, CartLine } from '@tiffin/domain/cart';
import { addCents, type Cents } from '@tiffin/domain/core';
import type { HeatLevel } from '@tiffin/domain/menu';
import {
  chosenOf,
  dishChoiceProblem,
  heatPrice,
  lowestPrice,
  type ChosenOptions,
  type OptionProblem,
} from '@tiffin/domain/options';

/** What a person picked so far; undefined where nothing was picked yet. */
export interface Picks {
  readonly options: ChosenOptions | undefined;
  readonly heat: HeatLevel | undefined;
}

/** The picks, completed with defaults and checked against a dish of the menu. */
export interface MatchedPicks {
  readonly dish: CartDish;
  /** Undefined for a dish without options. */
  readonly chosen: ChosenOptions | undefined;
  /** The heat level; null for a dish without one. */
  readonly spice: HeatLevel | null;
}

export type DishChoice<Matched extends MatchedPicks = MatchedPicks> = Matched & {
  readonly choose: (options: ChosenOptions) => void;
  readonly setSpice: (heat: HeatLevel) => void;
  readonly quantity: number;
  readonly setQuantity: (quantity: number) => void;
  readonly note: string;
  readonly setNote: (note: string) => void;
  /** The unit price, or the lowest possible one while an option is missing. */
  readonly price: Cents;
  /** Why it cannot be ordered. */
  readonly problem: OptionProblem | null;
  /** How often it was submitted with a problem. The problem is shown from the first time on. */
  readonly attempts: number;
  /** Counts an attempt if there is a problem. Returns whether there is none. */
  readonly check: () => boolean;
};

/**
 * The state of choosing a dish. It starts with the choices of `line`, if one is edited. `match` decides what happens to
 * picks that are no longer on the menu.
 */
export function useDishChoice<Matched extends MatchedPicks>(
  line: CartLine | null,
  match: (picks: Picks) => Matched,
): DishChoice<Matched> {
  const [options, choose] = useState<ChosenOptions | undefined>(line?.options && chosenOf(line.options));
  const [heat, setSpice] = useState<HeatLevel | undefined>(line?.spice ?? undefined);
  const [quantity, setQuantity] = useState(line?.quantity ?? 1);
  const [note, setNote] = useState(line?.note ?? '');
  const [attempts, setAttempts] = useState(0);
  const matched = match({ options, heat });
  const { dish, chosen, spice } = matched;
  const problem = dishChoiceProblem(dish, chosen, spice?.id ?? '');
  return {
    ...matched,
    choose,
    setSpice,
    quantity,
    setQuantity,
    note,
    setNote,
    price: addCents(lowestPrice(dish, chosen), heatPrice(dish, spice?.id, chosen)),
    problem,
    attempts,
    check() {
      if (problem) setAttempts(attempts + 1);
      return problem === null;
    },
  };
}
