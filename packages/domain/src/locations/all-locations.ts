/** In filters, instead of the id of a location. */
export const ALL_LOCATIONS = 'all';
