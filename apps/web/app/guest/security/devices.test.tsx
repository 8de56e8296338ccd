import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import * as page from '../../routes/guest/devices.tsx';
import { refusal, type Answers } from '../../testing/network.ts';
import { admin, guest } from '../../testing/samples.ts';
import { openPage, typeIn } from '../../testing/show.tsx';

const device = {
  id: 's1',
  isThis: true,
  startedAt: '2026-11-20T12:00:00.000Z',
  lastUsedAt: '2026-11-20T12:00:00.000Z',
  address: '198.51.100.7',
  browser: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/150.0 Safari/537.36',
  tablet: null,
};
const noPasskeys = { mayHavePasskeys: false, passkeys: [], hasPassword: true, needsNewPassword: false };
const noCodes = {
  ...noPasskeys,
  mayHaveCodes: false,
  hasCodes: false,
  needsSecondStep: false,
  hasPassword: true,
  needsNewPassword: false,
};
const phone = { ...device, id: 's2', isThis: false, browser: 'Mozilla/5.0 (iPhone) Version/20.0 Safari/604.1' };

test('a person sees each device and signs one out', async () => {
  let devices = [device, phone];
  const { press, sent } = openPage(
    page,
    '/devices',
    {
      getMyDevices: () => ({ ...noCodes, devices }),
      signOutDevice: () => {
        devices = [device];
        return { isThis: false };
      },
    },
    guest,
  );
  await expect(screen).toShow('Chrome on Linux');
  await press('Sign out Safari on iPhone');
  await expect(screen).toShow('That device is signed out.');
  expect(sent('signOutDevice')).toEqual([{ deviceId: 's2' }]);
  await waitFor(() => expect(screen.queryByText('Safari on iPhone')).toBeNull());
});

test('signing out everywhere asks for confirmation and leads to the sign-in page', async () => {
  const { press, sent } = openPage(
    page,
    '/devices',
    { getMyDevices: { ...noCodes, devices: [device] }, signOutEverywhere: { signedOut: 1 } },
    guest,
  );
  await press('Sign out everywhere');
  expect(sent('signOutEverywhere')).toHaveLength(0);
  await press('Sign out everywhere');
  await expect(screen).toShow('elsewhere');
  expect(sent('signOutEverywhere')).toHaveLength(1);
});

test('a device that is signed out already shows a message and leaves the list', async () => {
  const { press } = openPage(
    page,
    '/devices',
    {
      getMyDevices: { ...noCodes, devices: [device, phone] },
      signOutDevice: refusal('not-found', 'This device is already signed out.'),
    },
    guest,
  );
  await press('Sign out Safari on iPhone');
  await expect(screen).toShow(/already signed out/);
});

const auth = (call: string, answer: unknown) => ({ [`auth/two-factor/${call}`]: answer }) as Answers;

test('a manager sets up codes: password, QR code, first code, and recovery codes to keep', async () => {
  const own = { ...noCodes, mayHaveCodes: true, devices: [device] };
  const { press, answer } = openPage(
    page,
    '/devices',
    { getMyDevices: own, getTablets: { tablets: [], people: [] }, ...auth('enable', refusal('wrong-password')) },
    admin,
  );
  await press('Set up codes');
  await typeIn(/^Password/, 'wrong');
  await press('Continue');
  await expect(screen).toShow(/Incorrect password/);
  const made = { totpURI: 'otpauth://totp/House:a?secret=ABCDEFGH', backupCodes: ['aaaaa-bbbbb', 'ccccc-ddddd'] };
  answer(auth('enable', made));
  await press('Continue');
  await expect(screen).toShow('ABCDEFGH');
  answer(auth('verify-totp', refusal('wrong-code')));
  await typeIn(/^Code/, '000000');
  await press('Continue');
  await expect(screen).toShow(/This code is not right/);
  answer(auth('verify-totp', { token: 't', user: {} }));
  await press('Continue');
  await expect(screen).toShow('ccccc-ddddd');
  const print = vi.fn<() => void>();
  vi.stubGlobal('print', print);
  await press('Print');
  expect(print).toHaveBeenCalledOnce();
  expect(document.documentElement.dataset['print']).toBe('codes');
  dispatchEvent(new Event('afterprint'));
  expect(document.documentElement.dataset['print']).toBeUndefined();
  const saved: string[] = [];
  const blobs: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    blobs.push(blob as Blob);
    return 'blob:codes';
  });
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download);
  });
  await press('Download as a text file');
  expect(saved).toEqual(['recovery-codes.txt']);
  expect(await blobs[0]?.text()).toMatch(/^Recovery codes for .*\n\naaaaa-bbbbb\nccccc-ddddd\n$/);
  click.mockImplementation(() => {
    throw new Error('downloads are blocked');
  });
  await press('Download as a text file');
  await expect(screen).toShow(/^The file could not be saved/);
  answer({ getMyDevices: { ...own, hasCodes: true } });
  await press('I have saved them');
  await expect(screen).toShow('Switch codes off');
});

