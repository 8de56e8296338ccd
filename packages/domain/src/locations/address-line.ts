// A separate file, because every guest's page shows addresses but needs neither the countries nor the checks.

/** A postal address. */
export interface Place {
  readonly address: string;
  readonly city: string;
  readonly region: string;
  readonly country: string;
  readonly postalCode: string;
}

/** The address in one line, for a map or an envelope: '1 Main Street, Mill Village, ON K1A 0A1'. */
export function placeLine({ address, city, region, postalCode }: Partial<Place>): string {
  // Older pages have only address and postal code.
  const behind = [region, postalCode].filter(Boolean).join(' ');
  return [address, city, behind].filter(Boolean).join(', ');
}
