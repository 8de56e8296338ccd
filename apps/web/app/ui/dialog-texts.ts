export const dialogTexts = {
  close: 'Close',
  leave: 'Discard what you typed?',
  notSaved: 'It is not saved yet.',
  discard: 'Discard',
  keep: 'Keep editing',
} as const;
