import { say } from '@tiffin/domain/core';
import { officePaths } from '../../office-paths.ts';
import { TextLink } from '../../ui/link.tsx';

type Contacts = Parameters<typeof officePaths.guest>[0];

/** Opens the page of a guest; nothing for a guest without contacts. */
export function GuestLink({ customer, onClick }: { customer: Contacts; onClick?: () => void }) {
  const href = officePaths.guest(customer);
  return href === null ? null : <TextLink href={href} onClick={onClick}>{say`All of this guest`}</TextLink>;
}
