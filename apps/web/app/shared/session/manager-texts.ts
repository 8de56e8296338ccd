export const managerTexts = {
  title: 'Manager approval',
  text: (why: string) => `${why} Their PIN is valid for this once, and the log records both names.`,
  who: 'Which manager?',
  digits: '6 digits, then it continues automatically',
  nobody: 'No manager has a PIN here',
  nobodyText: 'A manager can set one under Sign-in and devices, or do this on their own device.',
  cancel: 'Not now',
} as const;
