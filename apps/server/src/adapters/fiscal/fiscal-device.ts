import type { FiscalAdapter } from '@tiffin/domain/law';

/** A settled bill as the fiscal device gets it. Amounts are in cents. It names no guest. */
export interface FiscalBill {
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

export interface FiscalSignature {
  readonly number: string;
  readonly signature: string;
  /** What the law wants on the receipt, besides number and signature. */
  readonly receiptText: string;
}

/**
 * A certified device or service that numbers and signs bills. `later` means that it does not answer: the bill is sent
 * again, and its receipt says so until then.
 */
export interface FiscalDevice {
  readonly name: string;
  /** The duties of the law that it fulfils. */
  readonly adapters: readonly FiscalAdapter[];
  sign(bill: FiscalBill): Promise<FiscalSignature | 'later'>;
}
