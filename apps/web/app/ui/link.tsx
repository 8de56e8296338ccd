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

/** The design system knows no router: whoever has one says here how a link is followed. */
export const LinkComponent = createContext<ComponentType<LinkProps> | 'a'>('a');

export function Link(props: LinkProps) {
  return createElement(useContext(LinkComponent), props);
}

/** A link that stands by itself, 44 px high. */
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
