/** All of the section's answers are kept under this name, so that one refresh fetches them anew. */
export const DESK = 'payments-desk';
