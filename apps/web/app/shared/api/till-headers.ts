import { DONE_AT_HEADER, DRAWER_HEADER } from '@tiffin/contract/methods';
import { withoutUndefined } from '@tiffin/domain/core';
import { storedText } from '../offline/text-storage.ts';

const drawer = storedText('tiffin_drawer');

/** The cash drawer that this device uses; null if none was chosen. */
export const chosenDrawer = drawer.read;
export const chooseDrawer = drawer.write;

/** Tells the server in which drawer cash belongs, and when a change that waited was made. */
export function tillHeaders(
  doneAt: number | null = null,
  drawerId: string | null = chosenDrawer(),
): Record<string, string> {
  return withoutUndefined({
    [DRAWER_HEADER]: drawerId ?? undefined,
    [DONE_AT_HEADER]: doneAt === null ? undefined : new Date(doneAt).toISOString(),
  });
}