test('an admin without access to the back office reads why, and continues there after setting up', async () => {
  let needsSecondStep = true;
  const { press } = openPage(
    page,
    '/devices?from=%2Fadmin%2Fdashboard',
    {
      getTablets: { tablets: [], people: [] },
      getMyDevices: () => ({ ...noPasskeys, devices: [device], mayHaveCodes: true, hasCodes: true, needsSecondStep }),
      confirmIdentity: () => {
        needsSecondStep = false;
        return { confirmedAt: '2026-11-20T12:00:00.000Z' };
      },
    },
    admin,
  );
  await expect(screen).toShow('One more step before the back office opens');
  await typeIn(/^Code *\*?$/, '123456');
  await press('Continue');
  await expect(screen).toShow('To the back office');
  expect(screen.queryByText('One more step before the back office opens')).toBeNull();
});

test('a manager creates PINs, which show once, and makes the current device a shared tablet', async () => {
  const person = {
    userId: 'u2',
    name: 'Kim Sample',
    role: 'staff' as const,
    hasPin: true,
    isLocked: true,
    mayGive: true,
  };
  const { press, sent } = openPage(
    page,
    '/devices',
    {
      getMyDevices: { ...noPasskeys, devices: [device], mayHaveCodes: true, hasCodes: false, needsSecondStep: false },
      getTablets: { tablets: [], people: [person] },
      createPin: { pin: '402913', name: 'Kim Sample' },
      setUpTablet: { tablet: {} as never },
    },
    admin,
  );
  await expect(screen).toShow('Locked after five wrong tries');
  await press('Give Kim Sample a PIN');
  await expect(screen).toShow('402913');
  await press('Done');
  await press('Make this device a shared tablet');
  await press('Make this device a shared tablet');
  await expect(screen).toShow('Please give it a name');
  await typeIn(/^Name/, 'Till 1');
  await press('Make this device a shared tablet');
  await expect(screen).toShow('elsewhere');
  expect(sent('setUpTablet')).toEqual([{ locationId: 'truro', name: 'Till 1' }]);
});

const till = {
  id: 't1',
  name: 'Till 1',
  locationId: 'truro',
  locationName: 'Truro Heights',
  setUpBy: 'Anjali Rao',
  setUpAt: '2026-11-20T12:00:00.000Z',
  lastUsedAt: null,
};

test('a tablet is removed after confirmation and leaves the list', async () => {
  let tablets = [till];
  const { press, sent } = openPage(
    page,
    '/devices',
    {
      getMyDevices: { ...noCodes, mayHaveCodes: true, devices: [device] },
      getTablets: () => ({ tablets, people: [] }),
      removeTablet: ({ tabletId }) => {
        tablets = [];
        return { tabletId: String(tabletId) };
      },
    },
    admin,
  );
  await press('End Till 1');
  await expect(screen).toShow('End Till 1?');
  expect(sent('removeTablet')).toEqual([]);
  await press('End');
  await expect(screen).toShow('That tablet is no longer shared.');
  expect(sent('removeTablet')).toEqual([{ tabletId: 't1' }]);
  await waitFor(() => expect(screen.queryByText('Till 1')).toBeNull());
});

test('a PIN that is being created is not created twice', async () => {
  const person = {
    userId: 'u2',
    name: 'Kim Sample',
    role: 'staff' as const,
    hasPin: false,
    isLocked: false,
    mayGive: true,
  };
  const made = Promise.withResolvers<{ pin: string; name: string }>();
  const { press, sent } = openPage(
    page,
    '/devices',
    {
      getMyDevices: { ...noCodes, mayHaveCodes: true, devices: [device] },
      getTablets: { tablets: [], people: [person] },
      createPin: () => made.promise,
    },
    admin,
  );
  await press('Give Kim Sample a PIN');
  await press('Give Kim Sample a PIN');
  made.resolve({ pin: '402913', name: 'Kim Sample' });
  await expect(screen).toShow('402913');
  expect(sent('createPin')).toHaveLength(1);
});

test('shows the devices even when the tablets cannot be loaded', async () => {
  const own = { ...noCodes, mayHaveCodes: true, devices: [device] };
  openPage(page, '/devices', { getMyDevices: own, getTablets: refusal('permission-denied') }, admin);
  await expect(screen).toShow('Chrome on Linux');
  await expect(screen).toShow('You do not have permission to perform this action.');
});

const own = { ...noCodes, mayHavePasskeys: true, devices: [device] };
const laptop = {
  id: 'p1',
  name: 'Office laptop',
  addedAt: '2026-11-20T12:00:00.000Z',
  lastUsedAt: null,
};
/** Base64url values as a device makes them. The fake server does not check them. */
const made = {
  id: 'AQID',
  rawId: Uint8Array.of(1, 2, 3).buffer,
  type: 'public-key',
  response: {
    clientDataJSON: Uint8Array.of(4).buffer,
    attestationObject: Uint8Array.of(5).buffer,
    getTransports: () => ['internal'],
  },
  getClientExtensionResults: () => ({}),
};
const options = {
  challenge: 'AAAA',
  rp: { name: 'House', id: 'localhost' },
  user: { id: 'AAAA', name: 'a', displayName: 'a' },
  pubKeyCredParams: [],
};

