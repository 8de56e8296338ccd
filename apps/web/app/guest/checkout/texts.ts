import { type ContactField } from '@tiffin/domain/order';
import { say } from '@tiffin/domain/core';
import { joinNames } from '../../ui/format.ts';

const FIELDS: Record<ContactField, string> = { name: say`name`, email: say`email`, phone: say`phone number` };

const items = (count: number) => (count === 1 ? say`1 item` : say`${count} items`);

export const texts = {
  items,
  counts: (all: number, unique: number) => (all === 1 ? `${items(all)}.` : say`${items(all)}, ${unique} unique.`),

  missing: (fields: readonly ContactField[]) =>
    say`Fill in your ${joinNames(fields.map((field) => FIELDS[field]))} first`,

  code: {
    title: { sms: say`Is this number yours?`, mail: say`Is this address yours?` },
    because: {
      'open-order': say`You have an order in progress that is not paid yet.`,
      'large-order': say`This is a large order to be paid in cash.`,
      'later-order': say`This order is for later and will be paid in cash.`,
      'many-asked': say`Many orders without an account come from your network.`,
    },
  },

  offline: say`Cannot create orders while offline`,
} as const;
