import { useRef, type ComponentProps } from 'react';
import { SearchInput } from '../../ui/search-input.tsx';
import { useSingleKeys } from './single-keys.ts';

/** A list's search field; `/` focuses it, unless someone is typing or a dialog is open. */
export function SlashSearch(props: Omit<ComponentProps<typeof SearchInput>, 'ref'>) {
  const search = useRef<HTMLInputElement>(null);
  useSingleKeys((event) => {
    if (event.key !== '/') return;
    event.preventDefault();
    search.current?.focus();
  });
  return <SearchInput {...props} ref={search} />;
}
