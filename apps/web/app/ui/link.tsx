import {
  createContext,
  createElement,
  useContext,
  type AnchorHTMLAttributes,
  type ComponentType,
  type ReactNode,
} from 'react';
import { classNames } from './class-names.ts';
import styles from './link.module.css';

export type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string; children?: ReactNode };

/** How links are followed. The design system does not depend on a router, so the app provides it here. */
export const LinkComponent = createContext<ComponentType<LinkProps> | 'a'>('a');

export function Link(props: LinkProps) {
  return createElement(useContext(LinkComponent), props);
}

/** A standalone link, 44 px high. */
export function TextLink({ className, ...props }: LinkProps) {
  return (
    <Link
      {...props}
      className={classNames(
        'inline-row gap-6 icon-18 touch-width touch-height text-sm weight-600',
        styles.link,
        className,
      )}
    />
  );
}
