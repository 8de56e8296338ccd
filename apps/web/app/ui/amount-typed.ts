import { fromDollars, type Cents } from '@tiffin/domain/core';

/** Parses typed money; null if it is no amount. */
export function parseAmount(text: string): Cents | null {
  const trimmed = text.trim();
  return /^\d{1,6}(\.\d{0,2})?$|^\.\d{1,2}$/.test(trimmed) ? fromDollars(Number(trimmed)) : null;
}
