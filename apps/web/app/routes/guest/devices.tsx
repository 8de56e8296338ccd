import { replace, useNavigate, useRevalidator } from 'react-router';
import { say } from '@tiffin/domain/core';
import { TwoFactorCodes } from '../../guest/security/codes.tsx';
import { DeviceList } from '../../guest/security/device-list.tsx';
import { Password, WeakPassword } from '../../guest/security/password.tsx';
import { Passkeys } from '../../guest/security/passkeys.tsx';
import { TwoFactorRequired } from '../../guest/security/second-step-needed.tsx';
import { SharedTablets } from '../../guest/security/shared-tablets.tsx';
import styles from '../../guest/security/devices.module.css';
import { officePaths } from '../../office-paths.ts';
import { paths } from '../../paths.ts';
import { serverContext } from '../../shared/api/server-context.ts';
import { errorText } from '../../shared/errors/error-text.ts';
import { IdentityDialogs } from '../../shared/session/identity-dialogs.tsx';
import { requireSignedIn, safeRedirect } from '../../shared/session/guards.ts';
import { isBackOffice } from '../../shared/session/roles.ts';
import { privateMeta } from '../../shared/site/seo.ts';
import { LinkButton } from '../../ui/button.tsx';
import type { Route } from './+types/devices';

export async function loader(args: Route.LoaderArgs) {
  const me = await requireSignedIn(args);
  if (me.tablet !== undefined) throw replace(paths.adminDashboard());
  const { api } = args.context.get(serverContext);
  const answer = await api('getMyDevices');
  const isOpen = !answer.needsSecondStep && !answer.needsNewPassword;
  // When the tablets cannot be loaded, the rest of the page still works.
  const tablets =
    answer.mayHaveCodes && isOpen
      ? await api('getTablets').then(
          (shared) => ({ shared, problem: null }),
          (error: unknown) => ({ shared: null, problem: errorText(error) }),
        )
      : null;
  const from = safeRedirect(new URL(args.request.url).searchParams.get('from'), '');
  // Staff who were sent here from the back office return to it once the second step is set up.
  if (from && isOpen && isBackOffice(me.role)) return { ...answer, tablets, me, goOn: from };
  return { ...answer, tablets, me, goOn: null };
}

export const meta = privateMeta({
  title: say`Sign-in and devices`,
  description: say`Where you are signed in, and how.`,
});

export default function Devices({ loaderData }: Route.ComponentProps) {
  const revalidator = useRevalidator();
  const navigate = useNavigate();
  const reload = () => void revalidator.revalidate();
  return (
    <div className={`wrap stack gap-32 ${styles.page}`}>
      <header>
        <h1>{say`Sign-in and devices`}</h1>
        <p className="soft">{say`Where you are signed in. Sign out devices you do not recognize, and choose a new password.`}</p>
      </header>
      <IdentityDialogs />
      {loaderData.needsSecondStep && (
        <TwoFactorRequired
          hasCodes={loaderData.hasCodes}
          hasPasskeys={loaderData.passkeys.length > 0}
          onConfirmed={reload}
        />
      )}
      {(loaderData.needsNewPassword || loaderData.me.hasWeakPassword) && (
        <WeakPassword isRequired={loaderData.needsNewPassword} />
      )}
      {loaderData.goOn !== null && <LinkButton href={loaderData.goOn}>{say`To the back office`}</LinkButton>}
      <Password
        hasPassword={loaderData.hasPassword}
        isStaff={isBackOffice(loaderData.me.role)}
        email={loaderData.me.email}
        onChanged={reload}
      />
      {loaderData.mayHaveCodes && <TwoFactorCodes hasCodes={loaderData.hasCodes} onChanged={reload} />}
      {(loaderData.mayHavePasskeys || loaderData.passkeys.length > 0) && (
        <Passkeys passkeys={loaderData.passkeys} mayAdd={loaderData.mayHavePasskeys} onChanged={reload} />
      )}
      <DeviceList
        devices={loaderData.devices}
        onChanged={reload}
        onLeft={() => void navigate(paths.login(), { replace: true })}
      />
      {loaderData.tablets && (
        <SharedTablets
          {...loaderData.tablets}
          onChanged={reload}
          locationIds={loaderData.me.isAdmin ? null : loaderData.me.locationIds}
          onSetUp={() => {
            // Reloads, so that the page does not show the previous person.
            void Promise.resolve(navigate(officePaths.tablet(), { replace: true })).then(reload);
          }}
        />
      )}
    </div>
  );
}
