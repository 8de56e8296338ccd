import { say } from '@tiffin/domain/core';

/** Texts of the option group editor. */
export const texts = {
  heats: (dishes: number) =>
    dishes === 1
      ? say`Asked for dishes marked mild, medium or hot: 1 dish`
      : say`Asked for dishes marked mild, medium or hot: ${dishes} dishes`,

  fields: {
    name: say`Name`,
    namePlaceholder: say`e.g., Chutneys`,
    kitchenName: say`Name in the kitchen`,
    kind: say`Guests choose`,
    kinds: { size: say`A size`, one: say`One`, some: say`Several` },
    isSize: say`Size`,
    min: say`At least`,
    max: say`At most`,
    included: say`Included`,
    eachExtra: say`Each extra one`,
    options: say`Options`,
  },

  option: {
    price: say`On top`,
  },

  ofDish: {
    label: say`Options`,
    hint: say`What guests choose for this dish, in this order.`,
    list: say`Option groups of this dish`,
    use: say`Use a group`,
    new: say`New group`,
    none: say`None: guests add it without choices.`,
    takeOff: (name: string) => say`Remove ${name} from this dish`,
    own: (name: string) => say`Other limits for this dish: ${name}`,
    min: (name: string) => say`At least, of ${name}, for this dish`,
    max: (name: string) => say`At most, of ${name}, for this dish`,
    included: (name: string) => say`Included, of ${name}, for this dish`,
  },
} as const;
