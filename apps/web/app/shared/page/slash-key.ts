import { useEffect, useEffectEvent } from 'react';
import { isTyping } from './is-typing.ts';

/** `/` goes to the search, unless somebody is writing or a dialog is open. */
export function useSlashKey(onSlash: () => void): void {
  const go = useEffectEvent(onSlash);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (document.querySelector('dialog:modal')) return;
      if (isTyping(event.target)) return;
      event.preventDefault();
      go();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
