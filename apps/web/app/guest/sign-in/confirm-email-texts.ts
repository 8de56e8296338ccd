export const texts = {
  title: 'Confirm your email address',
  description: 'Confirm that the email address of your account is yours.',
  heading: 'Is this you?',
  lead: (email: string) =>
    `Confirm that ${email} is yours, with the code we mailed you. Then earlier orders with this address can be added to your account.`,
  oldLink: 'The link in that email no longer works. Ask for a new code here.',
  code: 'Code',
  hint: 'Six digits, valid for 24 hours',
  missing: 'Please type the six digits.',
  submit: 'Confirm',
  busy: 'Checking…',
  again: 'Send a new code',
  sent: (email: string) => `A new code is on its way to ${email}. Earlier ones no longer work.`,
  notSent: (phone: string) => `We cannot send a code right now. Please try again in an hour, or call us at ${phone}.`,
  signInHeading: 'First sign in.',
  signInLead:
    'Sign in to the account that this email is about, and you come back here. Or type the code from the email on the device where you are signed in, under My Orders.',
  notYours: 'You did not create an account with us? Then close this page and give the code to nobody.',
  signIn: 'Sign in',
  doneHeading: 'Thank you.',
  done: (email: string) => `${email} is confirmed.`,
  goOn: 'Continue',
} as const;
