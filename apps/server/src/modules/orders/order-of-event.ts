import { record } from '@tiffin/domain/core';
import type { LoggedEvent } from '../../events/log.ts';

/** Whose event it is; null when it is none of an order. */
export function orderIdOf(event: LoggedEvent): string | null {
  const id = record(event.data['order'])?.['id'];
  return typeof id === 'string' ? id : null;
}

export function orderIdsOf(events: readonly LoggedEvent[]): string[] {
  return events.map(orderIdOf).filter((id) => id !== null);
}
