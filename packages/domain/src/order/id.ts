import { CALL_OUT_ALPHABET, randomCode, type Random } from '../core/ids.ts';
import type { DateText } from '../core/time.ts';

/** How many characters people call out across the room. */
export const CALL_OUT_LENGTH = 5;

const ORDER_ID = new RegExp(`^[A-Z]{3}-\\d{8}-[${CALL_OUT_ALPHABET}]{${CALL_OUT_LENGTH}}$`);

/** `TRU-20261120-7KQ4M`: the location’s letters, its calendar day, and what is called out. */
export function newOrderId(code: string, date: DateText, random: Random): string {
  return `${code}-${date.replaceAll('-', '')}-${randomCode(CALL_OUT_LENGTH, random)}`;
}

export function isOrderId(text: string): boolean {
  return ORDER_ID.test(text);
}

/** The last five: what people call out. */
export function callOutCode(orderId: string): string {
  return orderId.slice(-CALL_OUT_LENGTH);
}
