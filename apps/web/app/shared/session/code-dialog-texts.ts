export const codeDialogTexts = {
  sending: 'We are sending a code…',
  sent: (to: string, minutes: number) => `We sent a code to ${to}. It is valid for ${minutes} minutes.`,
  label: 'Code',
  hint: 'Six digits',
  missing: 'Please type the six digits.',
  again: 'Send another code',
  back: 'Back',
} as const;
