export const texts = {
  title: 'Unsubscribe',
  description: 'No more offers by mail.',
  ask: 'No more offers?',
  askText: (email: string, name: string) =>
    `${name} will send no more offers to ${email}. You still get emails about your orders and reservations.`,
  press: 'Unsubscribe',
  done: 'You are unsubscribed',
  doneText: (email: string) =>
    `No more offers will be sent to ${email}. You still get emails about your orders and reservations.`,
  unknown: 'This link is not valid',
  unknownText: 'It may be incomplete. You can also stop offers on your account page.',
  failed: 'That did not work',
  failedText: 'Please try again in a moment.',
  account: 'To your account',
  home: 'To the homepage',
} as const;
