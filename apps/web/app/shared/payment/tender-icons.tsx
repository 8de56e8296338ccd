import { Banknote, BookUser, CreditCard, Gift, Landmark, Link2 } from 'lucide-react';
import type { Tender } from '@tiffin/domain/payment';

export const TENDER_ICONS = {
  cash: <Banknote />,
  terminal: <CreditCard />,
  debit: <Landmark />,
  link: <Link2 />,
  'gift-card': <Gift />,
  account: <BookUser />,
} as const satisfies Record<Tender, unknown>;
