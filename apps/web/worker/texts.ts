export const texts = {
  noConnection: 'No connection',
  notOpened: 'This page is not stored on this device yet.',
  needsServer: 'This page needs a connection.',
  later: 'It will be there once you are connected again.',
  tryAgain: 'Try Again',
  home: 'Go Home',
} as const;
