import type { CartDish, CartLine } from '@tiffin/domain/cart';
import type { HeatLevel } from '@tiffin/domain/menu';
import {
  defaultChoices,
  preselectedHeat,
  heatLevels,
  findRepricedChoices,
  optionLines,
  type OptionLine,
  withoutUnavailableChoices,
  type ChosenOptions,
  type RepricedChoice,
  type OptionGroup,
} from '@tiffin/domain/options';
import { cartDish, type Dish } from '../../shared/dish/dish.ts';
import { useChoices, type ChoiceDish, type Choices } from '../../shared/dish/dish-choices.ts';
import { useDishChoice, type DishChoice, type MatchedPicks, type Picks } from '../../shared/dish/use-dish-choice.ts';

/** A dish with its option groups, and what is chosen in them. */
export interface LoadedChoice {
  readonly dish: ChoiceDish;
  readonly chosen: ChosenOptions;
}

interface LinePicks extends MatchedPicks {
  /** Null for a dish without options, and until they are loaded. */
  readonly loaded: LoadedChoice | null;
  /** The choices whose price changed since they were made. */
  readonly repriced: readonly RepricedChoice[];
  /** The choices that left the menu since they were made. */
  readonly removedNames: readonly string[];
}

/** A line being composed, validated against the current menu. */
export interface DishLine extends DishChoice<LinePicks> {
  readonly choices: Choices;
  /** False until the options of the dish are loaded. */
  readonly isReady: boolean;
  /** The name of the option group in which a choice is missing. */
  readonly missing: string | null;
}

/** `pageDish` is the dish of the page, without its options. `edited` is the cart line that is being changed. */
export function useDishLine(
  locationId: string,
  pageDish: Dish,
  heats: OptionGroup | undefined,
  edited: CartLine | null,
): DishLine {
  const choices = useChoices(locationId, pageDish);
  const loaded = pageDish.choice && choices.state === 'loaded' ? choices : null;
  const choice = useDishChoice(edited, (picks) =>
    loaded ? matchWithMenu(picks, loaded, edited) : matchPlain(picks, cartDish(pageDish, heats)),
  );
  const isReady = !pageDish.choice || loaded !== null;
  const problem = isReady ? choice.problem : null;
  const group = problem && choice.dish.optionGroups?.find(({ id }) => id === problem.groupId);
  return {
    ...choice,
    problem,
    choices,
    isReady,
    missing: problem?.code === 'option-missing' ? (group?.name ?? null) : null,
  };
}

function matchPlain({ heat }: Picks, dish: CartDish): LinePicks {
  return { dish, chosen: undefined, spice: spiceOf(dish, heat), loaded: null, repriced: [], removedNames: [] };
}

/** Drops the options that are no longer available, and names them. `first` is the dish as this page first loaded it. */
function matchWithMenu(
  { options, heat }: Picks,
  { dish, first }: { readonly dish: ChoiceDish; readonly first: ChoiceDish },
  edited: CartLine | null,
): LinePicks {
  const requested = options ?? (edited ? defaultChoices(first) : defaultsWithoutSize(first));
  const chosen = withoutUnavailableChoices(dish, requested);
  const was = edited?.options ?? optionLines(first, requested);
  const lines = optionLines(dish, chosen);
  const isRequested = ({ group, id }: OptionLine) =>
    requested.some(({ groupId, optionId }) => groupId === group && optionId === id);
  const isStillThere = ({ group, id }: OptionLine) =>
    lines.some((line) => !line.isRemoval && line.group === group && line.id === id);
  return {
    dish,
    chosen,
    spice: spiceOf(dish, heat),
    loaded: { dish, chosen },
    repriced: [...repricedDish(first, dish), ...findRepricedChoices(was, lines)],
    removedNames: was
      .filter((line) => isRequested(line) && !line.isRemoval && !isStillThere(line))
      .map(({ name }) => name),
  };
}

/** A size decides about the price, so the guest chooses it. */
function defaultsWithoutSize(dish: ChoiceDish): ChosenOptions {
  const sizes = dish.optionGroups?.filter(({ isSize, options }) => isSize && options.length > 1).map(({ id }) => id);
  return defaultChoices(dish).filter(({ groupId }) => !sizes?.includes(groupId));
}

function spiceOf({ heats }: CartDish, heat: HeatLevel | undefined): HeatLevel | null {
  return (heats && (heatLevels(heats).find(({ id }) => id === heat?.id) ?? preselectedHeat(heats))) ?? null;
}

/** The price change of the dish itself. With sizes, the size has the price. */
function repricedDish(was: ChoiceDish, now: ChoiceDish): RepricedChoice[] {
  const hasSizes = now.optionGroups?.some(({ isSize }) => isSize) ?? false;
  return hasSizes || was.price === now.price ? [] : [{ name: now.name, was: was.price, now: now.price }];
}
