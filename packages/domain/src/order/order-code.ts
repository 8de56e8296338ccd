import { callOutCode } from './id.ts';

/** The code that staff call out: the number that a device gave without the server, or the end of the order's id. */
export function orderCode({
  orderId,
  offlineNumber,
}: {
  readonly orderId: string;
  readonly offlineNumber?: string | null | undefined;
}): string {
  return offlineNumber ?? callOutCode(orderId);
}
