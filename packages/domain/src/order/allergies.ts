import { joinWithAnd, ok, say, type Result, fail } from '../core/index.ts';
import { allergenIn, allergyName, type AllergyCode, type LineAllergens } from '../menu/index.ts';
import type { Allergy } from './allergy.ts';
import { allergiesAtSeat, isStatedIn } from './table-allergies.ts';
import { hasOnlyNames, mentionsAllergy, namedAllergens } from './allergy-words.ts';

/** What was decided about a dish that contains a stated allergen. */
export const ALLERGY_DECISIONS = ['without', 'guest-agreed'] as const;
export type AllergyDecision = (typeof ALLERGY_DECISIONS)[number];

/** That a named person checked a line. It applies while the line is as it was then. */
export interface AllergyCheck {
  readonly decision?: AllergyDecision;
  readonly by: string;
  readonly userId: string;
  readonly at: string;
  /** What the person checked (`checkedContent`). */
  readonly content: string;
  readonly quantity: number;
}

/** The fields of a line that decide whether it has to be confirmed. */
export interface AllergyLine {
  readonly line: number;
  readonly name: string;
  /** The portions that are still to be made; refunded ones are not. */
  readonly quantity: number;
  /** Everything that decides how the dish is made: dish, options, heat and note. */
  readonly recipe: string;
  /** The allergens when it was ordered. */
  readonly allergens: LineAllergens;
  readonly allergies: readonly Allergy[];
  readonly note: string;
  readonly check: AllergyCheck | null;
  /** On a tab: who eats it. Without a seat everybody may. */
  readonly seat?: number | null | undefined;
}

/** The fields of an order that decide which of its lines have to be confirmed. */
export interface AllergyOrder<Line extends AllergyLine = AllergyLine> {
  /** Null for an order from before allergies were stated. Nothing of it has to be confirmed. */
  readonly allergies: readonly Allergy[] | null;
  readonly allergyNote: string;
  readonly specialInstructions: string;
  readonly lines: readonly Line[];
}

/** The text of an allergy: 'Peanuts', 'Peanuts: also traces', 'Kiwi', 'Seat 3: Peanuts'. */
export function allergyText({ code, text, seat }: Allergy): string {
  const name = code ? allergyName(code) : '';
  const what = name && text ? say`${name}: ${text}` : name || (text ?? '');
  return seat ? say`Seat ${seat}: ${what}` : what;
}

export function allergyTexts(allergies: readonly Allergy[]): string {
  return allergies.map(allergyText).join(', ');
}

/**
 * Whether a dish with these marks may contain what a guest is allergic to. A text that only names allergens counts as
 * those; any other text affects every dish, because nothing rules out what it may mean.
 */
export function isAffected(allergy: Allergy, { contains, isComplete }: LineAllergens): boolean {
  const codes = codesOfAllergy(allergy);
  if (codes.length === 0 || !hasOnlyNames(allergy.text ?? '')) return true;
  return codes.some((code) => allergenIn(code, contains, isComplete) !== 'free');
}

/** The allergens that an allergy stands for: its code, and what its text names. */
export function codesOfAllergy({ code, text = '' }: Allergy): AllergyCode[] {
  return [...(code ? [code] : []), ...namedAllergens(text)];
}

/** The stated allergies that a dish is known to contain. */
export function containedAllergies(allergies: readonly Allergy[], { contains }: LineAllergens): AllergyCode[] {
  return [...new Set(allergies.flatMap(codesOfAllergy))].filter((code) => allergenIn(code, contains) === 'contains');
}

/**
 * The allergies for which a line has to be confirmed. What a guest states for one dish always affects that dish; what
 * they state for the order affects the dishes that contain it, or of which it is not known. A text that says more than
 * the names of allergens affects every dish. What a person at a table states affects the dishes of their seat and those
 * that the table shares.
 */
export function allergiesOfLine(order: Omit<AllergyOrder, 'lines'>, line: AllergyLine): readonly Allergy[] {
  if (order.allergies === null || line.quantity <= 0) return [];
  const asAllergy = (text: string): Allergy[] => (text === '' ? [] : [{ text }]);
  const ifMentioned = (text: string) => (mentionsAllergy(text) ? asAllergy(text) : []);
  const ofOrder = [...allergiesAtSeat(order.allergies, line.seat), ...asAllergy(order.allergyNote)];
  return [
    ...ofOrder.filter((allergy) => isAffected(allergy, line.allergens)),
    ...ifMentioned(order.specialInstructions),
    ...line.allergies,
    ...ifMentioned(line.note),
  ];
}

