import { Fragment, useId, type ReactNode } from 'react';
import type { Section } from '@tiffin/domain/people';
import {
  CircleQuestionMark,
  CircleUserRound,
  Ellipsis,
  ExternalLink,
  KeyRound,
  LockKeyhole,
  LogOut,
  PanelLeftClose,
  PanelLeftOpen,
  Search,
  Languages,
  type LucideIcon,
} from 'lucide-react';
import { currentLanguage, LANGUAGE_NAMES, type Language, say } from '@tiffin/domain/core';
import markUrl from '../../assets/brand/app-icon.svg';
import type { Me } from '../../shared/api/server-context.ts';
import { useCommandKey } from '../../shared/page/command-key.ts';
import { useSignOut } from '../../shared/session/sign-out.tsx';
import { useRootDataIfAny } from '../../shared/site/site.ts';
import { officePaths } from '../../office-paths.ts';
import { paths } from '../../paths.ts';
import { IconButton } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { useMedia } from '../../ui/media.ts';
import { HANDBOOK_PAGE_OF_SECTION } from '../../shared/handbook/page-of.ts';
import { LARGE_SCREEN, type AdminSection } from './sections.ts';
import styles from './shell.module.css';
import { api } from '../../shared/api/api.ts';
import { errorText } from '../../shared/errors/error-text.ts';
import { toast } from '../../ui/toasts.ts';

export interface SidebarProps {
  me: NonNullable<Me>;
  first: readonly AdminSection[];
  /** `first` on a large screen. */
  firstOnLarge: readonly AdminSection[];
  /** The sections behind More. */
  rest: readonly AdminSection[];
  openId: string | null;
  collapsed: boolean;
  badge: (id: Section) => ReactNode;
  onSearch: () => void;
  /** On a shared tablet: locks it for the next person. */
  onLock?: () => void;
  /** Missing where the sidebar cannot collapse (the slide-over). */
  onCollapse?: () => void;
}

/** The search, the sections and the account of the person. */
export function Sidebar(props: SidebarProps) {
  const { first, firstOnLarge, rest, openId } = props;
  const shown = useMedia(LARGE_SCREEN) ? firstOnLarge : first;
  const behindMore = [...first, ...rest].filter((section) => !shown.some(({ id }) => id === section.id));
  const open = [...first, ...rest].find(({ id }) => id === openId);
  return (
    <div className={`column gap-2 full-height ${styles.sidebar}`}>
      <Brand />
      <SearchButton onSearch={props.onSearch} />
      <nav aria-label={say`Sections`} className="grid gap-2">
        <SectionList sections={firstOnLarge} alwaysShown={first} openId={openId} badge={props.badge} />
        {behindMore.length > 0 && (
          <MoreButton rest={behindMore} openId={openId} badge={props.badge} onSearch={props.onSearch} />
        )}
      </nav>
      <div className={`grid gap-2 ${styles.foot}`}>
        {props.onCollapse && <CollapseButton collapsed={props.collapsed} onCollapse={props.onCollapse} />}
        <Account {...props} open={open} />
      </div>
    </div>
  );
}

function Brand() {
  const restaurant = useRootDataIfAny()?.site.name;
  return (
    <div className={`row gap-10 ${styles.brand}`}>
      <img src={markUrl} alt="" width={34} height={34} />
      <span className={styles.label}>
        <b className="block">{say`Back Office`}</b>
        <small className="hint block">{restaurant}</small>
      </span>
    </div>
  );
}

function SearchButton({ onSearch }: Pick<SidebarProps, 'onSearch'>) {
  return (
    <button
      type="button"
      className={`row gap-10 icon-20 no-shrink touch-height below-12 round-control surface shadow-1 soft nowrap ${styles.sidebarSearch}`}
      title={say`Search or jump`}
      data-closes=""
      onClick={onSearch}
    >
      <ItemText icon={Search} label={say`Search or jump`} />
      <kbd className={`quiet push-right ${styles.label}`} aria-hidden="true">
        {useCommandKey('K')}
      </kbd>
    </button>
  );
}

type EntryProps = Pick<SidebarProps, 'openId' | 'badge'>;

interface SectionListProps extends EntryProps {
  sections: readonly AdminSection[];
  /** CSS shows the others on large screens only, so that nothing moves when the page is hydrated. */
  alwaysShown: readonly AdminSection[];
}

