import { useEffect, useEffectEvent, useRef, type ComponentProps } from 'react';
import { SearchInput } from '../../ui/search-input.tsx';

type Props = Omit<ComponentProps<typeof SearchInput>, 'ref' | 'onChange' | 'maxLength'> & {
  readonly onSearch: (search: string) => void;
};

/** A list's search field; `/` focuses it, unless someone is typing or a dialog is open. */
export function SlashSearch({ onSearch, ...rest }: Props) {
  const search = useRef<HTMLInputElement>(null);
  const go = useEffectEvent(() => search.current?.focus());
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
  return <SearchInput {...rest} ref={search} maxLength={200} onChange={(event) => onSearch(event.target.value)} />;
}

/** True if the target takes text or a choice, so that single keys belong to it. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]') !== null
  );
}
