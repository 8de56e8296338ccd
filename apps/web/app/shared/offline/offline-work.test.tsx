import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** Whether the server can be reached. */
let network = true;

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  network = true;
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => network);
  vi.stubGlobal('fetch', async () => {
    if (!network) throw new TypeError('Failed to fetch');
    return new Response('{}');
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.doUnmock('./worker.ts');
});

async function goes(ms: number) {
  await act(() => vi.advanceTimersByTimeAsync(ms));
}

async function networkIs(there: boolean) {
  network = there;
  await act(async () => void dispatchEvent(new Event(there ? 'online' : 'offline')));
  await goes(0);
}

async function openPage() {
  const { OfflineWork } = await import('./offline-work.tsx');
  const { reportResponse } = await import('./online.ts');
  // Imported in advance, because reading a file takes real time.
  await import('./offline-note.tsx');
  const router = createMemoryRouter([{ path: '/', element: <OfflineWork isStaff={false} /> }]);
  render(<RouterProvider router={router} />);
  return { serverAnswered: reportResponse };
}

test('a response that arrives after the network was lost does not hide that', async () => {
  const { serverAnswered } = await openPage();
  await goes(3000);
  await networkIs(false);
  await vi.waitFor(() => screen.getByText('No connection'));
  await act(async () => serverAnswered());
  await goes(0);
  expect(screen.getByText('No connection')).toBeTruthy();
  await networkIs(true);
  expect(screen.queryByText('No connection')).toBeNull();
});

test('modules that failed to load offline are loaded when the connection is back', async () => {
  let tries = 0;
  vi.doMock('./worker.ts', () => ({
    async startWorker() {
      tries++;
      if (!network) throw new TypeError('Failed to fetch');
    },
  }));
  await openPage();
  network = false;
  await goes(3000);
  await vi.waitFor(() => expect(tries).toBe(1));
  await networkIs(false);
  await networkIs(true);
  await vi.waitFor(() => expect(tries).toBe(2));
});
