export const removeLineTexts = {
  removed: (name: string) => `${name} removed`,
  undo: 'Undo',
} as const;
