import { record } from '@tiffin/domain/core';
import { ApiError } from '../api/api-error.ts';

/** The dishes that stand in the way of an order and that the house may sell all the same; none when anything else does. */
export function shortIn(error: unknown): string[] {
  const items = error instanceof ApiError && error.code === 'item-unavailable' ? error.details['items'] : null;
  const missing = Array.isArray(items) ? items.map((item) => record(item)) : [];
  const short = missing.flatMap((item) =>
    item?.['reason'] === 'sold-out' && typeof item['id'] === 'string' ? [item['id']] : [],
  );
  return short.length === missing.length ? short : [];
}
