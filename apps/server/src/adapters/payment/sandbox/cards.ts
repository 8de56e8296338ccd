import { say } from '@tiffin/domain/core';

/** The behaviour of a card in the sandbox. The numbers are those of well-known test modes. */
export interface SandboxCard {
  readonly number: string;
  /** What happens when it is used, for the list of cards. */
  readonly effect: string;
  /** Why the card is declined. Null when it pays. */
  readonly declined: string | null;
  /** The bank asks for confirmation. */
  readonly requiresAction?: boolean;
  readonly refundFails?: boolean;
  /** A page keeps it, but charges of it later are declined for this reason of Stripe. */
  readonly declinesLater?: string;
  readonly eventLateSeconds?: number;
  readonly eventCopies?: number;
}

export const SANDBOX_CARDS: readonly SandboxCard[] = [
  { number: '4242424242424242', effect: say`pays`, declined: null },
  { number: '4000000000000002', effect: say`is declined`, declined: say`The card was declined.` },
  {
    number: '4000000000009995',
    effect: say`has insufficient funds`,
    declined: say`The card was declined: insufficient funds.`,
  },
  { number: '4000002500003155', effect: say`asks for one more step, then pays`, declined: null, requiresAction: true },
  { number: '4000000000005126', effect: say`pays, and its refund fails later`, declined: null, refundFails: true },
  { number: '4000000000000259', effect: say`pays, and its event comes late`, declined: null, eventLateSeconds: 90 },
  { number: '4000000000000341', effect: say`pays, and its event comes five times`, declined: null, eventCopies: 5 },
  {
    number: '4000002760003184',
    effect: say`can be kept, and is declined when it is charged later`,
    declined: null,
    declinesLater: 'authentication_required',
  },
];

export function findSandboxCard(typedNumber: string): SandboxCard | null {
  const digits = typedNumber.replace(/[\s-]/g, '');
  return SANDBOX_CARDS.find((card) => card.number === digits) ?? null;
}