/** Replaces the browser's credential API with the given behaviour. */
function browserDoes(create: () => Promise<unknown>) {
  vi.stubGlobal('PublicKeyCredential', function PublicKeyCredential() {});
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { create } });
}

test('a member of staff creates a named passkey, and a failure of the device shows a message', async () => {
  browserDoes(() => Promise.reject(new DOMException('no', 'NotAllowedError')));
  const { press, sent } = openPage(
    page,
    '/devices',
    { getMyDevices: own, startPasskeyRegistration: { options }, addPasskey: { passkey: laptop } },
    guest,
  );
  await press('Add a passkey');
  await typeIn(/^Name/, ' ');
  await expect(screen).toShow('Please give it a name');
  await press('Continue');
  expect(sent('startPasskeyRegistration')).toEqual([]);
  await typeIn(/^Name/, 'Office laptop ');
  await press('Continue');
  await expect(screen).toShow(/No passkey was created/);
  expect(sent('addPasskey')).toEqual([]);
  browserDoes(() => Promise.resolve(made));
  await press('Continue');
  await expect(screen).toShow('You can sign in with it from now on.');
  expect(sent('addPasskey')).toMatchObject([
    { name: 'Office laptop', made: { id: 'AQID', response: { transports: ['internal'] } } },
  ]);
});

test('a passkey can be renamed, and is removed only after confirmation', async () => {
  const { press, sent, answer } = openPage(
    page,
    '/devices',
    {
      getMyDevices: { ...own, passkeys: [laptop] },
      renamePasskey: { passkey: laptop },
      removePasskey: refusal('not-found', 'This passkey was already removed.'),
    },
    guest,
  );
  await press('Rename Office laptop');
  await typeIn(/^Name/, 'Laptop');
  await press('Rename');
  await waitFor(() => expect(sent('renamePasskey')).toEqual([{ passkeyId: 'p1', name: 'Laptop' }]));
  await press('Remove Office laptop');
  await expect(screen).toShow('Remove Office laptop?');
  expect(sent('removePasskey')).toEqual([]);
  await press('Remove');
  await expect(screen).toShow('This passkey was already removed.');
  answer({ removePasskey: { passkeyId: 'p1' } });
  await press('Remove Office laptop');
  await press('Remove');
  await expect(screen).toShow('That passkey no longer works.');
});

test('a browser without passkeys shows a message', async () => {
  vi.stubGlobal('PublicKeyCredential', undefined);
  openPage(page, '/devices', { getMyDevices: own }, guest);
  await expect(screen).toShow('This browser does not support passkeys.');
});

test('a person changes the password with the old one, and reads what is wrong at the field', async () => {
  const answers = [refusal('wrong-password'), { message: 'saved' }];
  const { press, sent } = openPage(
    page,
    '/devices',
    {
      getMyDevices: { ...noCodes, devices: [device] },
      changePassword: () => answers.shift() ?? refusal('internal'),
    },
    guest,
  );
  await press('Change password');
  await press('Save password');
  await expect(screen).toShow('Please fill this in.');
  await typeIn(/^Old password/, 'Wrong-pass-1');
  await typeIn(/^New password/, 'abcdefgh');
  await press('Save password');
  await expect(screen).toShow('Password must meet at least 4 security requirements');
  await typeIn(/^New password/, 'Another-pass-2');
  await press('Save password');
  await expect(screen).toShow('Incorrect password. Please try again.');
  await typeIn(/^Old password/, 'Good-pass-1');
  await press('Save password');
  await expect(screen).toShow('Your new password is saved.');
  expect(sent('changePassword').at(-1)).toEqual({ oldPassword: 'Good-pass-1', newPassword: 'Another-pass-2' });
  expect(sent('changePassword')).toHaveLength(2);
});

test('staff may choose a sentence, and read the server’s message about a common password', async () => {
  const words = 'Too many people use this password. Please choose another.';
  const { press, sent } = openPage(
    page,
    '/devices',
    {
      getMyDevices: { ...noCodes, devices: [device], needsNewPassword: true },
      changePassword: refusal('weak-password', words),
    },
    admin,
  );
  await expect(screen).toShow('One more step before the back office opens');
  await press('Change password');
  await typeIn(/^Old password/, 'Short-1!');
  await typeIn(/^New password/, 'correct horse');
  await press('Save password');
  await expect(screen).toShow(words);
  expect(sent('changePassword')).toEqual([{ oldPassword: 'Short-1!', newPassword: 'correct horse' }]);
});

test('a person without a password is told how to get one', async () => {
  openPage(page, '/devices', { getMyDevices: { ...noCodes, devices: [device], hasPassword: false } }, guest);
  await expect(screen).toShow(/You sign in without a password/);
  expect(screen.getByRole('link', { name: 'Request a link' }).getAttribute('href')).toBe('/forgot-password');
});
