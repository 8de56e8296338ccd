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

/** The three ways food leaves the kitchen, and the feature a location needs for each. */
export const SERVICE_FEATURES = {
  pickup: 'Takeout',
  delivery: 'Delivery',
  'dine-in': 'Dine-in',
} as const satisfies Record<string, Feature>;
export type Service = keyof typeof SERVICE_FEATURES;

/** Food can always be picked up; delivery and dine-in need their feature. */
export function offers(features: readonly string[], service: Service): boolean {
  return service === 'pickup' || features.includes(SERVICE_FEATURES[service]);
}

export function servicesOf(features: readonly string[]): Service[] {
  const services: Service[] = ['pickup', 'dine-in', 'delivery'];
  return services.filter((service) => offers(features, service));
}

/** The wanted service, or pickup where the location does not have it. */
export function serviceAt(features: readonly string[], wanted: Service): Service {
  return offers(features, wanted) ? wanted : 'pickup';
}
