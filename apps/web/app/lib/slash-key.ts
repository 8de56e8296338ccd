import { useEffect, useEffectEvent } from 'react';

/** `/` goes to the search, unless somebody is writing or a dialog is open. */
export function useSlashKey(onSlash: () => void): void {
  const go = useEffectEvent(onSlash);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (document.querySelector('dialog:modal')) return;
      if (event.target instanceof Element && event.target.closest('input, textarea, select')) return;
      event.preventDefault();
      go();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
