import type { FiscalAdapter } from '@tiffin/domain/law';

/** A settled bill as the fiscal device gets it. Amounts are in cents. It names no guest. */
export interface FiscalBill {
  readonly kind?: never;
  /** The id of the bill. A device that gets it again answers as the first time. */
  readonly billId: string;
  readonly locationId: string;
  readonly settledAt: string;
  readonly currency: string;
  readonly lines: readonly {
    readonly name: string;
    readonly quantity: number;
    readonly unitPrice: number;
    readonly net: number;
    readonly taxClass: string | null;
  }[];
  readonly taxes: readonly { readonly code: string; readonly amount: number }[];
  readonly discount: number;
  readonly charges: number;
  readonly tip: number;
  readonly total: number;
  readonly payments: readonly { readonly tender: string; readonly amount: number; readonly tip: number }[];
}

/** A refund of a bill, as the fiscal device gets it after the bill. Amounts are in cents. It names no guest. */
export interface FiscalReversal {
  readonly kind: 'reversal';
  /** The id of the refund. A device that gets it again answers as the first time. */
  readonly refundId: string;
  /** The bill that it reverses, all of it or a part. */
  readonly billId: string;
  readonly locationId: string;
  readonly refundedAt: string;
  readonly currency: string;
  /** Taxes and tip are parts of the total. */
  readonly taxes: FiscalBill['taxes'];
  readonly tip: number;
  readonly total: number;
  readonly payments: FiscalBill['payments'];
}

export type FiscalDocument = FiscalBill | FiscalReversal;

export interface FiscalSignature {
  readonly number: string;
  readonly signature: string;
  /** What the law wants on the receipt, besides number and signature. */
  readonly receiptText: string;
}

/**
 * A certified device or service that numbers and signs bills and their refunds. `later` means that it does not answer: it is sent
 * the same again, and the receipt says so until then.
 */
export interface FiscalDevice {
  readonly name: string;
  /** The duties of the law that it fulfils. */
  readonly adapters: readonly FiscalAdapter[];
  sign(document: FiscalDocument): Promise<FiscalSignature | 'later'>;
}
