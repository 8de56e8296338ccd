import { screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { refusal } from '../../testing/network.ts';
import { rootData, truro } from '../../testing/samples.ts';
import { openPage, typeIn } from '../../testing/show.tsx';
import { JoinWaitlist, WaitPage } from './waitlist.tsx';

const joinPage = { default: () => <JoinWaitlist location={truro} /> };
const joined = {
  waitId: 'w1',
  quotedMinutes: 25,
  partiesAhead: 2,
  manageUrl: 'http://localhost/waitlist/truro?wait=w1&token=t',
};

test('a guest joins with a number and a name, and what is typed stays when it fails', async () => {
  const { press, sent, answer } = openPage(joinPage, '/waitlist/truro', {
    joinWaitlist: refusal('location-closed', 'The location is closed today.'),
  });
  await press('Join the waitlist');
  await expect(screen).toShow('Please enter a valid phone number');
  expect(sent('joinWaitlist')).toEqual([]);
  await press('One more guest');
  await typeIn(/^Name/, 'Robin');
  await typeIn(/^Phone/, '902 555 0170');
  await press('Join the waitlist');
  await expect(screen).toShow('The location is closed today.');
  answer({ joinWaitlist: { ...joined, manageUrl: '' } });
  await press('Join the waitlist');
  await expect(screen).toShow('You are on the list already.');
  expect(sent('joinWaitlist')[1]).toMatchObject({
    locationId: 'truro',
    name: 'Robin',
    phone: '+19025550170',
    partySize: 3,
  });
});

test('the number of guests and the contact that the device remembers are filled in', async () => {
  const remembered = { name: 'Asha Rao', phone: '+19025550101', email: '', locationId: 'truro' };
  localStorage.setItem('tiffin_guest', JSON.stringify({ ...remembered, at: Date.now() }));
  const { press, sent } = openPage(joinPage, '/waitlist/truro?party=5', { joinWaitlist: { ...joined, manageUrl: '' } });
  await press('Join the waitlist');
  await expect(screen).toShow('You are on the list already.');
  expect(sent('joinWaitlist')).toEqual([
    { locationId: 'truro', name: 'Asha Rao', phone: '+19025550101', partySize: 5 },
  ]);
});

const wait = {
  waitId: 'w1',
  locationId: 'truro',
  partySize: 2,
  quotedMinutes: 25,
  answerBy: null,
  partiesAhead: 2,
  joinedAt: '2026-11-20T22:42:00.000Z',
};
type State = Parameters<typeof WaitPage>[0]['wait']['state'];
const opened = (state: State, more: object = {}) =>
  openPage(
    { default: () => <WaitPage wait={{ ...wait, state, ...more }} token="t" location={truro} /> },
    '/waitlist/truro?wait=w1&token=t',
    { answerCall: refusal('failed-precondition', 'The 10 minutes are over.') },
  );

test.each<[State, string | RegExp, object?]>([
  ['waiting', '2 parties are ahead of you'],
  ['waiting', 'You are next', { partiesAhead: 0 }],
  ['waiting', /At about 7:07/],
  ['coming', 'Your table is waiting for you'],
  ['seated', 'You are at your table'],
  ['left', 'You are not on the waitlist any more'],
  ['no-answer', 'Your table went to the next party'],
])('a party that is %s reads “%s”', async (state, words, more) => {
  opened(state, more);
  await expect(screen).toShow(words);
});

test('a party that is called answers, and reads why the answer came too late', async () => {
  const { press, sent } = opened('called', { answerBy: '2026-11-20T22:52:00.000Z' });
  await expect(screen).toShow(/Until 6:52 p\.m\. it is kept/);
  await press('We are coming');
  await expect(screen).toShow('The 10 minutes are over.');
  await press('We are not coming');
  await waitFor(() => expect(sent('answerCall')).toHaveLength(2));
  expect(sent('answerCall')).toMatchObject([{ waitId: 'w1', token: 't', coming: true }, { coming: false }]);
});

test('where no texts can be sent, the pages say that they show when the table is ready', async () => {
  const { site } = rootData;
  const { sends } = site;
  Object.assign(site, { sends: [] });
  onTestFinished(() => void Object.assign(site, { sends }));
  const { press } = openPage(joinPage, '/waitlist/truro', { joinWaitlist: { ...joined, manageUrl: '' } });
  await expect(screen).toShow(/The next page shows when your table is ready: keep it open\./);
  await typeIn(/^Name/, 'Robin');
  await typeIn(/^Phone/, '902 555 0170');
  await press('Join the waitlist');
  await expect(screen).toShow('Please open the page that showed your place, or ask at the door.');
  opened('waiting');
  await expect(screen).toShow(/Keep this page open: it says when\./);
  expect(screen.queryByText(/text you/)).toBeNull();
});
