export const forgetMeTexts = {
  forget: 'Forget me on this device',
  done: 'This device no longer knows you.',
} as const;
