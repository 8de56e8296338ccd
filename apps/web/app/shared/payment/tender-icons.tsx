import { Banknote, BookUser, CreditCard, Landmark, Link2 } from 'lucide-react';
import type { Tender } from '@tiffin/domain/payment';

export const TENDER_ICONS = {
  cash: <Banknote aria-hidden="true" />,
  terminal: <CreditCard aria-hidden="true" />,
  debit: <Landmark aria-hidden="true" />,
  link: <Link2 aria-hidden="true" />,
  account: <BookUser aria-hidden="true" />,
} as const satisfies Record<Tender, unknown>;
