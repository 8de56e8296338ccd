export const confirmMeTexts = {
  title: 'Is it you?',
  text: 'This changes money or permissions, so please confirm that it is you. What you entered stays.',
  password: 'Password',
  code: 'Code',
  passkey: 'Use a passkey',
  codeHint: 'From your app, or one of your recovery codes.',
  confirm: 'Confirm',
  cancel: 'Not now',
  noPassword: 'Your account has no password. Please sign out and sign in again. You can then do this for ten minutes.',
  close: 'Close',
} as const;
