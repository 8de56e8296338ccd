import { refuse } from '@tiffin/domain/core';
import { z } from 'zod';

/** Where a list that goes by time, newest first, goes on: after this row. */
export interface Place {
  readonly at: Date;
  readonly id: string;
}

const place = z.tuple([z.iso.datetime(), z.string().max(100)]);

export function cursorOf({ at, id }: Place): string {
  return Buffer.from(JSON.stringify([at.toISOString(), id])).toString('base64url');
}

export function readCursor(cursor: string | undefined): Place | null {
  if (cursor === undefined) return null;
  const read = place.safeParse(jsonOf(Buffer.from(cursor, 'base64url').toString('utf8')));
  if (!read.success) throw refuse('invalid-argument', 'Invalid cursor', { field: 'cursor' });
  const [at, id] = read.data;
  return { at: new Date(at), id };
}

/** Of `limit + 1` rows that were read: the page, and where the next one begins. */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  placeOf: (row: Row) => Place,
): { readonly rows: readonly Row[]; readonly nextCursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { rows: page, nextCursor: rows.length > limit && last !== undefined ? cursorOf(placeOf(last)) : null };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
