import { dateIn, rate } from '@tiffin/domain/core';
import { taxFor, type Tax } from '@tiffin/domain/pricing';

interface TaxedPlace {
  readonly postal_code: string;
  readonly tax_rate: number | null;
  readonly tax_label: string | null;
  readonly time_zone: string;
}

/** The tax of a location today: by its postal code, unless its settings say otherwise. */
export function taxAt(place: TaxedPlace, now: Date): Tax {
  return taxFor(place.postal_code, dateIn(now, place.time_zone), {
    rate: place.tax_rate === null ? null : rate(place.tax_rate),
    label: place.tax_label,
  });
}
