import { useRef } from 'react';
import { lookupStep, phoneText } from '@tiffin/domain/people';
import { api } from '../../lib/api.ts';
import { attempted } from '../../lib/attempted.ts';
import type { Regular, Till } from './till.ts';

/** Types a phone number; a whole one looks for the regular it belongs to and fills in who they are. */
export function useLookup(change: (change: (till: Till) => Till) => void): (typed: string) => void {
  const asked = useRef(0);

  async function fillIn(search: string, mine: number) {
    const regular = await find(search);
    if (mine !== asked.current) return;
    change((till) => ({
      ...till,
      regular,
      lookup: 'done',
      ...(regular && { name: regular.name, email: regular.email || till.email }),
    }));
  }

  return (typed) => {
    const phone = phoneText(typed);
    const { search } = lookupStep(phone);
    const mine = ++asked.current;
    change((till) => ({ ...till, phone, regular: null, lookup: search === null ? 'idle' : 'searching' }));
    if (search === null) return;
    void fillIn(search, mine);
  };
}

/** Not being able to look is no reason to hold up the order. */
async function find(phone: string): Promise<Regular | null> {
  const found = await attempted('looking for a regular', () => api('lookupUserByPhone', { query: { phone } }));
  return found.success ? found.data.user : null;
}
