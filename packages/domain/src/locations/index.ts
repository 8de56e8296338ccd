export * from './all-locations.ts';
export * from './location-card.ts';
export * from './codes.ts';
export * from './features.ts';
export * from './form.ts';
export * from './address-line.ts';
export * from './country.ts';
export * from './time-zone.ts';
export { isProvince, provinceOf } from './provinces.ts';
