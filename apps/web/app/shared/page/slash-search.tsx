import { useRef, type ComponentProps } from 'react';
import { SearchInput } from '../../ui/search-input.tsx';
import { useSingleKeys } from './single-keys.ts';

type Props = Omit<ComponentProps<typeof SearchInput>, 'ref' | 'onChange' | 'maxLength'> & {
  readonly onSearch: (search: string) => void;
};

/** A list's search field; `/` focuses it, unless someone is typing or a dialog is open. */
export function SlashSearch({ onSearch, ...rest }: Props) {
  const search = useRef<HTMLInputElement>(null);
  useSingleKeys((event) => {
    if (event.key !== '/') return;
    event.preventDefault();
    search.current?.focus();
  });
  return <SearchInput {...rest} ref={search} maxLength={200} onChange={(event) => onSearch(event.target.value)} />;
}
