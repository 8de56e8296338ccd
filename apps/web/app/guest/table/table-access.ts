import { useMemo, useSyncExternalStore } from 'react';
import { asRecord, asText, parseJsonFields } from '@tiffin/domain/core';
import { storedText, storedTextInTab, TABLES_KEY } from '../../shared/offline/text-storage.ts';

/** What lets this phone order for the party at a table. It ends with the sitting. */
export interface TableAccess {
  readonly token: string;
  readonly name: string;
}

const stored = storedText(TABLES_KEY);

export function useTableAccess(tableId: string): TableAccess | null {
  const text = useSyncExternalStore(stored.subscribe, stored.read, () => null);
  return useMemo(() => {
    const access = asRecord(parseJsonFields(text)[tableId]);
    const token = asText(access?.['token']);
    return token === '' ? null : { token, name: asText(access?.['name']) };
  }, [text, tableId]);
}

/** In the tab: the table to whose bill the guest returns from the payment page. */
export const paidTable = storedTextInTab(TABLES_KEY);

/** Null forgets it. */
export function setTableAccess(tableId: string, access: TableAccess | null): void {
  stored.write(JSON.stringify({ ...parseJsonFields(stored.read()), [tableId]: access ?? undefined }));
}

/** False if the browser stores nothing, so that all is lost with the page. */
export function isStoring(): boolean {
  try {
    return localStorage.getItem(TABLES_KEY) !== null;
  } catch {
    return false;
  }
}
