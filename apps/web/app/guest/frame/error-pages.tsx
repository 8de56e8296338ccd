import { say } from '@tiffin/domain/core';
import plate from '../../assets/dishes/plate.svg';
import { useEffect, type ReactNode } from 'react';
import { useLocation, useNavigate, isRouteErrorResponse, useRouteError } from 'react-router';
import { isServerReachable, probeServer, watchConnection } from '../../shared/offline/online.ts';
import { useErrorId } from '../../shared/errors/error-id.ts';
import { isUnanswered } from '../../shared/errors/report-browser-error.ts';
import { useRootDataIfAny } from '../../shared/site/site.ts';
import { paths } from '../../paths.ts';
import { Button, LinkButton, type ButtonLook } from '../../ui/button.tsx';
import { EmptyState, StateArt, WholePage } from '../../ui/empty-state.tsx';
import { SiteFrame } from './site-frame.tsx';
import styles from './frame.module.css';

export const NOT_FOUND_TEXT = say`The address may be mistyped, or the page has moved. The menu is still where it was.`;

export const CRASH = {
  title: say`Oops! Something went wrong`,
  text: say`It isn’t you. Try again. If it keeps happening, write to us and include the number below.`,
};

const UNREACHABLE = {
  title: say`No connection`,
  text: say`This page needs a connection. It loads automatically once you are back online.`,
};

export function NotFoundPage() {
  return (
    <WholePage>
      <EmptyState
        level={1}
        title={say`This page isn’t on the menu`}
        text={NOT_FOUND_TEXT}
        picture={<StateArt src={plate} grey />}
      >
        <LinkButton href={paths.menuStart()}>{say`See the menu`}</LinkButton>
        <LinkButton look="bare" href={paths.home()}>
          {say`Go Home`}
        </LinkButton>
      </EmptyState>
    </WholePage>
  );
}

export function ErrorPage() {
  const error = useRouteError();
  const isNotFound = isRouteErrorResponse(error) && error.status === 404;
  return <SiteFrame>{isNotFound ? <NotFoundPage /> : <CrashPage error={error} />}</SiteFrame>;
}

/** An unexpected error, with the id under which the server logged it. */
export function CrashPage({ error }: { error: unknown }) {
  const navigate = useNavigate();
  const location = useLocation();
  const support = useRootDataIfAny()?.site.supportEmail;
  const errorId = useErrorId(error);
  const isUnreachable = isUnanswered(error);
  useReloadOnceReachable(isUnreachable);
  const texts = isUnreachable ? UNREACHABLE : CRASH;
  return (
    <WholePage>
      <EmptyState level={1} title={texts.title} text={texts.text} picture={<StateArt src={plate} grey />}>
        <AgainButton onPress={() => void navigate(location, { replace: true })}>{say`Try Again`}</AgainButton>
        <AgainButton look="quiet" onPress={() => window.location.reload()}>
          {say`Reload Page`}
        </AgainButton>
        <LinkButton look="bare" href={paths.home()}>
          {say`Go Home`}
        </LinkButton>
      </EmptyState>
      <p className={`flex flex-wrap justify-center above-20 text-sm soft ${styles.id}`}>
        {errorId && !isUnreachable && (
          <span>
            {say`Error ID`}: <code className="ink">{errorId}</code>
          </span>
        )}
        {support && (
          <span>
            {say`Support`}: <a href={`mailto:${support}?subject=${encodeURIComponent(errorId ?? '')}`}>{support}</a>
          </span>
        )}
      </p>
    </WholePage>
  );
}

/** A plain form, so that the button works on a page whose scripts never loaded. */
function AgainButton({ onPress, ...button }: { look?: ButtonLook; onPress: () => void; children: ReactNode }) {
  return (
    <form
      method="get"
      className="contents"
      onSubmit={(event) => {
        event.preventDefault();
        onPress();
      }}
    >
      <Button type="submit" {...button} />
    </form>
  );
}

/** Reloads a page that failed only because the server was not reachable. */
function useReloadOnceReachable(isUnreachable: boolean): void {
  useEffect(() => {
    if (!isUnreachable) return undefined;
    // The server may be reachable already: one response was lost, or a new release has other files.
    void probeServer().then((isReachable) => isReachable && reloadUnlessJustReloaded());
    return watchConnection(() => {
      if (isServerReachable()) reloadUnlessJustReloaded();
    });
  }, [isUnreachable]);
}

const RELOADED_AT = 'tiffin_reloaded';
const MIN_RELOAD_INTERVAL_MS = 30_000;

/** Prevents a loop for a page that fails on every load. Its buttons still reload. */
function reloadUnlessJustReloaded(): void {
  if (Date.now() - Number(sessionStorage.getItem(RELOADED_AT)) < MIN_RELOAD_INTERVAL_MS) return;
  sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  window.location.reload();
}
