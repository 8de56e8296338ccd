export const ROLE_FILTERS = ['all', 'customer', 'staff', 'manager', 'admin'] as const;
export const ACTIVITY_FILTERS = ['all', 'active', 'inactive'] as const;

/** The line under 'No users found'. */
export function noUsersText(search: string): string {
  return search.trim() === '' ? 'No users have been created yet' : `No users match "${search.trim()}"`;
}
