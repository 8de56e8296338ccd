import type { Context } from '../../context.ts';

/** The page on which the holder of the link sees and cancels a reservation, without signing in. */
export function manageUrl(
  context: Pick<Context, 'publicUrl'>,
  row: { readonly reservation_id: string; readonly manage_token: string },
): string {
  const page = `${context.publicUrl}/reservations/${encodeURIComponent(row.reservation_id)}`;
  return `${page}?token=${encodeURIComponent(row.manage_token)}`;
}
