import { say } from '../core/language.ts';

/** What decides whether dishes that are taken off an order are voided. */
export interface VoidFacts {
  readonly isOnTab: boolean;
  /** Its course is held. */
  readonly isHeld: boolean;
  readonly isStarted: boolean;
  /** Something was paid, so a refund has its own approval. */
  readonly isPaid: boolean;
}

/**
 * Whether staff void dishes when they take them off. A void needs a reason and a manager, because the kitchen makes what
 * nobody will pay. The kitchen is told of a round at once, and of another order when somebody starts it.
 */
export function isVoidOf({ isOnTab, isHeld, isStarted, isPaid }: VoidFacts): boolean {
  return isOnTab ? !isHeld : isStarted && !isPaid;
}

/** The reasons that staff choose from; another one is typed. */
export const VOID_REASONS = [
  say`Wrong dish`,
  say`Guest changed their mind`,
  say`Something was wrong`,
  say`Item sold out`,
];
