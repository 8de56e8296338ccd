export const chooseTimeTexts = {
  legend: 'When',
  asap: 'As soon as possible',
  about: (time: string, isWithWay: boolean) => (isWithWay ? `With you about ${time}` : `Ready about ${time}`),
  later: 'At a time I choose',
  laterHint: 'Up to 7 days ahead, every 15 minutes',
  day: 'Day',
  time: 'Time',
  loading: 'Loading the times…',
  failed: 'The times could not be loaded.',
  tryAgain: 'Try Again',
  none: 'No times are left in the next days. Please call us.',
  unavailable: (time: string) => `${time} is no longer available. Please choose another time.`,
} as const;
