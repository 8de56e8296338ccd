export const noOrdersTexts = {
  title: 'This restaurant can’t take orders online yet',
  call: 'Please call',
} as const;
