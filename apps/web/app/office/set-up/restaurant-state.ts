import { isSetUpStepDone, nextSetUpStep, SET_UP_STEPS, type SetUpFacts } from '@tiffin/domain/restaurant';
import type { Answer } from '../../shared/api/api.ts';

export type SetUpLocation = Answer<'getAllLocations'>['locations'][number];

export interface RestaurantState {
  readonly settings: Answer<'getSettings'>['settings'];
  readonly providers: Answer<'getSettings'>['providers'];
  /** The location being set up; null while there is none. */
  readonly location: SetUpLocation | null;
  /** Whether the location may take money; null without one. */
  readonly fiscal: Answer<'getFiscalStates'>['locations'][number] | null;
  readonly locations: number;
  /** Only used to tell whether there are any orders. */
  readonly orders: number;
  readonly dishes: { readonly shown: number; readonly hidden: number };
  readonly today: string;
  readonly publicUrl: string;
}

export interface StepProps {
  readonly restaurantState: RestaurantState;
  /** Called after saving: reloads the restaurant and opens the next step. */
  readonly onDone: () => Promise<void>;
  /** Marks a step as done that saves nothing, and then calls `onDone`. Never rejects. */
  readonly onConfirmed: () => Promise<unknown>;
}

function factsOf(restaurant: RestaurantState): SetUpFacts {
  return {
    name: restaurant.settings.name,
    locations: restaurant.locations,
    hasTaxes: (restaurant.location?.taxes.length ?? 0) > 0,
    dishes: restaurant.dishes.shown,
    canTakeCards: canTakeCards(restaurant),
    takesMoney: restaurant.fiscal?.state !== 'refused',
    orders: restaurant.orders,
    confirmed: restaurant.settings.setUp,
  };
}

export function canTakeCards({ providers }: Pick<RestaurantState, 'providers'>): boolean {
  return providers.some(({ about, state }) => about === 'cards' && state === 'live');
}

export function setUpProgress(restaurant: RestaurantState) {
  const facts = factsOf(restaurant);
  return {
    steps: SET_UP_STEPS.map((step) => ({ step, isDone: isSetUpStepDone(step, facts) })),
    next: nextSetUpStep(facts),
  };
}
