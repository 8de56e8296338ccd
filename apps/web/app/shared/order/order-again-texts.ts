import { endWithFullStop } from '@tiffin/domain/core';

export const orderAgainTexts = {
  all: 'All of it is in your order again.',
  not: (names: string) => endWithFullStop(`Not available now: ${names}`),
  choose: (names: string) => endWithFullStop(`The menu has changed. Please choose again: ${names}`),
  failed: 'The menu could not be loaded. Please try again.',
} as const;
