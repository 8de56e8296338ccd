import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import * as changeRoute from '../../routes/guest/change-reservation.tsx';
import * as findRoute from '../../routes/guest/find-reservation.tsx';
import * as bookRoute from '../../routes/guest/reservations.tsx';
import { refusal, type Answers } from '../../testing/network.ts';
import { rootData, tableForTwo, truro } from '../../testing/samples.ts';
import { field, openPage, typeIn } from '../../testing/show.tsx';

const view = {
  reservation: { ...tableForTwo, version: 3 },
  canCancel: true,
  manageUrl: 'http://localhost/reservations/r1?token=t',
  confirmation: null,
  asOf: '2026-11-20T12:00:00.000Z',
};
const slot = (time: string, label: string) => ({
  date: '2026-11-20',
  time,
  label,
  seatsLeft: 12,
  startsAt: `2026-11-20T${Number(time.slice(0, 2)) + 4}:${time.slice(3)}:00.000Z`,
  isNextDay: false,
});
const TIMES = [
  ['18:00', '6:00 p.m.'],
  ['18:30', '6:30 p.m.'],
  ['19:30', '7:30 p.m.'],
] as const;
const answers: Answers = {
  getReservation: view,
  getLocations: { locations: [truro] },
  getSite: { site: rootData.site },
  getReservationDays: {
    days: [
      { date: '2026-11-20', state: 'free' },
      { date: '2026-11-21', state: 'free' },
    ],
    timeZone: 'America/Halifax',
  },
  getReservationSlots: { slots: TIMES.map(([time, label]) => slot(time, label)), isClosed: false },
};
const address = `/reservations/${tableForTwo.reservationId}/change?token=t`;
const open = (more: Answers = {}, at = address) => openPage(changeRoute, at, { ...answers, ...more });

const newColumn = async () => {
  const table = await screen.findByRole('table', { name: 'The reservation now and after the change' });
  return within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    );
};

test('the form starts with the reservation; a new time shows beside the present one and is sent with the version', async () => {
  const changed = { ...tableForTwo, version: 4 };
  const { press, sent } = open({ changeReservation: { reservation: changed } });
  await expect(screen).toShow('Yours now');
  await press(/7:30/, 'radio');
  expect(await newColumn()).toEqual([
    ['Friday, November 20', 'Friday, November 20'],
    ['6:30 p.m.', '7:30 p.m.'],
    ['2 guests', '2 guests'],
    ['None', 'None'],
  ]);
  await expect(screen).toShow('Your 6:30 p.m. stays yours until the change is confirmed.');
  await press('Move to 7:30 p.m.');
  await waitFor(() =>
    expect(sent('changeReservation')).toEqual([
      {
        reservationId: 'r1',
        token: 't',
        date: '2026-11-20',
        time: '19:30',
        partySize: 2,
        specialRequests: null,
        version: 3,
      },
    ]),
  );
  await expect(screen).toShow('Your reservation is changed');
});

test('without a difference nothing is sent, and the page says so', async () => {
  const { press, sent } = open();
  await expect(screen).toShow('Yours now');
  await press('Change reservation');
  await expect(screen).toShow('Nothing is different yet. Choose another day, time, party size or request.');
  expect(sent('changeReservation')).toEqual([]);
});

test('a taken time offers the nearest ones, and the reservation stays', async () => {
  const alternatives = [{ date: '2026-11-21', time: '18:00', label: '6:00 p.m.', seatsLeft: 4 }];
  const { press } = open({ changeReservation: refusal('slot-unavailable', undefined, { alternatives }) });
  await press(/7:30/, 'radio');
  await press('Move to 7:30 p.m.');
  await expect(screen).toShow('Nothing was changed');
  await expect(screen).toShow(/6:30.p\.m\. This is still yours\./);
  await press(/Saturday.*6:00 p\.m\./);
  expect((await newColumn()).slice(0, 2)).toEqual([
    ['Friday, November 20', 'Saturday, November 21'],
    ['6:30 p.m.', '6:00 p.m.'],
  ]);
});

