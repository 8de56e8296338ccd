import { Link } from 'react-router';
import type { LinkProps } from '../../ui/link.tsx';

/** Follows the design system's links without a page load; other sites, tel: and mailto: stay ordinary links. */
export function RouterLink({ href, ...rest }: LinkProps) {
  return <Link {...rest} to={href} />;
}
