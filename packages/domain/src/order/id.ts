import { CALL_OUT_ALPHABET, randomCode, type DateText, type Random } from '../core/index.ts';

/** Length of the part of an order id that staff call out. */
export const CALL_OUT_LENGTH = 5;

const ORDER_ID = new RegExp(`^[A-Z]{3}-\\d{8}-[${CALL_OUT_ALPHABET}]{${CALL_OUT_LENGTH}}$`);

/** `TRU-20261120-7KQ4M`: the location's code, its local date, and the part that staff call out. */
export function newOrderId(code: string, date: DateText, random: Random): string {
  return `${code}-${date.replaceAll('-', '')}-${randomCode(CALL_OUT_LENGTH, random)}`;
}

export function isOrderId(text: string): boolean {
  return ORDER_ID.test(text);
}

export function callOutCode(orderId: string): string {
  return orderId.slice(-CALL_OUT_LENGTH);
}
