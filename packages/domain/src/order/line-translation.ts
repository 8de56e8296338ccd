import type { DishWithHeat, OptionDish, OptionLine } from '../options/index.ts';

/** The texts of a line in the guest's language. Staff read the restaurant's, in which the kitchen works. */
export interface LineTranslation {
  readonly name: string;
  readonly description?: string | undefined;
  /** One entry for each option of the line, in the same order. */
  readonly options?: readonly NamedOption[] | undefined;
  readonly heat?: string | undefined;
}

type NamedOption = Pick<OptionLine, 'name' | 'groupName' | 'of'>;
type Choices = readonly Pick<OptionLine, 'group' | 'id' | 'name' | 'groupName' | 'of'>[];

/** The translation of a line by a menu in another language; undefined if all texts are the same. */
export function translateLine(
  line: {
    readonly name: string;
    readonly description: string;
    readonly choices?: Choices | undefined;
    readonly heat?: { readonly id: string; readonly name: string } | undefined;
  },
  dish: (OptionDish & DishWithHeat & { readonly description: string }) | undefined,
): LineTranslation | undefined {
  if (!dish) return undefined;
  const options = line.choices?.map(({ group: groupId, id, name, groupName, of }): NamedOption => {
    const group = dish.optionGroups?.find((each) => each.id === groupId);
    return {
      name: group?.options.find((option) => option.id === id)?.name ?? name,
      groupName: group?.name ?? groupName,
      of: group?.of ?? of,
    };
  });
  const heat = dish.heats?.options.find(({ id }) => id === line.heat?.id)?.name;
  const isHeatTranslated = heat !== undefined && heat !== line.heat?.name;
  const translated = {
    name: dish.name,
    description: dish.description,
    options,
    heat: isHeatTranslated ? heat : undefined,
  };
  const isTranslated =
    isHeatTranslated ||
    translated.name !== line.name ||
    translated.description !== line.description ||
    options?.some(({ name, groupName, of }, at) => {
      const choice = line.choices?.[at];
      return name !== choice?.name || groupName !== choice.groupName || of !== choice.of;
    });
  return isTranslated ? translated : undefined;
}

interface NamedLine {
  readonly name: string;
  readonly options?: readonly object[] | null | undefined;
}

/** A line with the texts of its translation. Fields that the line does not have are not added. */
export function translateLineForGuest<Line extends NamedLine>(
  line: Line,
  translation: LineTranslation | null | undefined,
): Line {
  if (!translation) return line;
  const { name, description, options = [], heat } = translation;
  return {
    ...line,
    name,
    ...(description !== undefined && 'description' in line && { description }),
    ...(heat !== undefined && 'spiceLevelName' in line && { spiceLevelName: heat }),
    ...(line.options && {
      // The kitchen's names of the options do not appear.
      options: line.options.map((option, at) => ({ ...option, ...options[at] })),
    }),
  };
}

/** An order with the texts of the guest's language. Staff get the untranslated order. */
export function translateOrderForGuest<
  Order extends { readonly items: readonly (NamedLine & { readonly said?: LineTranslation | undefined })[] },
>(order: Order): Order {
  if (!order.items.some(({ said: translation }) => translation)) return order;
  return {
    ...order,
    items: order.items.map(({ said: translation, ...line }) => translateLineForGuest(line, translation)),
  };
}
