import { Banknote, BookUser, CreditCard, Landmark, Link2 } from 'lucide-react';
import type { Tender } from '@tiffin/domain/payment';

export const TENDER_ICONS = {
  cash: <Banknote />,
  terminal: <CreditCard />,
  debit: <Landmark />,
  link: <Link2 />,
  account: <BookUser />,
} as const satisfies Record<Tender, unknown>;
