import { keysOf, recordOf, say } from '../core/index.ts';

/** Maximum length of the description of a car: colour, make and plate. */
export const MAX_VEHICLE_LENGTH = 80;

interface Note {
  readonly name: string;
  readonly most: number;
  readonly lines: 'one' | 'several';
  /** The label of the form field and its placeholder. */
  readonly checkout: NoteInput;
  readonly till: NoteInput;
  /** The name of the note in mails; null if mails omit it. */
  readonly mail: string | null;
}

interface NoteInput {
  readonly label: string;
  readonly placeholder: string;
}

/**
 * The notes that guests can add to an order. Forms, checks, storage, API, mails and deletion all use this list. The note
 * about allergies is not in it: see `ALLERGY_LIMITS`.
 */
export const GUEST_NOTES = {
  specialInstructions: {
    name: say`Special instructions`,
    most: 500,
    lines: 'several',
    checkout: { label: say`Special instructions`, placeholder: say`Anything the kitchen should know` },
    till: { label: say`Special Instructions`, placeholder: say`For the kitchen. Allergies first.` },
    get mail() {
      return say`Special requests`;
    },
  },
} as const satisfies Record<string, Note>;

export type GuestNote = keyof typeof GUEST_NOTES;
export type GuestNotes = Readonly<Record<GuestNote, string>>;

export const GUEST_NOTE_FIELDS = keysOf<GuestNote>(GUEST_NOTES);

/** Builds an object with one value for each note. */
export function mapGuestNotes<Value>(valueOf: (field: GuestNote) => Value): Record<GuestNote, Value> {
  return recordOf(GUEST_NOTE_FIELDS, valueOf);
}

/** The notes of an object that has some of them; '' for a missing one. */
export function pickGuestNotes(source: { readonly [Field in GuestNote]?: string | null | undefined }): Record<
  GuestNote,
  string
> {
  return mapGuestNotes((field) => source[field] ?? '');
}

export const NO_NOTES: GuestNotes = pickGuestNotes({});
