import { toWirePricing, type WirePricing } from '@tiffin/domain/pricing';
import type { SessionRow } from './sessions.ts';

/** What whoever asked for a payment gets back. */
export interface SessionAnswer {
  readonly sessionId: string;
  readonly paymentUrl: string;
  readonly pricing: WirePricing;
}

export function sessionAnswer(session: SessionRow & { payment_url: string }): SessionAnswer {
  return {
    sessionId: session.id,
    paymentUrl: session.payment_url,
    pricing: toWirePricing(session.snapshot.price),
  };
}

/** A link for somebody else's phone: by both its names, and as what the QR picture holds. */
export function linkAnswer(session: SessionRow & { payment_url: string }) {
  return { ...sessionAnswer(session), paymentLink: session.payment_url, qrCodeData: session.payment_url };
}
