import { percentText } from '@tiffin/domain/core';

export const codeTexts = {
  title: 'Add a code',
  hint: 'From one of our mails',
  label: 'Code',
  use: 'Use',
  checking: 'Checking…',
  applied: (percent: number, code: string) => `${code} takes ${percentText(percent)} off each dish.`,
  remove: 'Remove the code',
  first: 'Use or remove the code first',
} as const;
