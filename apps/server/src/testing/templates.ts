/** Migrated and empty. */
export const TEMPLATE = 'tiffin_template';
/** The same with the demo restaurant, as it is laid on the evening on which most tests begin. */
export const DEMO_TEMPLATE = 'tiffin_demo_template';

/** A Friday evening in Halifax, both kitchens open. */
export const FRIDAY_EVENING = '2026-11-20T22:00:00.000Z';
