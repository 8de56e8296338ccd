import type { Role } from '@tiffin/domain/people';

const number = new Intl.NumberFormat('en-CA');

/** '1,284' */
export function count(value: number): string {
  return number.format(value);
}

export const texts = {
  title: 'User Management',
  figures: 'People in figures',
  totalUsers: 'Total users',
  newThisMonth: (people: number) => `${count(people)} new this month`,
  activeUsers: 'Active users',
  customers: 'Customers',
  admins: (people: number) => (people === 1 ? '1 admin' : `${count(people)} admins`),
  totalRevenue: 'Total revenue',
  averageOrder: (amount: string) => `${amount} average order`,

  refresh: 'Refresh',
  export: 'Export',
  email: (people: number) => `Email (${count(people)})`,
  change: (people: number) => `Change (${count(people)})`,
  setActive: 'Set active',
  setInactive: 'Set inactive',
  changeLimit: (most: number) => `At most ${most} at once`,
  clearSelection: 'Clear selection',
  selectedAll: (people: number) => `All ${count(people)} are selected.`,
  selectAll: (people: number) => `Select all ${count(people)}`,
  selectedPage: (people: number) => (people === 1 ? '1 is selected.' : `${count(people)} are selected.`),

  search: 'Search people',
  searchHint: 'Name, email or phone',
  roleFilter: 'Role',
  roleAll: 'All',
  statusFilter: 'Status',
  statuses: { all: 'All statuses', active: 'Active', inactive: 'Inactive' },
  counted: (people: number) => (people === 1 ? '1 user' : `${count(people)} users`),

  table: 'Users',
  selectPage: 'Select everybody on this page',
  select: (name: string) => `Select ${name}`,
  columns: {
    name: 'Name',
    phone: 'Phone',
    role: 'Role',
    status: 'Status',
    orders: 'Orders',
    spent: 'Spent',
    points: 'Points',
    actions: 'Actions',
  },
  noPhone: 'None',
  edit: (name: string) => `Edit ${name}`,
  more: (name: string) => `More for ${name}`,
  sendEmail: 'Send email',
  pages: 'Pages of users',
  orders: (orders: number, spent: string) => `${orders === 1 ? '1 order' : `${count(orders)} orders`}, ${spent}`,

  loading: 'Loading users…',
  errorTitle: 'Error Loading Users',
  tryAgain: 'Try Again',
  none: 'No users found',
  noneFiltered: 'No users match the filters',

  editTitle: 'Edit user',
  emailFixed: (email: string) => `${email}, cannot be changed`,
  displayName: 'Display name',
  phone: 'Phone',
  role: 'Role',
  worksAt: 'Works at',
  worksAtHint: 'Orders and tables of these places, and of no other.',
  worksNowhere: 'Nowhere yet: they will see no orders.',
  loyaltyPoints: 'Loyalty points',
  pointsProblem: 'Points must be a whole number',
  whyPoints: 'Why are the points changed?',
  status: 'Status',
  active: 'Active',
  inactive: 'Inactive',
  save: 'Save',
  deactivate: 'Deactivate',
  deactivateTitle: (name: string) => `Deactivate user ${name}?`,
  deactivateText: 'This will disable their authentication.',
  cancel: 'Cancel',
  joined: (date: string) => `Joined ${date}`,
  lastSeen: (date: string) => `last signed in ${date}`,
  neverSeen: 'never signed in',
  offersYes: (date: string, source: string) => `Receives offers: agreed on ${date} (${source}).`,
  offersLeft: (date: string) => `Receives no offers: unsubscribed on ${date}.`,
  offersNo: 'Receives no offers: has not agreed to any.',
  welcomeCode: (code: string) => `Welcome code for 10% off the first order: ${code}`,
  pointsHistory: 'Latest points',
  reasons: { 'order-completed': 'Order completed', 'order-refunded': 'Order refunded', adjustment: 'Adjusted' },
} as const;

export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  customer: 'Customer',
  staff: 'Staff',
  manager: 'Manager',
  admin: 'Admin',
};
