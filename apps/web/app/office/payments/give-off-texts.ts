export const giveOffTexts = {
  loading: 'Loading the order',
  by: (name: string, approvedBy: string | null) => (approvedBy === null ? name : `${name}, with ${approvedBy}`),
  refused: 'Nothing was changed',
  offline: 'Taking something off needs the internet.',
} as const;
