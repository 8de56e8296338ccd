import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { ServerErrorId } from './shared/errors/error-id.ts';
import { reportBrowserError } from './shared/errors/report-browser-error.ts';

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

// Set by the Android app before the page loads. No other browser downloads this code.
if ('Capacitor' in globalThis) void import('./android-app.ts').then(({ start }) => start());
