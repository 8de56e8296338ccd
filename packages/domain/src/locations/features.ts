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
