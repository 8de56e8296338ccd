import { isSetUp, nextStep, SET_UP_STEPS, type SetUpFacts, type SetUpStep } from '@tiffin/domain/house';
import type { Answer } from '../../shared/api/api.ts';

/** The house as the guide finds it. */
export interface RestaurantState {
  readonly settings: Answer<'getSettings'>['settings'];
  readonly providers: Answer<'getSettings'>['providers'];
  /** The one that is set up; null while there is none. */
  readonly location: Answer<'getAllLocations'>['locations'][number] | null;
  readonly locations: number;
  /** Whether there are any is all that is asked of it. */
  readonly orders: number;
  readonly dishes: { readonly shown: number; readonly hidden: number };
  readonly today: string;
  readonly publicUrl: string;
}

export interface StepProps {
  readonly restaurantState: RestaurantState;
  /** It is saved: the house is read anew, and the next step opens. */
  readonly onDone: () => Promise<void>;
  /** Its owner says that it is right. */
  readonly onConfirmed: () => Promise<void>;
}

function factsOf(restaurant: RestaurantState): SetUpFacts {
  return {
    name: restaurant.settings.name,
    locations: restaurant.locations,
    hasTaxes: (restaurant.location?.taxes.length ?? 0) > 0,
    dishes: restaurant.dishes.shown,
    takesCards: takesCards(restaurant),
    orders: restaurant.orders,
    confirmed: restaurant.settings.setUp,
  };
}

/** Whoever it is that takes them, money moves. */
export function takesCards({ providers }: Pick<RestaurantState, 'providers'>): boolean {
  return providers.some(({ about, state }) => about === 'cards' && state === 'live');
}

export function stepsOf(restaurant: RestaurantState): {
  steps: { step: SetUpStep; isDone: boolean }[];
  next: SetUpStep | null;
} {
  const facts = factsOf(restaurant);
  return { steps: SET_UP_STEPS.map((step) => ({ step, isDone: isSetUp(step, facts) })), next: nextStep(facts) };
}
