/**
 * True for an active location with dine-in. Apart from `takesReservations`, because every guest page asks this and none
 * of them loads the table of errors.
 */
export function offersReservations({
  isActive,
  features,
}: {
  readonly isActive: boolean;
  readonly features: readonly string[];
}): boolean {
  return isActive && features.includes('Dine-in');
}
