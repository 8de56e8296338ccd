import { orderNotices } from '@tiffin/domain/errors';

export const texts = {
  title: (id: string) => `Receipt ${id}`,
  description: 'Your receipt.',
  back: 'Back',
  print: 'Print',
  pdf: 'PDF',
  failed: orderNotices.receiptFailed,
} as const;
