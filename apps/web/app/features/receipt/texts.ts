export const texts = {
  title: (id: string) => `Receipt ${id}`,
  description: 'Your receipt.',
  back: 'Back',
  print: 'Print',
  pdf: 'PDF',
  failed: (message: string) => `Failed to generate receipt: ${message}`,
} as const;
