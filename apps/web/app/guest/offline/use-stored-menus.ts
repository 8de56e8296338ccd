import { useEffect, useState } from 'react';
import { currentLanguage, languagePrefix } from '@tiffin/domain/core';
import { paths } from '../../paths.ts';
import { PAGE_CACHE } from '../../shared/offline/clear-stored-data.ts';
import { useSite, type Location } from '../../shared/site/site.ts';

interface StoredMenu {
  readonly location: Location;
  /** When the server sent it. */
  readonly at: Date;
}

/** The menus that the service worker has stored. */
export function useStoredMenus(locations: readonly Location[]): readonly StoredMenu[] {
  const { languages } = useSite();
  const prefix = languagePrefix(languages, currentLanguage());
  const [menus, setMenus] = useState<readonly StoredMenu[]>([]);
  useEffect(() => {
    let isOver = false;
    const read = async () => {
      const found = await readMenus(locations, prefix);
      if (!isOver) setMenus(found);
    };
    void read();
    return () => {
      isOver = true;
    };
  }, [locations, prefix]);
  return menus;
}

async function readMenus(locations: readonly Location[], prefix: string): Promise<readonly StoredMenu[]> {
  if (!('caches' in globalThis)) return [];
  try {
    const cache = await caches.open(PAGE_CACHE);
    const found = await Promise.all(
      locations.map(async (location) => {
        const page = await cache.match(prefix + paths.menu(location.id), { ignoreVary: true });
        const at = new Date(page?.headers.get('date') ?? Number.NaN);
        return Number.isNaN(at.getTime()) ? [] : [{ location, at }];
      }),
    );
    return found.flat();
  } catch {
    // Blocked storage contains no menus.
    return [];
  }
}
