import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { ServerErrorId } from './shared/errors/error-id.ts';
import { loadShownAccountMenu } from './guest/frame/account-corner.tsx';
import { reportBrowserError } from './shared/errors/report-browser-error.ts';

const errorId = document.querySelector<HTMLMetaElement>('meta[name="error-id"]')?.content ?? null;

function hydrate(): void {
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
}

// A page whose menu cannot be loaded starts without it.
void loadShownAccountMenu().then(hydrate, hydrate);

// Set by the Android app before the page loads. No other browser downloads this code.
if ('Capacitor' in globalThis) void import('./android-app.ts').then(({ start }) => start());
