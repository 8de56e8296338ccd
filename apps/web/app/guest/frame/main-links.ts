import { paths } from '../../paths.ts';
import { texts } from './texts.ts';

export const mainLinks = [
  { label: texts.home, href: paths.home(), isHere: (path: string) => path === '/' || path === '/contact' },
  { label: texts.orderNow, href: paths.menuStart(), isHere: (path: string) => path.startsWith('/menu') },
  { label: texts.reserve, href: paths.reservations(), isHere: (path: string) => path.startsWith('/reservations') },
] as const;
