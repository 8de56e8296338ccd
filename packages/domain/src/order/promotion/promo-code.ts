/** The code of a promotion or of a welcome mail as it is stored and compared, from what somebody typed. */
export function promoCodeOf(typed: string): string {
  return typed.trim().toUpperCase();
}
