import { PARTY_MAX } from '../reservation/party.ts';

/** Limits of tabs. Seats are numbered from 1; a dish without a seat is shared by the table. */
export const TAB_LIMITS = { label: 60, seat: PARTY_MAX, course: 9, parts: 50 } as const;

export const SPLITS = ['seat', 'items', 'parts'] as const;
export type Split = (typeof SPLITS)[number];
