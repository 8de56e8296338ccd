import { refuse, say } from '@tiffin/domain/core';
import { z } from 'zod';
import { parseStorable } from './read-body.ts';

export type CursorValue = string | number | Date;

/** The position at which a list continues: the sort key, its value and the id of the last row. */
export interface Cursor<V extends CursorValue = CursorValue> {
  readonly sort: string;
  readonly value: V;
  readonly id: string;
}

interface Kinds {
  readonly text: string;
  readonly number: number;
  readonly time: Date;
}

const VALUES: { readonly [K in keyof Kinds]: z.ZodType<Kinds[K]> } = {
  text: z.string(),
  number: z.int(),
  time: z.iso.datetime().transform((text) => new Date(text)),
};

/** A cursor is only valid for the sort order it was made for. */
export function readCursor<K extends keyof Kinds>(
  cursor: string | undefined,
  sort: string,
  kind: K,
): Cursor<Kinds[K]> | null {
  if (cursor === undefined || cursor === '') return null;
  try {
    const json = parseStorable(Buffer.from(cursor, 'base64url').toString('utf8'));
    const parsed = z.object({ sort: z.literal(sort), value: z.unknown(), id: z.string() }).parse(json);
    return { ...parsed, value: VALUES[kind].parse(parsed.value) };
  } catch {
    throw refuse('invalid-argument', say`Invalid cursor`, { field: 'cursor' });
  }
}

function writeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

/** Expects one row more than the page: an extra row means that the list continues. */
export function pageOf<R>(rows: readonly R[], limit: number, cursorOf: (row: R) => Cursor) {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { page, nextCursor: rows.length > limit && last !== undefined ? writeCursor(cursorOf(last)) : null };
}

/** A LIKE pattern from typed text: `%` and `_` are literal, line breaks count as spaces. */
export function likePattern(search: string): string {
  const text = search.trim().replace(/\s+/g, ' ').toLowerCase();
  return `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`;
}
