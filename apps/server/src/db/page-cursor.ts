import { refuse } from '@tiffin/domain/core';

/** Where a list that runs from the newest backwards goes on: after this row. */
export interface PagePlace {
  readonly at: Date;
  readonly id: string;
}

export function cursorAfter({ at, id }: PagePlace): string {
  return `${at.getTime()}.${id}`;
}

export function readCursor(text: string): PagePlace {
  const [, at, id] = /^(\d{1,15})\.(.{1,100})$/.exec(text) ?? [];
  if (at === undefined || id === undefined) throw refuse('invalid-argument', 'Invalid cursor', { field: 'cursor' });
  return { at: new Date(Number(at)), id };
}
