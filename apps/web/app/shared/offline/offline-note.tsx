import { useEffect, useEffectEvent, useState } from 'react';
import { WifiOff } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import { formatTime } from '../../ui/format.ts';
import { useReload } from '../live/revalidate.ts';
import { PAGE_CACHE } from './clear-stored-data.ts';
import styles from './offline-note.module.css';

/** Shows guests that the server is unreachable, and how old the data is. */
export default function OfflineNote({ online, isShown = true }: { online: boolean; isShown?: boolean }) {
  const reload = useEffectEvent(useReload());
  const [at, setAt] = useState<string | null>(null);
  useEffect(() => {
    if (online) return undefined;
    let isRemoved = false;
    void storedAt().then((date) => !isRemoved && setAt(date));
    return () => {
      isRemoved = true;
      // Connected again: the data may be outdated.
      reload();
    };
  }, [online]);
  return (
    <div role="status" className={`not-on-paper ${styles.note}`}>
      {!online && isShown && (
        <p className="row fixed justify-center gap-10 icon-18 ink text-sm leading-130" data-offline-note>
          <WifiOff />
          {at === null
            ? say`No connection`
            : say`No connection: this page is from ${formatTime(new Date(at), 'date-time')}`}
        </p>
      )}
    </div>
  );
}

/** When the server sent this page; null if it is not from the cache. */
async function storedAt(): Promise<string | null> {
  if (!('caches' in globalThis)) return null;
  const stored = await (await caches.open(PAGE_CACHE)).match(location.href, { ignoreVary: true });
  return stored?.headers.get('date') ?? null;
}
