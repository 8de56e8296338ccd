import type { ReactNode } from 'react';
import type { Section } from '@tiffin/domain/people';
import {
  CircleQuestionMark,
  ExternalLink,
  KeyRound,
  LockKeyhole,
  LogOut,
  PanelLeftClose,
  PanelLeftOpen,
  Search,
  Languages,
} from 'lucide-react';
import { language, LANGUAGE_NAMES, type Language } from '@tiffin/domain/core';
import markUrl from '../../assets/brand/app-icon.svg';
import type { Me } from '../../shared/api/server-context.ts';
import { useSignOut } from '../../shared/session/sign-out.tsx';
import { useRootDataIfAny } from '../../shared/site/site.ts';
import { officePaths } from '../../office-paths.ts';
import { paths } from '../../paths.ts';
import { IconButton } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { PAGE_OF } from '../../shared/handbook/page-of.ts';
import type { AdminSection } from './sections.ts';
import styles from './shell.module.css';
import { texts } from './texts.ts';
import { api } from '../../shared/api/api.ts';
import { wordsFor } from '../../shared/errors/words.ts';
import { toast } from '../../ui/toasts.ts';

export interface SidebarProps {
  me: NonNullable<Me>;
  groups: readonly (readonly AdminSection[])[];
  openId: string | null;
  collapsed: boolean;
  /** The count of open items of a section. */
  badge: (id: Section) => ReactNode;
  /** Opens the command palette. */
  onSearch: () => void;
  /** On a shared tablet: locks it for the next person. */
  onLock?: () => void;
  /** Missing where the sidebar cannot collapse (the slide-over). */
  onCollapse?: () => void;
}

export function Sidebar({ me, groups, openId, collapsed, badge, onSearch, onLock, onCollapse }: SidebarProps) {
  const signOut = useSignOut();
  const chain = useRootDataIfAny()?.site.name;
  const { name, email } = whoIs(me);
  const open = groups.flat().find(({ id }) => id === openId);
  // Help opens at the handbook page of the open section.
  const page = open && PAGE_OF[open.id];
  return (
    <div className={`column gap-2 full-height ${styles.sidebar}`}>
      <div className={`row gap-10 ${styles.brand}`}>
        <img src={markUrl} alt="" width={34} height={34} />
        <span className={styles.label}>
          <b className="block">{texts.title}</b>
          <small className="hint block">{chain}</small>
        </span>
      </div>
      <button
        type="button"
        className={`row gap-10 icon-20 no-shrink touch-height below-12 round-control surface shadow-1 soft nowrap ${styles.sidebarSearch}`}
        title={texts.search}
        data-closes=""
        onClick={onSearch}
      >
        <Search aria-hidden="true" />
        <span className={styles.label}>{texts.search}</span>
        <kbd className={`quiet push-right ${styles.label}`} aria-hidden="true">
          ⌘K
        </kbd>
      </button>
      <nav aria-label={texts.sections} className="grid gap-14">
        {groups.map((group) => (
          <ul className="grid gap-2" key={group[0]?.id}>
            {group.map(({ id, label, icon: Icon }) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  className={styles.item}
                  title={label}
                  {...(id === openId && { 'aria-current': 'page' })}
                >
                  <Icon aria-hidden="true" />
                  <span className={styles.label}>{label}</span>
                  <span className={`push-right ${styles.badge}`}>{badge(id)}</span>
                </a>
              </li>
            ))}
          </ul>
        ))}
      </nav>
      <div className={`grid gap-2 ${styles.foot}`}>
        <Link href={paths.home()} className={styles.item} title={texts.toSite}>
          <ExternalLink aria-hidden="true" />
          <span className={styles.label}>{texts.toSite}</span>
        </Link>
        <Link href={officePaths.handbook(page)} className={styles.item} title={texts.handbook}>
          <CircleQuestionMark aria-hidden="true" />
          <span className={styles.label}>{texts.handbook}</span>
        </Link>
        {onLock === undefined && (
          <Link href={paths.devices()} className={styles.item} title={texts.devices}>
            <KeyRound aria-hidden="true" />
            <span className={styles.label}>{texts.devices}</span>
          </Link>
        )}
        <OtherLanguages />
        {onCollapse && (
          <button
            type="button"
            className={styles.item}
            aria-expanded={!collapsed}
            title={collapsed ? texts.expand : texts.collapse}
            onClick={onCollapse}
          >
            {collapsed ? <PanelLeftOpen aria-hidden="true" /> : <PanelLeftClose aria-hidden="true" />}
            <span className={styles.label}>{collapsed ? texts.expand : texts.collapse}</span>
          </button>
        )}
        <div className={`row gap-10 ${styles.me}`}>
          <span className={`grow min-width-0 leading-125 ${styles.who}`}>
            <b className="block">{name}</b>
            <small className="hint block">{email}</small>
          </span>
          {onLock === undefined ? (
            <IconButton label={texts.logout} title={texts.logout} data-closes="" onClick={signOut}>
              <LogOut aria-hidden="true" />
            </IconButton>
          ) : (
            <IconButton label={texts.lock} title={texts.lock} data-closes="" onClick={onLock}>
              <LockKeyhole aria-hidden="true" />
            </IconButton>
          )}
        </div>
      </div>
    </div>
  );
}

/** The user's name and email for the sidebar. */
export function whoIs({ displayName, email }: { readonly displayName: string; readonly email: string }): {
  name: string;
  email: string;
} {
  return { name: displayName.trim() || texts.nameFallback, email: email.trim() || texts.emailFallback };
}

/** Switches the back office's language. Stored in the account, so that it applies on every device. */
function OtherLanguages() {
  const languages = useRootDataIfAny()?.site.languages ?? [];
  const speak = (requested: Language) =>
    void api('updateMe', { body: { language: requested } }).then(
      () => location.reload(),
      (error: unknown) => toast.error(wordsFor(error)),
    );
  return languages
    .filter((each) => each !== language())
    .map((each) => (
      <button
        key={each}
        type="button"
        lang={each}
        className={styles.item}
        title={LANGUAGE_NAMES[each]}
        onClick={() => speak(each)}
      >
        <Languages aria-hidden="true" />
        <span className={styles.label}>{LANGUAGE_NAMES[each]}</span>
      </button>
    ));
}
