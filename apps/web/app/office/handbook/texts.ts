export const texts = {
  title: 'Handbook',
  description: 'For owners and staff.',
  pages: 'Pages',
  back: 'To the back office',
} as const;
