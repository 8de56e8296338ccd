import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal } from '../../testing/network.ts';
import { openOffice, typeIn } from '../../testing/show.tsx';

const entry = (id: string, action: string, more: Record<string, unknown> = {}) => ({
  id,
  at: `2026-11-20T22:0${id}:00.000Z`,
  actorKind: 'user',
  actorName: 'Leah',
  action,
  subjectKind: 'order',
  subjectId: 'TRU-20261120-7K3QX',
  subjectName: null,
  locationId: 'truro',
  before: null,
  after: null,
  requestId: null,
  address: null,
  ...more,
});

const people = [{ id: 'leah', name: 'Leah' }];
const logOf = (...entries: ReturnType<typeof entry>[]) => ({
  entries,
  names: { truro: 'Truro Heights' },
  people,
  nextCursor: null,
});

test('the log reads as sentences, with kitchen steps folded', async () => {
  const steps = ['ready', 'preparing'].map((status, at) => entry(String(5 - at), 'move-order', { after: { status } }));
  openOffice('audit', { getAuditLog: logOf(entry('6', 'text-guest'), ...steps) });
  await expect(screen).toShow(/^2 kitchen steps, .*6:04 p\.m\. to .*6:05 p\.m\./);
  const rows = screen.getAllByRole('listitem').filter(({ textContent }) => textContent?.includes('Leah'));
  expect(rows[0]?.textContent).toContain('Leah texted the guest of order 7K3QX');
  const [link] = within(rows[0] as HTMLElement).getAllByRole('link');
  expect(link?.getAttribute('href')).toBe('#find-order/TRU-20261120-7K3QX');
  expect(rows[1]?.querySelector('details')?.textContent).toContain('Leah moved order 7K3QX to Ready');
});

test('a seated reservation shows its table, and the request id is collapsed', async () => {
  const seated = entry('6', 'update-reservation-status', {
    subjectKind: 'reservation',
    before: { status: 'confirmed', tableNumber: null },
    after: { status: 'seated', tableNumber: '7' },
    requestId: 'req-4711',
  });
  openOffice('audit', { getAuditLog: logOf(seated) });
  const [dt] = await screen.findAllByText('table');
  expect(dt?.parentElement?.textContent).toBe('tableAfter 7');
  const id = screen.getByText('req-4711');
  expect(id.closest('details')?.open).toBe(false);
});

test('the log is filtered by person, kind and time', async () => {
  const { sent } = openOffice('audit', { getAuditLog: logOf(entry('6', 'text-guest')) });
  await expect(screen).toShow(/texted the guest/);
  await typeIn('Person', 'leah');
  await typeIn('About', 'menu');
  await typeIn('From', '2026-11-20');
  await waitFor(() =>
    expect(sent('getAuditLog').at(-1)).toMatchObject({
      actorId: 'leah',
      group: 'menu',
      from: '2026-11-20T04:00:00.000Z',
    }),
  );
});

test('a changed field shows the name of a location, and many changes are collapsed', async () => {
  const moved = entry('6', 'update-user', {
    subjectKind: 'user',
    subjectName: 'Mia',
    before: { locationIds: [] },
    after: { locationIds: ['truro'] },
  });
  const long = entry('5', 'update-menu-item', {
    subjectKind: 'menu-item',
    subjectName: 'Dal',
    after: { name: 'Dal', description: 'Lentils', price: 9, position: 2, capacity: 4 },
  });
  openOffice('audit', { getAuditLog: logOf(moved, long) });
  const [ids] = await screen.findAllByText('locations');
  expect(ids?.parentElement?.textContent).toBe('locationsAfter Truro Heights');
  expect(ids?.closest('details')).toBeNull();
  const summary = screen.getByText('5 changes: name, description, price, position, capacity');
  expect(summary.closest('details')?.open).toBe(false);
});

test('a change of very many fields names the first of them', async () => {
  const fields = Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`field${index}`, index]));
  const long = entry('5', 'update-menu-item', { subjectKind: 'menu-item', subjectName: 'Dal', after: fields });
  openOffice('audit', { getAuditLog: logOf(long) });
  const summary = await screen.findByText(/^150 changes: /);
  expect(summary.textContent).toMatch(/^150 changes: (field ?\d+, ){6}…$/);
});

test('a log that cannot be loaded is tried again', async () => {
  const { press, answer } = openOffice('audit', { getAuditLog: refusal('conflict') });
  await expect(screen).toShow('Error Loading the Audit Log');
  answer({ getAuditLog: logOf(entry('6', 'text-guest')) });
  await press('Try Again');
  await expect(screen).toShow(/texted the guest/);
});