test('a change made in another tab shows, and the next attempt is based on it', async () => {
  const newer = {
    ...view.reservation,
    version: 9,
    reservationDetails: { ...tableForTwo.reservationDetails, partySize: 3 },
  };
  const { press, sent } = open({ changeReservation: refusal('conflict', undefined, { reservation: newer }) });
  await press(/7:30/, 'radio');
  await press('Move to 7:30 p.m.');
  await expect(screen).toShow(/changed somewhere else in the meantime/);
  expect((await newColumn())[2]).toEqual(['3 guests', '2 guests']);
  await press('Move to 7:30 p.m.');
  await waitFor(() => expect(sent('changeReservation').map((body) => body.version)).toEqual([3, 9]));
});

test('a reservation that can no longer be changed says whom to call', async () => {
  open({ getReservation: { ...view, canCancel: false } });
  await expect(screen).toShow('This reservation can no longer be changed here');
  await expect(screen).toShow(/Call us at/);
});

test('a lost link is sent to the typed address, and a failure is shown', async () => {
  const { press, sent, answer } = openPage(findRoute, '/reservations/find', {
    sendReservationLinks: refusal('conflict'),
  });
  await press('Send the link');
  await expect(screen).toShow('Enter your email address or your phone number.');
  expect(document.activeElement).toBe(await field(/^Email/));
  await typeIn(/^Email/, 'asha@');
  await press('Send the link');
  expect(document.activeElement).toBe(await field(/^Email/));
  await typeIn(/^Email/, 'asha@example.com');
  await press('Send the link');
  await expect(screen).toShow('The link was not sent');
  answer({ sendReservationLinks: { sentTo: 'asha@example.com' } });
  await press('Send the link');
  await expect(screen).toShow('If there is a reservation for asha@example.com, its link is on its way.');
  expect(sent('sendReservationLinks')).toEqual([{ email: 'asha@example.com' }, { email: 'asha@example.com' }]);
});

test('a guest who gave only a phone number gets the link as a text message', async () => {
  const { press, sent } = openPage(findRoute, '/reservations/find', {
    sendReservationLinks: { sentTo: '+19025550171' },
  });
  await typeIn(/^Email/, '555-0171');
  await press('Send the link');
  await expect(screen).toShow('This is not a complete phone number. Enter it with the area code.');
  await typeIn(/^Email/, '(902) 555-0171');
  await press('Send the link');
  await expect(screen).toShow('Check your text messages');
  await expect(screen).toShow('If there is a reservation for (902) 555-0171, its link is on its way.');
  expect(sent('sendReservationLinks')).toEqual([{ phone: '+19025550171' }]);
});

async function bookTwice(details: Readonly<Record<string, unknown>>) {
  const page = openPage(bookRoute, '/reservations?location=truro&day=tonight', {
    ...answers,
    createReservation: refusal('reservation-exists', undefined, details),
    sendReservationLinks: { sentTo: 'ravi@example.test' },
  });
  await page.press(/7:30/, 'radio');
  await typeIn(/^(Full )?Name/, 'Ravi Nair');
  await typeIn(/^Email/, 'ravi@example.test');
  await typeIn(/^Phone/, '9025550102');
  await page.press(/^Reserve/);
  return page;
}

test('a refused second reservation offers its owner to change the first', async () => {
  await bookTwice({ reservation: tableForTwo });
  await expect(screen).toShow('You already have a table here');
  const link = await screen.findByRole('link', { name: /^Move to Friday,\sNov\s20, 7:30 p\.m\./ });
  expect(link.getAttribute('href')).toBe(
    `/reservations/${tableForTwo.reservationId}/change?party=2&date=2026-11-20&time=19%3A30`,
  );
});

test('anybody else is offered to have the link sent to the address', async () => {
  const { press } = await bookTwice({});
  await expect(screen).toShow(
    'Is it yours? We can send its link to your email address. With the link you can change it.',
  );
  expect(screen.queryByText('You already have a table here')).toBeNull();
  await press('Send the link');
  await expect(screen).toShow('If there is a reservation for ravi@example.test, its link is on its way.');
});
