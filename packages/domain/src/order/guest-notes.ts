import { say } from '../core/language.ts';
import { keysOf, recordOf } from '../core/variants.ts';

/** So much is said of a car: colour and make, a plate if one likes. */
export const VEHICLE_MOST = 80;

interface Note {
  /** What a complaint about it calls it. */
  readonly name: string;
  readonly most: number;
  readonly lines: 'one' | 'several';
  /** What the form says: its label, and an example while it is empty. */
  readonly checkout: NoteInput;
  readonly till: NoteInput;
  /** What the mails call it; null: they are silent about it. */
  readonly mail: string | null;
}

interface NoteInput {
  readonly label: string;
  readonly placeholder: string;
}

/** What guests write beside their dishes. From here it is typed, checked, sent, stored, answered, mailed and forgotten. */
export const GUEST_NOTES = {
  specialInstructions: {
    name: say`Special instructions`,
    most: 500,
    lines: 'several',
    checkout: { label: say`Special instructions`, placeholder: say`Anything the kitchen should know` },
    till: { label: say`Special Instructions`, placeholder: say`For the kitchen. Allergies first.` },
    get mail() {
      return say`Your wishes`;
    },
  },
} as const satisfies Record<string, Note>;

export type GuestNote = keyof typeof GUEST_NOTES;
export type GuestNotes = Readonly<Record<GuestNote, string>>;

export const GUEST_NOTE_FIELDS = keysOf<GuestNote>(GUEST_NOTES);

/** One value for each note. */
export function eachNote<Value>(valueOf: (field: GuestNote) => Value): Record<GuestNote, Value> {
  return recordOf(GUEST_NOTE_FIELDS, valueOf);
}

/** The notes of whatever has some of them; '' for one that was left out. */
export function notesIn(from: { readonly [Field in GuestNote]?: string | null | undefined }): Record<
  GuestNote,
  string
> {
  return eachNote((field) => from[field] ?? '');
}

/** An order whose guest wrote nothing. */
export const NO_NOTES: GuestNotes = notesIn({});

/** The notes of a draft that a browser kept; an older tab called the instructions otherwise. */
export function storedNotes(draft: Readonly<Record<string, unknown>>): GuestNotes {
  const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
  return {
    ...eachNote((field) => textOf(draft[field])),
    specialInstructions: textOf(draft['specialInstructions'] ?? draft['instructions']),
  };
}

/** In the languages guests write in, with accents or without. */
const ALLERGY =
  /allerg|intol[eé]ran|coeliac|celiac|c(?:oe|œ)liaque|anaphyla|\bno (dairy|milk|lactose|nuts?|peanuts?|gluten|eggs?|shellfish|sesame)\b|\bsans (produits? laitiers?|lait|lactose|noix|arachides?|cacahu[eè]tes?|gluten|(?:oe|œ)ufs?|fruits? de mer|crustac[eé]s?|s[eé]same)(?!\p{L})/iu;

/** What must not be missed stands above the dishes; the rest of a note below. */
export function isAllergy(note: string): boolean {
  return ALLERGY.test(note);
}
