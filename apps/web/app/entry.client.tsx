import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { ServerErrorId } from './lib/error-id.ts';
import { reportBrowserError } from './lib/report-browser-error.ts';

const errorId = document.querySelector<HTMLMetaElement>('meta[name="error-id"]')?.content ?? null;

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <ServerErrorId value={errorId}>
        <HydratedRouter onError={reportBrowserError} />
      </ServerErrorId>
    </StrictMode>,
  );
});

// Put there by the Android app before the page; nobody else ever downloads what it needs.
if ('Capacitor' in globalThis) void import('./lib/android-app.ts').then(({ start }) => start());
