export const texts = {
  title: 'Handbook',
  description: 'For whoever owns the house or works in it.',
  pages: 'Pages',
  back: 'To the back office',
} as const;
