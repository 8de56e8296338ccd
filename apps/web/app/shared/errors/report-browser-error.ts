import { isRouteErrorResponse } from 'react-router';
import { paths } from '../../paths.ts';
import { browserErrorId } from './error-id.ts';

/** How browsers' messages begin when a request got no response. Other errors may mention loading, too. */
const UNANSWERED =
  /^(?:Failed to fetch|NetworkError|Load failed|cancelled|error loading|Importing a module script failed)/;
/** How the message of the bundler begins when the styles of a page got no response. */
const NO_STYLES = /^Unable to preload CSS/;

/** Whether a request got no response: the network is away, or the browser ended the request when it left the page. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof Error &&
  ((error instanceof TypeError && UNANSWERED.test(error.message)) || NO_STYLES.test(error.message));

const reported = new WeakSet<object>();

/** Sends a browser's crash to the server's log under the id that the page shows. */
export function reportBrowserError(error: unknown): void {
  if (isRouteErrorResponse(error) && error.status < 500) return; // a wrong address is not an error of the site
  if (isUnanswered(error)) return;
  if (typeof error === 'object' && error !== null) {
    if (reported.has(error)) return;
    reported.add(error);
  }
  const details = detailsOf(error);
  const body = new URLSearchParams({
    errorId: browserErrorId(error),
    path: location.pathname,
    message: details.message.slice(0, 500),
    stack: details.stack.slice(0, 3000),
  });
  navigator.sendBeacon(paths.clientError(), body);
}

function detailsOf(error: unknown): { message: string; stack: string } {
  if (error instanceof Error) return { message: error.message, stack: error.stack ?? '' };
  if (isRouteErrorResponse(error)) return { message: `${error.status} ${error.statusText}`, stack: '' };
  return { message: String(error), stack: '' };
}
