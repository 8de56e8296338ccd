import { asRecord } from '@tiffin/domain/core';
import type { LoggedEvent } from './log.ts';

/** The id of the order that an event is about; null if it is about none. */
export function orderIdOf(event: LoggedEvent): string | null {
  const id = asRecord(event.data['order'])?.['id'];
  return typeof id === 'string' ? id : null;
}

export function orderIdsOf(events: readonly LoggedEvent[]): string[] {
  return events.map(orderIdOf).filter((id) => id !== null);
}
