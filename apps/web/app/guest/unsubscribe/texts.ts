export const texts = {
  title: 'Unsubscribe',
  description: 'No more offers by mail.',
  ask: 'No more offers?',
  askText: (email: string, name: string) =>
    `${name} will send no more offers to ${email}. Mails about your orders and tables still come.`,
  press: 'Unsubscribe',
  done: 'You are unsubscribed',
  doneText: (email: string) => `No more offers go to ${email}. Mails about your orders and tables still come.`,
  unknown: 'This link is not known',
  unknownText: 'It may have been cut off. Your account page can end the offers, too.',
  failed: 'That did not work',
  failedText: 'Please try again in a moment.',
  account: 'To your account',
  home: 'To the homepage',
} as const;
