import { useState } from 'react';
import type { CartDish, CartLine } from '@tiffin/domain/cart';
import type { Cents } from '@tiffin/domain/core';
import {
  chosenOf,
  defaultsOf,
  movedChoices,
  optionLines,
  optionsProblem,
  priceFrom,
  stillThere,
  type Chosen,
  type MovedChoice,
  type OptionProblem,
} from '@tiffin/domain/options';
import { cartDish, type Dish } from '../../shared/dish/dish.ts';
import { useChoices, type ChoiceDish, type Choices } from '../../shared/dish/dish-choices.ts';

/** A line as it is being chosen, held against the menu as it is now. */
export interface Line {
  readonly choices: Choices;
  /** What goes into the cart; null while its choices are not known. */
  readonly dish: CartDish | null;
  readonly chosen: Chosen | undefined;
  readonly choose: (chosen: Chosen) => void;
  /** What stands in the way of ordering it. */
  readonly gap: OptionProblem | null;
  /** The group in which something has to be chosen first. */
  readonly missing: string | null;
  /** What one costs; while something has to be chosen, the least it will. */
  readonly least: Cents;
  readonly moved: readonly MovedChoice[];
  readonly gone: readonly string[];
}

/** `edited`: the line of the cart it was. */
export function useLine(locationId: string, page: Dish, edited: CartLine | null): Line {
  const choices = useChoices(locationId, page);
  const [picked, choose] = useState<Chosen | undefined>(edited?.options && chosenOf(edited.options));
  if (!page.choice) {
    const plain = cartDish(page);
    return { ...NOTHING, choices, dish: plain, chosen: undefined, choose, gap: null, missing: null, least: page.price };
  }
  if (choices.state !== 'there') {
    return { ...NOTHING, choices, dish: null, chosen: picked, choose, gap: null, missing: null, least: page.price };
  }
  const { dish, first } = choices;
  const wanted = picked ?? defaultsOf(first);
  const chosen = stillThere(dish, wanted);
  const gap = optionsProblem(dish, chosen);
  const was = edited?.options ?? optionLines(first, wanted);
  const lines = optionLines(dish, chosen);
  const group = gap && dish.optionGroups?.find(({ id }) => id === gap.groupId);
  return {
    choices,
    dish,
    chosen,
    choose,
    gap,
    missing: gap?.code === 'option-missing' ? (group?.name ?? null) : null,
    least: priceFrom(dish, chosen),
    moved: [...movedBase(first, dish), ...movedChoices(was, lines)],
    gone: was
      .filter(
        ({ group: of, id, isRemoval }) =>
          !isRemoval && !lines.some((line) => !line.isRemoval && line.group === of && line.id === id),
      )
      .filter(({ group: of, id }) => wanted.some(({ groupId, optionId }) => groupId === of && optionId === id))
      .map(({ name }) => name),
  };
}

const NOTHING = { moved: [], gone: [] } as const;

/** The dish's own price counts where no size takes its place. */
function movedBase(was: ChoiceDish, now: ChoiceDish): MovedChoice[] {
  const hasSizes = now.optionGroups?.some(({ isSize }) => isSize) ?? false;
  return hasSizes || was.price === now.price ? [] : [{ name: now.name, was: was.price, now: now.price }];
}
