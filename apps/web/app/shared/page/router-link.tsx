import { Link } from 'react-router';
import type { LinkProps } from '../../ui/link.tsx';

/** Follows links of the design system without loading a new page; other sites, tel: and mailto: stay plain. */
export function RouterLink({ href, ...rest }: LinkProps) {
  return <Link {...rest} to={href} />;
}
