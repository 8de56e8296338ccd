import { orderTypeTexts } from '../order/order-type-texts.ts';

/** What stands in for what is not known. */
export const MESSAGE_DEFAULTS = {
  customerName: 'Valued Customer',
  estimatedTime: '30 minutes',
  orderType: 'Takeout',
} as const;

/** The word a message uses for an order's type; pickup reads 'Takeout'. */
export function orderTypeWord(orderType: string | null | undefined): string {
  return orderType ? orderTypeTexts(orderType).mailLabel : MESSAGE_DEFAULTS.orderType;
}

/**
 * Fills {customerName} and the like. What is blank takes its default; a name in braces that nobody
 * knows stays as it was written, so that a slip is seen before it is sent.
 */
export function personalise(text: string, values: Readonly<Record<string, string | null | undefined>>): string {
  return text.replace(/\{(\w+)\}/g, (written, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name]?.trim() : undefined;
    if (value) return value;
    return Object.entries(MESSAGE_DEFAULTS).find(([known]) => known === name)?.[1] ?? written;
  });
}
