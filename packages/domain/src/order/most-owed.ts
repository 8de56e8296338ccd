import { amountText, cents } from '../core/money.ts';

/** What somebody may owe us of whom we know no more than what they typed. */
export const MOST_OWED = cents(10_000);

export const MOST_OWED_TEXT = amountText(MOST_OWED);
