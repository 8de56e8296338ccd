import { entryOf, say, sayNow } from '../core/index.ts';

export const FEATURES = [
  'Dine-in',
  'Takeout',
  'Delivery',
  'Catering',
  'WiFi',
  'Parking',
  'Bar',
  'Outdoor Seating',
  'Private Dining',
  'Live Music',
  'Wheelchair Accessible',
  'Pet Friendly',
] as const;
export type Feature = (typeof FEATURES)[number];

const NAMES: Readonly<Record<Feature, string>> = {
  'Dine-in': say`Dine-in`,
  Takeout: say`Takeout`,
  Delivery: say`Delivery`,
  Catering: say`Catering`,
  WiFi: say`WiFi`,
  Parking: say`Parking`,
  Bar: say`Bar`,
  'Outdoor Seating': say`Outdoor Seating`,
  'Private Dining': say`Private Dining`,
  'Live Music': say`Live Music`,
  'Wheelchair Accessible': say`Wheelchair Accessible`,
  'Pet Friendly': say`Pet Friendly`,
};

/** The translated name. Stored values and filters use the untranslated one. */
export function featureName(feature: string): string {
  return sayNow(entryOf<string>(NAMES, feature) ?? feature);
}
