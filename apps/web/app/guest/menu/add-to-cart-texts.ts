export const putTexts = {
  changed: (name: string) => `Changed: ${name}`,
  undo: 'Undo',
} as const;
