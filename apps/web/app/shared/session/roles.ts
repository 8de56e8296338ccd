import type { Role } from '@tiffin/domain/people';

export function isBackOffice(role: Role): boolean {
  return role !== 'customer';
}
