import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { tableForTwo, truro } from '../../testing/samples.ts';
import { openPage } from '../../testing/show.tsx';
import { ReservationPage } from './reservation-page.tsx';

test('after cancelling, the page shows its head', async () => {
  const seen = {
    reservation: tableForTwo,
    canCancel: true,
    manageUrl: 'http://localhost/reservations/r1?token=t',
    confirmation: null,
    asOf: '2026-11-20T12:00:00.000Z',
  } as const;
  const page = { default: () => <ReservationPage seen={seen} place={truro} token="t" /> };
  const cancelled = { ...tableForTwo, status: 'cancelled' as const, updatedAt: '2026-11-20T12:01:00.000Z' };
  const { press } = openPage(page, '/reservations/r1', { cancelReservation: { reservation: cancelled } });
  await press('Cancel reservation');
  await press('Cancel reservation');
  await expect(screen).toShow('This reservation is cancelled');
  await waitFor(() => expect(document.activeElement?.textContent).toContain('This reservation is cancelled'));
});
