/** Texts for errors without a more exact message. */
export const texts = {
  network: 'Network error - please check your connection',
  wrong: 'Something went wrong on our side.',
  wait: (minutes: number) => (minutes === 1 ? 'Please wait a minute.' : `Please wait ${minutes} minutes.`),
} as const;
