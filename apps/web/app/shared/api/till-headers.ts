import { DONE_AT_HEADER, DRAWER_HEADER } from '@tiffin/contract/methods';

const KEY = 'tiffin_drawer';

/** The cash drawer that this device uses; null if none was chosen. */
export function chosenDrawer(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    // blocked, or rendered on the server
    return null;
  }
}

export function chooseDrawer(drawerId: string | null): void {
  if (drawerId === null) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, drawerId);
}

/** Tells the server in which drawer cash belongs, and when a change that waited was made. */
export function tillHeaders(doneAt: number | null = null): Record<string, string> {
  const drawerId = chosenDrawer();
  return {
    ...(drawerId !== null && { [DRAWER_HEADER]: drawerId }),
    ...(doneAt !== null && { [DONE_AT_HEADER]: new Date(doneAt).toISOString() }),
  };
}
