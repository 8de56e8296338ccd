import { useState } from 'react';
import type { CartDish, CartLine } from '@tiffin/domain/cart';
import { addCents, type Cents } from '@tiffin/domain/core';
import type { SpiceLevel } from '@tiffin/domain/menu';
import {
  chosenOf,
  defaultsOf,
  firstHeat,
  heatLevels,
  heatPrice,
  matchChoices,
  optionLines,
  priceFrom,
  stillThere,
  dishChoiceProblem,
  type Chosen,
  type MatchedChoice,
  type OptionGroup,
  type OptionProblem,
} from '@tiffin/domain/options';
import { cartDish, type Dish } from '../../shared/dish/dish.ts';
import { useChoices, type ChoiceDish, type Choices } from '../../shared/dish/dish-choices.ts';

/** A line being composed, validated against the current menu. */
export interface Line {
  readonly choices: Choices;
  /** The dish for the cart; null until its options are loaded. */
  readonly dish: CartDish | null;
  readonly chosen: Chosen | undefined;
  readonly choose: (chosen: Chosen) => void;
  /** The chosen heat level; null for a dish without one. */
  readonly spice: SpiceLevel | null;
  readonly setSpice: (id: string) => void;
  /** Why it cannot be ordered. */
  readonly gap: OptionProblem | null;
  /** The name of the group in which an option is missing. */
  readonly missing: string | null;
  /** The unit price, or the lowest possible one while an option is missing. */
  readonly least: Cents;
  readonly moved: readonly MatchedChoice[];
  readonly removedNames: readonly string[];
}

/** `edited` is the cart line that is being changed. */
export function useLine(locationId: string, page: Dish, heats: OptionGroup | undefined, edited: CartLine | null): Line {
  const choices = useChoices(locationId, page);
  const [picked, choose] = useState<Chosen | undefined>(edited?.options && chosenOf(edited.options));
  const [heat, setSpice] = useState(edited?.spice?.id);
  const plain = cartDish(page, heats);
  const spiceOf = (dish: CartDish) =>
    (dish.heats && (heatLevels(dish.heats).find(({ id }) => id === heat) ?? firstHeat(dish.heats))) ?? null;
  if (!page.choice || choices.state !== 'there') {
    const spice = spiceOf(plain);
    return {
      ...NOTHING,
      choices,
      dish: page.choice ? null : plain,
      chosen: page.choice && picked,
      choose,
      spice,
      setSpice,
      gap: page.choice ? null : dishChoiceProblem(plain, undefined, spice?.id ?? ''),
      missing: null,
      least: addCents(page.price, heatPrice(plain, spice?.id)),
    };
  }
  const { dish, first } = choices;
  const requested = picked ?? defaultsOf(first);
  const chosen = stillThere(dish, requested);
  const spice = spiceOf(dish);
  const gap = dishChoiceProblem(dish, chosen, spice?.id ?? '');
  const was = edited?.options ?? optionLines(first, requested);
  const lines = optionLines(dish, chosen);
  const group = gap && dish.optionGroups?.find(({ id }) => id === gap.groupId);
  return {
    choices,
    dish,
    chosen,
    choose,
    spice,
    setSpice,
    gap,
    missing: gap?.code === 'option-missing' ? (group?.name ?? null) : null,
    least: addCents(priceFrom(dish, chosen), heatPrice(dish, spice?.id, chosen)),
    moved: [...movedBase(first, dish), ...matchChoices(was, lines)],
    removedNames: was
      .filter(
        ({ group: of, id, isRemoval }) =>
          !isRemoval && !lines.some((line) => !line.isRemoval && line.group === of && line.id === id),
      )
      .filter(({ group: of, id }) => requested.some(({ groupId, optionId }) => groupId === of && optionId === id))
      .map(({ name }) => name),
  };
}

const NOTHING = { moved: [], removedNames: [] } as const;

/** The price change of the dish itself. With sizes, the size has the price. */
function movedBase(was: ChoiceDish, now: ChoiceDish): MatchedChoice[] {
  const hasSizes = now.optionGroups?.some(({ isSize }) => isSize) ?? false;
  return hasSizes || was.price === now.price ? [] : [{ name: now.name, was: was.price, now: now.price }];
}
