/** Texts of fields and their contents. */
export const fieldTexts = {
  optional: '(optional)',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  fewer: (label: string) => `One fewer ${label}`,
  more: (label: string) => `One more ${label}`,
} as const;
