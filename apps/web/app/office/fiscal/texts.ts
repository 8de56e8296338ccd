export const texts = {
  refused: (name: string) => `${name} cannot take money with this till yet`,
  grace: 'This location takes money without a certified device',
  graceText: (date: string) => `It did so before this rule was known here. New orders stop on ${date}.`,
  openBills: (count: number) =>
    count === 1 ? '1 open bill can still be paid.' : `${count} open bills can still be paid.`,
  notice: (name: string, date: string) => `From ${date} ${name} needs certified invoicing`,
  noticeText:
    'Today the till takes money as before. At midnight before that day it stops, without a restart, unless a fiscal device is connected.',
  ask: 'Ask your accountant whether a till must be certified',
  askText:
    'We have not looked up the law of this country. The till takes money. What you learn, you can note here for everyone who manages this location.',
  device: (name: string) => `${name} may take money`,
  deviceText: 'The fiscal device numbers and signs every bill.',
  lastBill: (number: string, time: string) => `Last bill: ${number}, ${time}.`,
  outage: (time: string) => `The fiscal device has not signed bills since ${time}`,
  outageText: (count: number) =>
    count === 1
      ? '1 bill says “sent later” and waits. It goes out when the device is back. After 48 hours we call for help.'
      : `${count} bills say “sent later” and wait. They go out in order when the device is back. After 48 hours we call for help.`,
  late: 'Bills wait for the fiscal device for more than 48 hours',
  lateText: 'Call the supplier of the device.',
  source: 'Source:',
  worksTitle: 'Works today',
  works: ['Menu and website', 'Reservations', 'Kitchen and board', 'History, refunds, exports'],
  waitsTitle: 'Waits for a certified device',
  waits: [
    'Orders, also those paid at pickup',
    'Cash, card and terminal',
    'Payment links and online payment',
    'Bills on account',
  ],
  facts: {
    name: 'Device',
    signed: 'Signed today',
    waiting: 'Sent later',
    oldest: 'Oldest bill',
    alarm: 'Alarm',
  },
  signedOf: (signed: number, settled: number) =>
    settled === 1 ? `${signed} of 1 bill` : `${signed} of ${settled} bills`,
  noneWaiting: 'none waiting',
  waiting: (count: number) => (count === 1 ? '1 bill' : `${count} bills`),
  retry: 'Try again',
  retryFailed: 'The device could not be asked again',
  alarmText: (name: string, date: string) => `${name}: new orders stop on ${date}. See Locations.`,
  lateOf: (name: string) => `${name}: call the supplier of the fiscal device.`,
  choose: 'What you can do',
  chooseText: 'Use a certified cash register for payment and this system for everything else.',
  supported:
    'Tiffin does not support any fiscal device yet, so none can be connected. The notes of a new version say when it supports one, and the person who runs the server connects it.',
  more: 'More about certified tills',
  legalForm: 'You are',
  legalForms: { company: 'A company', 'self-employed': 'Self-employed' },
  formFrom: (form: string, date: string) => `${form}: from ${date}`,
} as const;