function SectionList({ sections, alwaysShown, openId, badge }: SectionListProps) {
  return (
    <ul className="grid gap-2">
      {sections.map(({ id, label, icon }) => (
        <li key={id} className={alwaysShown.some((section) => section.id === id) ? undefined : styles.onLargeScreens}>
          <a href={`#${id}`} className={styles.item} title={label} aria-current={id === openId ? 'page' : undefined}>
            <ItemText icon={icon} label={label} />
            <span className={`row gap-4 push-right ${styles.badge}`}>{badge(id)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Opens the sections that are not at first sight. It names the open one, and has the badges of all. */
function MoreButton({ rest, openId, badge, onSearch }: EntryProps & Pick<SidebarProps, 'rest' | 'onSearch'>) {
  const open = rest.find(({ id }) => id === openId);
  return (
    <button
      type="button"
      className={styles.item}
      data-closes=""
      aria-current={open ? 'page' : undefined}
      onClick={onSearch}
    >
      <Ellipsis />
      <span>
        {say`More`}
        {open && <small className="hint block">{open.label}</small>}
      </span>
      <span className={`row gap-4 push-right ${styles.badge}`}>
        {rest.map(({ id }) => (
          <Fragment key={id}>{badge(id)}</Fragment>
        ))}
      </span>
    </button>
  );
}

function ItemText({ icon: Icon, label }: { icon: LucideIcon; label: string }) {
  return (
    <>
      <Icon />
      <span>{label}</span>
    </>
  );
}

function CollapseButton({ collapsed, onCollapse }: { collapsed: boolean; onCollapse: () => void }) {
  const label = collapsed ? say`Expand` : say`Collapse`;
  return (
    <button type="button" className={styles.item} aria-expanded={!collapsed} title={label} onClick={onCollapse}>
      <ItemText icon={collapsed ? PanelLeftOpen : PanelLeftClose} label={label} />
    </button>
  );
}

/** Who is signed in, with a menu and the button to sign out or, on a shared tablet, to lock it. */
function Account({ me, onLock, open }: Pick<SidebarProps, 'me' | 'onLock'> & { open: AdminSection | undefined }) {
  const menu = useId();
  const signOut = useSignOut();
  const { name, email } = nameAndEmail(me);
  return (
    <div className={`row ${styles.me}`}>
      <button type="button" className={`grow min-width-0 ${styles.item}`} popoverTarget={menu} title={name}>
        <CircleUserRound />
        <span className={`min-width-0 leading-125 ${styles.who}`}>
          <b className="block">{name}</b>
          {onLock === undefined && <small className="hint block">{email}</small>}
        </span>
      </button>
      <div id={menu} popover="auto" className={`fixed round-md surface ink shadow-3 ${styles.menu}`}>
        <Link href={officePaths.handbook(open && HANDBOOK_PAGE_OF_SECTION[open.id])} className={styles.item}>
          <ItemText icon={CircleQuestionMark} label={say`Handbook`} />
        </Link>
        <Link href={paths.home()} className={styles.item}>
          <ItemText icon={ExternalLink} label={say`To the website`} />
        </Link>
        {onLock === undefined && (
          <Link href={paths.devices()} className={styles.item}>
            <ItemText icon={KeyRound} label={say`Sign-in and devices`} />
          </Link>
        )}
        <OtherLanguages />
      </div>
      {onLock === undefined ? (
        <IconButton label={say`Logout`} title={say`Logout`} data-closes="" onClick={signOut}>
          <LogOut />
        </IconButton>
      ) : (
        <IconButton label={say`Lock, change person`} title={say`Lock, change person`} data-closes="" onClick={onLock}>
          <LockKeyhole />
        </IconButton>
      )}
    </div>
  );
}

export function nameAndEmail({ displayName, email }: { readonly displayName: string; readonly email: string }) {
  return { name: displayName.trim() || say`Admin User`, email: email.trim() || say`admin@example.com` };
}

/** Switches the back office's language. Stored in the account, so that it applies on every device. */
function OtherLanguages() {
  const languages = useRootDataIfAny()?.site.languages ?? [];
  const changeLanguage = (next: Language) =>
    void api('updateMe', { body: { language: next } }).then(
      () => location.reload(),
      (error: unknown) => toast.error(errorText(error)),
    );
  return languages
    .filter((each) => each !== currentLanguage())
    .map((each) => (
      <button key={each} type="button" lang={each} className={styles.item} onClick={() => changeLanguage(each)}>
        <ItemText icon={Languages} label={LANGUAGE_NAMES[each]} />
      </button>
    ));
}
