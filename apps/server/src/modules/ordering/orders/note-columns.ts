import { GUEST_NOTE_FIELDS, mapGuestNotes, type GuestNote, type GuestNotes } from '@tiffin/domain/order';
import type { OrderRow } from '../../../platform/db/order-row.ts';

/** The columns for a guest's notes; null if empty. */
const NOTE_COLUMNS = {
  specialInstructions: 'special_instructions',
} as const satisfies Record<GuestNote, keyof OrderRow>;

type NoteColumns = Pick<OrderRow, (typeof NOTE_COLUMNS)[GuestNote]>;

export function noteColumns(notes: Partial<GuestNotes>): NoteColumns {
  return Object.fromEntries(GUEST_NOTE_FIELDS.map((note) => [NOTE_COLUMNS[note], notes[note] || null])) as NoteColumns;
}

export function notesOf(row: NoteColumns): GuestNotes {
  return mapGuestNotes((note) => row[NOTE_COLUMNS[note]] ?? '');
}
