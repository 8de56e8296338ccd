// A separate file, because every guest's page shows addresses but needs neither the countries nor the checks.

export interface PostalAddress {
  readonly address: string;
  readonly city: string;
  readonly region: string;
  readonly country: string;
  readonly postalCode: string;
}

/** The address in one line, for a map or an envelope: '1 Main Street, Mill Village, ON K1A 0A1'. */
export function addressLine({ address, city, region, postalCode }: Partial<PostalAddress>): string {
  // Older pages have only address and postal code.
  const regionAndCode = [region, postalCode].filter(Boolean).join(' ');
  return [address, city, regionAndCode].filter(Boolean).join(', ');
}
