import { publicUrlOf } from '../../create-context.ts';
import type { Context } from '../../context.ts';

/** The page on which the holder of the link sees and cancels a reservation, without signing in. */
export function manageUrl(
  context: Pick<Context, 'config'>,
  row: { readonly reservation_id: string; readonly manage_token: string },
): string {
  const page = `${publicUrlOf(context.config)}/reservations/${encodeURIComponent(row.reservation_id)}`;
  return `${page}?token=${encodeURIComponent(row.manage_token)}`;
}
