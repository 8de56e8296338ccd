import { useRef } from 'react';
import { firstName, initialsOf } from '@tiffin/domain/people';
import { LayoutDashboard, LogOut } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import { isBackOffice } from '../../shared/session/roles.ts';
import type { Me } from '../../shared/api/server-context.ts';
import { useSignOut } from '../../shared/session/sign-out.tsx';
import { paths } from '../../paths.ts';
import { Link } from '../../ui/link.tsx';
import styles from './account-menu.module.css';

const ROLES = {
  admin: say`Admin User`,
  accountant: say`Accountant`,
  manager: say`Manager`,
  staff: say`Staff`,
  customer: say`Customer`,
};

const MENU_ID = 'account-menu';

/** A native popover: it opens before any script has loaded and closes with the page. */
export function AccountMenu({ me }: { me: NonNullable<Me> }) {
  const ref = useRef<HTMLDivElement>(null);
  const signOut = useSignOut();

  const name = firstName(me.displayName) || me.email;
  const worksHere = isBackOffice(me.role);
  return (
    <div className={styles.account}>
      <button
        type="button"
        popoverTarget={MENU_ID}
        className={`row gap-10 touch-height pill text-sm weight-600 ${styles.button}`}
        aria-label={say`Account of ${me.displayName || me.email}`}
      >
        {/* The initials are drawn as an image, because text on a button is part of its accessible name. */}
        <span
          className={`center pill tinted ink text-xs ${styles.avatar}`}
          data-initials={initialsOf(me.displayName) || initialsOf(me.email)}
          aria-hidden="true"
        />
        <span className={`clip nowrap ${styles.name}`}>{name}</span>
      </button>
      <div ref={ref} id={MENU_ID} popover="auto" className={`fixed round-md surface ink ${styles.menu}`}>
        <div className={`grid gap-2 text-sm leading-135 break-anywhere ${styles.who}`}>
          <b className="text-md">{name}</b>
          <span className="soft">{me.email}</span>
          <span className="hint">{ROLES[me.role]}</span>
        </div>
        <Link href={worksHere ? paths.adminDashboard() : paths.dashboard()} className={styles.item}>
          <LayoutDashboard className="soft" />
          {worksHere ? say`Admin Dashboard` : say`Past Orders / Reservations`}
        </Link>
        <Link
          href={paths.signOut()}
          role="button"
          className={styles.item}
          onClick={(event) => {
            event.preventDefault();
            ref.current?.hidePopover();
            signOut();
          }}
        >
          <LogOut className="soft" />
          {say`Logout`}
        </Link>
      </div>
    </div>
  );
}
