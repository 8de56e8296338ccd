export const settingsTexts = {
  title: 'Settings',
  loading: 'Loading settings…',
  loadFailed: 'Error Loading Settings',
  tryAgain: 'Try Again',

  setUp: 'The set-up guide',
  house: 'The house',
  houseNote: 'The site shows a change with the next page anybody opens.',
  firstLocation: 'The first one',
  look: 'Its look',
  lookNote: 'How guests see the house: on its pages, and where search engines and friends point to it.',
  noPrices: 'Not said',
  hero: 'Picture of the home page',
  heroHint: 'JPEG, PNG or WebP, at most 2MB. Without one the words stand alone.',
  chooseHero: 'Choose a picture',
  removeHero: 'Remove the picture',
  logo: 'Logo',
  chooseLogo: 'Choose a logo',
  removeLogo: 'Remove the logo',
  logoHint: 'JPEG, PNG or WebP, at most 2MB. Our own mark when there is none.',
  pictureFailed: 'The picture could not be kept',
  uploading: 'Uploading the picture',

  discounts: 'What staff may take off',
  discountsNote:
    'A discount, a dish on the house or a lower price, with its reason. Up to both of these staff give it on their own word; beyond either, a manager gives it, or types their PIN.',

  sender: 'Sender of mails',
  senderNote: 'Every promotion carries this name and postal address: the law wants it so.',
  senderAddressMissing: 'Without a postal address no promotion can be sent.',

  save: 'Save changes',
  saved: 'Settings saved',
  unchanged: 'Nothing was changed',
  saveFailed: 'Failed to save settings',
  fixErrors: 'Please fix the form errors',

  conflictTitle: 'Somebody else saved settings meanwhile',

  connections: 'Connections',
  states: { live: 'On', sandbox: 'Sandbox', off: 'Off' },
  connectionsNote: 'Set up where the server is started; they are only shown here.',
  test: 'Send me a test email',
  testSubject: 'A test from {name}',
  testMessage: 'Hello {customerName},\n\nthis mail shows that mails leave the house.',
  testSent: (to: string) => `Sent to ${to}`,
  testKept: 'No mail server is set up: the test waits in the outbox',
  testQueued: 'The mail server did not take it yet; it is tried again',
  testFailed: 'The test could not be sent',

  keys: 'API keys',
  keysNote:
    'A customer key is public and names a site. An admin key may do everything an admin may: for machines only.',
  keyName: 'Name',
  keyNameRequired: 'Name is required',
  keyNameHint: 'Who will use it, e.g. “Bookkeeping”.',
  keyKind: 'Kind',
  kinds: { admin: 'Admin key', customer: 'Customer key' },
  createKey: 'Create key',
  newKey: 'New API key',
  keyCreated: 'Copy the key now: it is not shown again',
  copy: 'Copy the key',
  copied: 'Copied',
  copyFailed: 'Please select the key and copy it by hand',
  done: 'Done',
  keyFailed: 'The key could not be created',
  noKeys: 'No API keys yet',
  noKeysText: 'Nothing but browsers talks to this server.',
  usedNever: 'never used',
  used: (time: string) => `last used ${time}`,
  created: (date: string, by: string | null) => (by ? `created ${date} by ${by}` : `created ${date}`),
  revoked: (date: string) => `Revoked ${date}`,
  revoke: 'Revoke',
  revokeLabel: (name: string) => `Revoke ${name}`,
  revokeTitle: (name: string) => `Revoke ${name}?`,
  revokeText: 'Whatever uses it stops working at once. This cannot be taken back.',
  revokeDone: 'Key revoked',
  revokeFailed: 'The key could not be revoked',
  cancel: 'Cancel',
} as const;

export const auditTexts = {
  title: 'Audit Log',
  search: 'Search the audit log',
  searchHint: 'Who, what or to whom',
  from: 'From',
  to: 'Until',
  refresh: 'Refresh',
  loading: 'Loading the audit log…',
  loadFailed: 'Error Loading the Audit Log',
  tryAgain: 'Try Again',
  none: 'Nothing found',
  noneText: 'Whatever is changed in the back office is written down here.',
  noneMatch: 'No entry matches the search.',
  more: 'Show more',
  before: 'Before',
  after: 'After',
  empty: 'nothing',
  yes: 'yes',
  no: 'no',
  kitchenSteps: (count: number, first: string, last: string) => `${count} kitchen steps, ${first} to ${last}`,
  /** Its number is folded away: it is for whoever looks into the server's log. */
  request: 'Request',
  address: (address: string) => `from ${address}`,
} as const;

/** 'displayName' → 'display name', 'price_cents' and 'priceCents' → 'price' */
export function fieldWords(field: string): string {
  if (field === 'tableNumber') return 'table';
  const words = field.replace(/_cents$|Cents$/, '').replaceAll('_', ' ');
  return words.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
}
