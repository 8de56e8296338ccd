import { paths } from './paths.ts';

/** Old and short addresses, and where they redirect. Addresses of the sign-in keep their query. */
export const OLD_ADDRESSES: Readonly<Record<string, (search: string) => string>> = {
  signin: (search) => paths.login() + search,
  register: (search) => paths.signup() + search,
  account: () => paths.dashboard(),
  profile: () => paths.details(),
  admin: () => paths.adminDashboard(),
  'admin/orders': () => paths.adminDashboard('orders'),
};
