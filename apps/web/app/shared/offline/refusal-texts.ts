export const refusalTexts = {
  failed: 'The server could not do it.',
  notUnderstood: 'The server could not read this change.',
  busy: 'Try again in a moment.',
  rights: 'Ask a manager, or try again once you are allowed to do this.',
  input: 'Discard this change and enter it again.',
  removed: 'Somebody removed it, so nothing is left to change.',
  state: 'Look at how it is now. Then try again, or discard this change.',
  page: 'Reload this page and try again.',
  otherTime: 'Agree on another time with the guest and book that. Then discard this one.',
  conflict: 'Choose which version should stay.',
  mine: 'Send mine anyway',
  keepOther: 'Keep theirs',
  retry: 'Try Again',
  discard: 'Discard this change',
  theMoney: 'the money',
  tookCash: (who: string, amount: string, time: string) =>
    `${who} took ${amount} in cash at ${time}. Did you take it too?`,
  paidOtherwise: (who: string, amount: string, time: string, mine: string) =>
    `${who} paid ${amount}, but not in cash, at ${time}. Did you take ${mine} too?`,
  didYouTake: (what: string, mine: string) => `${what} Did you take ${mine}?`,
  youRecorded: (amount: string, time: string) =>
    `You recorded ${amount} at ${time} on this device. Not sure? Ask, or count the drawer first. You can answer later.`,
  yesToo: (amount: string) => `Yes, I took ${amount} too`,
  onlyOther: (who: string) => `No, only ${who} did`,
  yes: (amount: string) => `Yes, I took ${amount}`,
  no: 'No, I did not',
  cancelledBy: (who: string, time: string) => `${who} cancelled this order at ${time}.`,
} as const;
