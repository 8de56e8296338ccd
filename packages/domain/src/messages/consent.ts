/** When and where somebody agreed to offers; withdrawn consent keeps its dates. */
export interface Consent {
  readonly agreedAt: Date | null;
  readonly source: string | null;
  readonly withdrawnAt: Date | null;
}

export type MessageKind = 'order' | 'reservation' | 'account' | 'promotion';

/** Offers go only to people who agreed and have not taken it back; all else needs no consent. */
export function maySend(kind: MessageKind, consent: Consent): boolean {
  if (kind !== 'promotion') return true;
  if (consent.agreedAt === null || consent.source === null) return false;
  return consent.withdrawnAt === null || consent.withdrawnAt < consent.agreedAt;
}

/** What every offer must carry before it may leave. */
export function promotionProblem(sender: {
  readonly name: string;
  readonly postalAddress: string;
  readonly unsubscribeUrl: string;
}): string | null {
  if (sender.name.trim() === '') return "The sender's name is missing";
  if (sender.postalAddress.trim() === '') return "The sender's postal address is missing";
  return sender.unsubscribeUrl.trim() === '' ? 'The unsubscribe link is missing' : null;
}
