import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Answer } from '../../shared/api/api.ts';
import { refusal } from '../../testing/network.ts';
import { field, openOffice, typeIn } from '../../testing/show.tsx';

type People = Answer<'getScheduledReports'>['people'];

const anjali = {
  userId: 'anjali',
  name: 'Anjali Rao',
  email: 'anjali@example.test',
  role: 'admin' as const,
  locationIds: null,
  reports: [{ locationId: 'all', frequency: 'monthly' as const }],
};
const mia = {
  userId: 'mia',
  name: 'Mia Manager',
  email: 'mia@example.test',
  role: 'manager' as const,
  locationIds: ['truro'],
  reports: [],
};
const people: People = [anjali, mia];

async function openMails(answers: Parameters<typeof openOffice>[1]) {
  const opened = openOffice('report', { getScheduledReports: { people }, ...answers });
  fireEvent.click(await screen.findByRole('radio', { name: 'By email' }));
  return opened;
}

test('an admin chooses a daily report for a manager and stops one of their own', async () => {
  const sent: unknown[] = [];
  const { press } = await openMails({
    addScheduledReport: (body) => {
      sent.push(body);
      return { people: [anjali, { ...mia, reports: [{ locationId: 'truro', frequency: 'daily' }] }] };
    },
    removeScheduledReport: (body) => {
      sent.push(body);
      return { people: [{ ...anjali, reports: [] }, mia] };
    },
  });
  await expect(screen).toShow('Every month, All locations');
  await typeIn('Person', 'mia');
  await typeIn('Location', 'truro');
  await press('Send this report');
  await expect(screen).toShow('Every day, Truro Heights');
  await press('Stop: Every month, All locations, to Anjali Rao');
  await expect(screen).toShow('Nobody gets a report by email yet.');
  expect(sent).toEqual([
    { userId: 'mia', locationId: 'truro', frequency: 'daily' },
    { userId: 'anjali', locationId: 'all', frequency: 'monthly' },
  ]);
});

test('a manager chooses for themselves, and only among their locations', async () => {
  await openMails({ getScheduledReports: { people: [mia] } });
  const location = await field('Location');
  expect(screen.queryByLabelText('Person')).toBeNull();
  expect([...location.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
    'All their locations',
    'Truro Heights',
  ]);
});

test('a choice that fails says why and changes nothing', async () => {
  const { press } = await openMails({
    addScheduledReport: refusal('permission-denied'),
    removeScheduledReport: refusal('permission-denied'),
  });
  await press('Send this report');
  await expect(screen).toShow('The report was not added');
  await press('Stop: Every month, All locations, to Anjali Rao');
  await expect(screen).toShow('The report was not stopped');
  await expect(screen).toShow('Every month, All locations');
});

test('a list that cannot be loaded is tried again', async () => {
  const { press, answer } = await openMails({ getScheduledReports: refusal('conflict') });
  await expect(screen).toShow('The reports by email could not be loaded');
  answer({ getScheduledReports: { people } });
  await press('Try Again');
  await expect(screen).toShow('Every month, All locations');
});
