import { expect, test, vi } from 'vitest';
import { toast } from '../../ui/toasts.ts';
import { startWorker } from './worker.ts';

test.each([
  ['no worker is active', null, 0],
  ['another one is active', {}, 1],
])('a worker that was installed while %s is offered as a new version: %s, %i times', async (_when, active, times) => {
  vi.stubEnv('PROD', true);
  const installing = Object.assign(new EventTarget(), { state: 'installed' });
  const registration = Object.assign(new EventTarget(), { installing, active, waiting: null });
  // In WebKit the first worker controls the page before it is active.
  const controller = { postMessage() {} };
  const serviceWorker = Object.assign(new EventTarget(), { controller, register: async () => registration });
  vi.stubGlobal('navigator', { ...navigator, serviceWorker });
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  const offer = vi.spyOn(toast, 'info').mockReturnValue();
  await startWorker();
  registration.dispatchEvent(new Event('updatefound'));
  installing.dispatchEvent(new Event('statechange'));
  expect(offer).toHaveBeenCalledTimes(times);
});
