import { useRef } from 'react';
import { lookupStep, phoneText, surelyMeant } from '@tiffin/domain/people';
import { api } from '../../lib/api.ts';
import { reportBrowserError } from '../../lib/report-browser-error.ts';
import { withRegular, type Regular, type Till } from './till.ts';

/** Types a phone number; a whole one looks for the regular it belongs to and fills in who they are, when that is sure. */
export function useLookup(change: (change: (till: Till) => Till) => void): (typed: string) => void {
  const asked = useRef(0);

  async function fillIn(search: string, mine: number) {
    const found = await find(search);
    if (mine !== asked.current) return;
    const regular = surelyMeant(found);
    change((till) => {
      // One who may be meant is greeted by name; whose order it is, and where its mails go, is chosen.
      const [only, ...others] = found;
      const name = only && others.length === 0 ? only.name : till.name;
      const looked: Till = { ...till, found, name, lookup: 'done' };
      return regular ? withRegular(looked, regular) : looked;
    });
  }

  return (typed) => {
    const phone = phoneText(typed);
    const { search } = lookupStep(phone);
    const mine = ++asked.current;
    change((till) => ({ ...till, phone, regular: null, found: [], lookup: search === null ? 'idle' : 'searching' }));
    if (search === null) return;
    void fillIn(search, mine);
  };
}

/** Not being able to look is no reason to hold up the order. */
async function find(phone: string): Promise<readonly Regular[]> {
  try {
    return (await api('lookupUserByPhone', { query: { phone } })).people;
  } catch (error) {
    reportBrowserError(error);
    return [];
  }
}
