import { dateIn, rate } from '@tiffin/domain/core';
import { taxFor, type Tax } from '@tiffin/domain/pricing';

interface TaxedLocation {
  readonly postal_code: string;
  readonly tax_rate: number | null;
  readonly tax_label: string | null;
  readonly time_zone: string;
}

/** The tax of a location today: by its postal code, unless its settings say otherwise. */
export function taxAt(location: TaxedLocation, now: Date): Tax {
  return taxFor(location.postal_code, dateIn(now, location.time_zone), {
    rate: location.tax_rate === null ? null : rate(location.tax_rate),
    label: location.tax_label,
  });
}
