import type { Heated, OptionDish, OptionLine } from '../options/index.ts';

/** A line's names as its guest reads them. The house reads its own: its kitchen cooks by one menu. */
export interface LineTranslation {
  readonly name: string;
  readonly description?: string | undefined;
  /** As many as the line has choices, in their order. */
  readonly options?: readonly NamedOption[] | undefined;
  /** How hot it is made. */
  readonly heat?: string | undefined;
}

type NamedOption = Pick<OptionLine, 'name' | 'groupName' | 'of'>;
type Choices = readonly Pick<OptionLine, 'group' | 'id' | 'name' | 'groupName' | 'of'>[];

/** A line in the words of a menu in another language; undefined where these are the house's. */
export function translateLine(
  line: {
    readonly name: string;
    readonly description: string;
    readonly choices?: Choices | undefined;
    readonly heat?: { readonly id: string; readonly name: string } | undefined;
  },
  dish: (OptionDish & Heated & { readonly description: string }) | undefined,
): LineTranslation | undefined {
  if (!dish) return undefined;
  const options = line.choices?.map(({ group: groupId, id, name, groupName, of }): NamedOption => {
    const group = dish.optionGroups?.find((each) => each.id === groupId);
    const saidOf = group?.of ?? of;
    return {
      name: group?.options.find((option) => option.id === id)?.name ?? name,
      groupName: group?.name ?? groupName,
      ...(saidOf !== undefined && { of: saidOf }),
    };
  });
  const heat = dish.heats?.options.find(({ id }) => id === line.heat?.id)?.name;
  const isHeatOther = heat !== undefined && heat !== line.heat?.name;
  const message = {
    name: dish.name,
    description: dish.description,
    ...(options && { options }),
    ...(isHeatOther && { heat }),
  };
  const isOther =
    isHeatOther ||
    message.name !== line.name ||
    message.description !== line.description ||
    options?.some(({ name, groupName, of }, at) => {
      const own = line.choices?.[at];
      return name !== own?.name || groupName !== own.groupName || of !== own.of;
    });
  return isOther ? message : undefined;
}

interface NamedLine {
  readonly name: string;
  readonly options?: readonly object[] | null | undefined;
}

/** A line as its guest reads it. */
export function inGuestLanguage<Line extends NamedLine>(line: Line, message: LineTranslation | null | undefined): Line {
  if (!message) return line;
  const { name, description, options = [], heat } = message;
  return {
    ...line,
    name,
    ...(description !== undefined && 'description' in line && { description }),
    ...(heat !== undefined && 'spiceLevelName' in line && { spiceLevelName: heat }),
    ...(line.options && {
      // What the kitchen calls it is no guest's word.
      options: line.options.map((option, at) => ({ ...option, ...options[at] })),
    }),
  };
}

/** An order as its guest reads it, whoever of the house reads it otherwise. */
export function asGuestReads<
  Order extends { readonly items: readonly (NamedLine & { readonly said?: LineTranslation | undefined })[] },
>(order: Order): Order {
  if (!order.items.some(({ said: message }) => message)) return order;
  return { ...order, items: order.items.map(({ said: message, ...line }) => inGuestLanguage(line, message)) };
}
