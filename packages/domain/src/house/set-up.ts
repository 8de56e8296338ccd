/** What stands between an empty house and its first order, in the order one does it. */
export const SET_UP_STEPS = ['look', 'place', 'tax', 'menu', 'payments', 'people', 'print', 'order'] as const;
export type SetUpStep = (typeof SET_UP_STEPS)[number];

/** What a house is called until somebody says. */
export const UNNAMED_RESTAURANT = 'Our restaurant';

export interface SetUpFacts {
  readonly name: string;
  readonly locations: number;
  readonly hasTaxes: boolean;
  /** Dishes that guests can order. */
  readonly dishes: number;
  readonly takesCards: boolean;
  readonly orders: number;
  /** What its owner has looked at and said is right. */
  readonly said: readonly SetUpStep[];
}

/** Each step checks itself; only what nobody can see is believed. */
export function isSetUp(step: SetUpStep, facts: SetUpFacts): boolean {
  const isShown = facts.said.includes(step);
  switch (step) {
    case 'look':
      return facts.name !== UNNAMED_RESTAURANT;
    case 'place':
      return facts.locations > 0;
    case 'tax':
      return isShown && facts.hasTaxes;
    case 'menu':
      return facts.dishes > 0;
    case 'payments':
      return facts.takesCards || isShown;
    case 'order':
      return facts.orders > 0;
    default:
      return isShown;
  }
}

/** Where one goes on; null when the house is set up. */
export function nextStep(facts: SetUpFacts): SetUpStep | null {
  return SET_UP_STEPS.find((step) => !isSetUp(step, facts)) ?? null;
}
