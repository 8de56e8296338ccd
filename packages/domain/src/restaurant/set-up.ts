/** The steps from a new restaurant to its first order, in sequence. */
export const SET_UP_STEPS = ['look', 'place', 'tax', 'menu', 'payments', 'people', 'print', 'order'] as const;
export type SetUpStep = (typeof SET_UP_STEPS)[number];

/** The name of a restaurant until its owner sets one. */
export const UNNAMED_RESTAURANT = 'Our restaurant';

export interface SetUpFacts {
  readonly name: string;
  readonly locations: number;
  readonly hasTaxes: boolean;
  /** Dishes that guests can order. */
  readonly dishes: number;
  readonly canTakeCards: boolean;
  /** False where the law requires a certified till and none is connected: no orders. */
  readonly takesMoney: boolean;
  readonly orders: number;
  readonly confirmed: readonly SetUpStep[];
}

/** Most steps are checked by their data. A confirmation by the owner counts where there is nothing to check. */
export function isSetUpStepDone(step: SetUpStep, facts: SetUpFacts): boolean {
  const isConfirmed = facts.confirmed.includes(step);
  switch (step) {
    case 'look':
      return facts.name !== UNNAMED_RESTAURANT;
    case 'place':
      return facts.locations > 0;
    case 'tax':
      return isConfirmed && facts.hasTaxes;
    case 'menu':
      return facts.dishes > 0;
    case 'payments':
      // Where no money may be taken, the owner confirms that they read why.
      return (facts.canTakeCards && facts.takesMoney) || isConfirmed;
    case 'order':
      return facts.orders > 0 || !facts.takesMoney;
    default:
      return isConfirmed;
  }
}

/** The first step that is not done; null when all are done. */
export function nextSetUpStep(facts: SetUpFacts): SetUpStep | null {
  return SET_UP_STEPS.find((step) => !isSetUpStepDone(step, facts)) ?? null;
}
