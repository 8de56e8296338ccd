export const texts = {
  title: 'Your order',
  items: (count: number) => (count === 1 ? '1 item' : `${count} items`),
  ready: (time: string) => `, ready about ${time}`,
  chosen: (time: string) => `, ready ${time}`,
  empty: 'Nothing here yet',
  emptyText: 'Choose a dish. It stays here even if you close the page.',
  view: 'View order',
} as const;
