import { say } from '../core/index.ts';
import { distinctAllergies, type Allergy } from './allergy.ts';
import { mentionsAllergy, namesAllergy } from './allergy-words.ts';

// What the guests of a table state stays with its tab: each round gets what the rounds before it state.

/** What an order, or a round that is not sent yet, says about allergies. */
export interface StatedAllergies {
  readonly allergies?: readonly Allergy[] | null | undefined;
  readonly allergyNote?: string | null | undefined;
  readonly specialInstructions?: string | null | undefined;
  readonly lines?: readonly StatedForDish[];
}

interface StatedForDish {
  readonly seat?: number | null | undefined;
  readonly allergies?: readonly Allergy[] | null | undefined;
  readonly note?: string | null | undefined;
}

export const tooManyAllergiesText = (most: number) => say`At most ${most} allergies can be stated.`;

/** True if the list has the allergy for the same person, or for everybody. */
export function isStatedIn({ code, text = '', seat }: Allergy, list: readonly Allergy[]): boolean {
  return list.some(
    (each) => each.code === code && (each.text ?? '') === text && (each.seat === undefined || each.seat === seat),
  );
}

/** The allergies that concern a dish of this seat. A dish without a seat is shared, so all do. */
export function allergiesAtSeat(allergies: readonly Allergy[], seat: number | null | undefined): Allergy[] {
  return allergies.filter((each) => each.seat === undefined || !seat || each.seat === seat);
}

/**
 * The allergies of everybody at a table, by what its orders state. A dish without a seat may be anybody's, so what is
 * stated for it concerns all. Of the notes of dishes only those count that name an allergy: others are wishes.
 */
export function tableAllergies(orders: readonly StatedAllergies[]): Allergy[] {
  const stated = distinctAllergies(
    orders.flatMap(({ allergies, allergyNote, specialInstructions, lines = [] }): Allergy[] => [
      ...(allergies ?? []),
      { text: allergyNote ?? '' },
      { text: textIf(mentionsAllergy, specialInstructions) },
      ...lines.flatMap(allergiesForDish),
    ]),
  );
  const ofAll = stated.filter(({ seat }) => seat === undefined);
  return stated.filter((each) => each.seat === undefined || !isStatedIn(each, ofAll));
}

/** What is stated for one dish, at its seat unless it names another one. */
function allergiesForDish({ seat, note, allergies }: StatedForDish): Allergy[] {
  const stated: Allergy[] = [...(allergies ?? []), { text: textIf(namesAllergy, note) }];
  return stated.map((each) => ({ ...each, seat: each.seat ?? seat ?? undefined }));
}

function textIf(isAllergy: (text: string) => boolean, text: string | null | undefined): string {
  return text && isAllergy(text) ? text : '';
}

/** The allergies of the person who eats a dish, with their seat. */
export function allergiesOfEater(ofOrder: readonly Allergy[], { seat, allergies }: StatedForDish): Allergy[] {
  if (!seat) return distinctAllergies(allergies ?? []);
  return distinctAllergies([
    ...(allergies ?? []).map((each) => ({ ...each, seat })),
    ...ofOrder.filter((each) => each.seat === seat),
  ]);
}
