/** The words of taking a card at a reader. */
export const atReaderTexts = {
  waits: (reader: string) => `Waiting for the card on ${reader}`,
  askAgain: 'Ask again',
  askOn: (reader: string) => `Ask on ${reader}`,
  cancel: 'Cancel',
  beingAsked: 'The bank is just being asked about this card. Please wait for what it says.',
  reader: 'Which reader',
  byHand: 'By hand',
  loading: 'Looking for card readers…',
  askTip: 'The reader asks for a tip',
  send: (due: string, reader: string) => `Send ${due} to ${reader}`,
} as const;