/** What a confirmation is for. Another dish, option or allergy makes it another content. */
export function checkedContent(order: Omit<AllergyOrder, 'lines'>, line: AllergyLine): string {
  const allergies = allergiesOfLine(order, line).map(({ code = '', text = '' }) => [code, text]);
  return JSON.stringify([line.recipe, allergies]);
}

/** The confirmation of a line, if it is for the line as it is now. */
export function validCheck(order: Omit<AllergyOrder, 'lines'>, line: AllergyLine): AllergyCheck | null {
  const { check, quantity } = line;
  const isValid = check !== null && quantity <= check.quantity && check.content === checkedContent(order, line);
  return isValid ? check : null;
}

/** The lines that have to be confirmed, whether somebody confirmed them or not. */
export function affectedLines<Line extends AllergyLine>(order: AllergyOrder<Line>): readonly Line[] {
  return order.lines.filter((line) => allergiesOfLine(order, line).length > 0);
}

/** The lines that a person still has to confirm. */
export function unconfirmedLines<Line extends AllergyLine>(order: AllergyOrder<Line>): readonly Line[] {
  return affectedLines(order).filter((line) => validCheck(order, line) === null);
}

/** Refuses while one of these lines is not confirmed; without a list, while any line of the order is not. */
export function requireConfirmedLines(order: AllergyOrder, lines?: readonly number[]): Result<true> {
  const missing = unconfirmedLines(order).filter(({ line }) => lines?.includes(line) ?? true);
  if (missing.length === 0) return ok(true);
  const dishes = joinWithAnd(missing.map(({ name }) => name));
  const allergies = [...new Set(missing.flatMap((line) => allergiesOfLine(order, line).map(allergyText)))].join(', ');
  return fail(
    'allergy-unconfirmed',
    say`Nobody has confirmed these dishes for the allergy (${allergies}): ${dishes}.`,
    {
      lines: missing.map(({ line, name }) => ({ line, name })),
    },
  );
}

/**
 * True if everything that was said about allergies is still there after a change, for the order and for each dish, and
 * if each dish that waits for its confirmation still waits. Confirmed allergies count too: a dish added later may contain
 * them. A text that names an allergy stays as it is, because one more word can turn it into its opposite.
 */
export function keepsAllergies(before: AllergyOrder, after: AllergyOrder): boolean {
  const waitingBefore = new Set(unconfirmedLines(before).map(({ line }) => line));
  const waitingAfter = new Set(unconfirmedLines(after).map(({ line }) => line));
  return (
    areAllStated(before.allergies ?? [], after.allergies ?? []) &&
    (before.allergyNote === '' || after.allergyNote === before.allergyNote) &&
    isTextKept(before.specialInstructions, after.specialInstructions) &&
    before.lines.every((old) => {
      const changed = after.lines.find(({ line }) => line === old.line);
      const isStated = old.allergies.length > 0 || mentionsAllergy(old.note);
      // The note of a dish that an allergy affects may be about the allergy.
      const isNoteFixed = isStated || allergiesOfLine(before, old).length > 0;
      if (!changed) return !isStated;
      // Otherwise a portion with an allergy could be removed and ordered again without it.
      if (isStated && changed.quantity < old.quantity) return false;
      if (waitingBefore.has(old.line) && !waitingAfter.has(old.line)) return false;
      return areAllStated(old.allergies, changed.allergies) && (changed.note === old.note || !isNoteFixed);
    })
  );
}

function areAllStated(before: readonly Allergy[], after: readonly Allergy[]): boolean {
  return before.every((allergy) => isStatedIn(allergy, after));
}

function isTextKept(before: string, after: string): boolean {
  return before === after || !mentionsAllergy(before);
}

/** True if an allergy is stated, or found in what somebody wrote. */
export function hasAllergy({
  allergies,
  allergyNote,
  specialInstructions,
  lines,
}: Omit<AllergyOrder, 'lines'> & { readonly lines: readonly Pick<AllergyLine, 'allergies' | 'note'>[] }): boolean {
  return (
    (allergies?.length ?? 0) > 0 ||
    allergyNote !== '' ||
    mentionsAllergy(specialInstructions) ||
    lines.some((line) => line.allergies.length > 0 || mentionsAllergy(line.note))
  );
}
