/** The words of taking a payment back that was recorded by mistake. */
export const undoPartTexts = {
  open: 'Undo',
  openFor: (tender: string, amount: string) => `Undo ${tender} ${amount}`,
  what: (tender: string, amount: string) => `Undo ${tender} ${amount}?`,
  means: 'It was recorded by mistake: no money goes back, and the amount is due again.',
  why: 'Why',
  whyNeeded: 'Please say why.',
  likely: ['Paid another way', 'Wrong amount', 'Another order', 'Not paid after all'],
  go: 'Undo it',
  keep: 'Keep it',
  undone: 'undone',
  refused: 'Nothing was undone',
  offline: 'Undoing a payment needs the internet.',
} as const;
