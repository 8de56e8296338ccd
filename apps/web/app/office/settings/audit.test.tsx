import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openOffice } from '../../testing/show.tsx';

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

test('the log reads as sentences, with kitchen steps folded', async () => {
  const steps = ['ready', 'preparing'].map((status, at) => entry(String(5 - at), 'move-order', { after: { status } }));
  openOffice('audit', { getAuditLog: { entries: [entry('6', 'text-guest'), ...steps], nextCursor: null } });
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
  openOffice('audit', { getAuditLog: { entries: [seated], nextCursor: null } });
  const [dt] = await screen.findAllByText('table');
  expect(dt?.parentElement?.textContent).toBe('tableAfter 7');
  const id = screen.getByText('req-4711');
  expect(id.closest('details')?.open).toBe(false);
});
