export const confirmMeTexts = {
  title: 'Is it you?',
  text: 'This changes money or who may do what, so please show once more that it is you. What you filled in stays.',
  password: 'Password',
  code: 'Code',
  passkey: 'Use a passkey',
  codeHint: 'From your app, or one of your recovery codes.',
  confirm: 'Confirm',
  cancel: 'Not now',
  noPassword:
    'Your account has no password of its own. Please sign out and in again: for ten minutes after that you may do this.',
  close: 'Close',
} as const;
