export const paceTexts = {
  againAt: (time: string) => `Takes orders again at ${time}`,
  againOn: (day: string, time: string) => `Takes orders again ${day} at ${time}`,
  pausedText: 'The kitchen is very busy. Your order stays here.',
  busy: (plus: number) => `We are busy: about ${plus} minutes longer than usual`,
} as const;
