export const formatTexts = { tomorrow: 'tomorrow' } as const;
