/** Migrated and empty. */
export const TEMPLATE = 'tiffin_template';
/** The template with the demo restaurant, created at the time at which most tests begin. */
export const DEMO_TEMPLATE = 'tiffin_demo_template';

/** A Friday evening in Halifax; both kitchens are open. */
export const FRIDAY_EVENING = '2026-11-20T22:00:00.000Z';
