import type { ReactNode } from 'react';
import * as DropdownMenu from '@radix-ui/react-dropdown-menu';
import { classNames } from './class-names.ts';
import { useDialogElement } from './dialog.tsx';
import { Link } from './link.tsx';
import styles from './menus.module.css';

export type ActionMenuItem =
  | 'line'
  | {
      readonly id: string;
      readonly label: ReactNode;
      readonly icon?: ReactNode;
      readonly onSelect?: () => void;
      readonly href?: string;
      readonly danger?: boolean;
      /** Why it cannot be chosen now. */
      readonly disabledReason?: string | null;
    };

export function ActionMenu({ trigger, items }: { trigger: ReactNode; items: readonly ActionMenuItem[] }) {
  const dialog = useDialogElement();
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal container={dialog}>
        <DropdownMenu.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          className={`scroll-y round-md surface ink ${styles.menu}`}
        >
          {items.map((item, index) =>
            item === 'line' ? (
              // separators have no id and never move
              // oxlint-disable-next-line react/no-array-index-key
              <DropdownMenu.Separator key={`line-${index}`} className={styles.line} />
            ) : (
              <DropdownMenu.Item
                key={item.id}
                className={classNames(
                  'row gap-12 icon-18 touch-height round-sm text-sm leading-130 no-underline pointer',
                  styles.item,
                  item.danger && styles.danger,
                )}
                disabled={Boolean(item.disabledReason)}
                onSelect={item.onSelect}
                asChild={Boolean(item.href)}
              >
                {item.href ? (
                  <Link href={item.href}>
                    {item.icon}
                    {item.label}
                  </Link>
                ) : (
                  <>
                    {item.icon}
                    <span>
                      {item.label}
                      {item.disabledReason && <small className="block text-xs weight-400">{item.disabledReason}</small>}
                    </span>
                  </>
                )}
              </DropdownMenu.Item>
            ),
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
