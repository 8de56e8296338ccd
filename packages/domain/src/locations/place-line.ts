// Every guest's page says where a place is, and knows no countries and no refusals.

/** Where a location is, as an envelope says it. */
export interface Place {
  readonly address: string;
  readonly city: string;
  readonly region: string;
  readonly country: string;
  readonly postalCode: string;
}

/** In one line, for a map or an envelope: '1 Main Street, Mill Village, ON K1A 0A1'. */
export function placeLine({ address, city, region, postalCode }: Partial<Place>): string {
  // A page from before knows only address and postal code.
  const behind = [region, postalCode].filter(Boolean).join(' ');
  return [address, city, behind].filter(Boolean).join(', ');
}
