export const managerTexts = {
  title: 'A manager says yes',
  text: (why: string) => `${why} Their PIN, typed here, is good for this once, and the log has both names.`,
  who: 'Which manager?',
  digits: '6 digits, then it goes on by itself',
  nobody: 'No manager has a PIN here',
  nobodyText: 'A manager gives themselves one under Sign-in and devices, or does this on a device of their own.',
  cancel: 'Not now',
} as const;
