import { useAddressSearch, writeAddress } from './address-state.ts';
import { SEARCH_DEBOUNCE_MS, useDebounced } from './debounced.ts';

/** A filter of a list: its name in the address, its value without a choice, and how the address is read. */
export interface Filter<V extends string> {
  readonly name: string;
  readonly initial: V;
  readonly read: (text: string) => V;
  /** A search is sent to the server when the person pauses typing. */
  readonly isTyped?: boolean;
}

export function search(name: string): Filter<string> {
  return { name, initial: '', read: (text) => text, isTyped: true };
}

/** Any text, such as a day or an id. */
export function anyText(name: string, initial = ''): Filter<string> {
  return { name, initial, read: (text) => text };
}

/** One of some words, the first of them without a choice. */
export function choice<V extends string>(name: string, options: readonly [V, ...(readonly V[])]): Filter<V> {
  return { name, initial: options[0], read: (text) => options.find((each) => each === text) ?? options[0] };
}

type Values<F> = { readonly [K in keyof F]: F[K] extends Filter<infer V> ? V : never };

/**
 * The filters of a list, in the address: they survive a reload and can be shared.
 *
 *     const { at, applied, isFiltered } = useListState({ search: search('user'), role: choice('role', ROLE_FILTERS) });
 *     <SearchInput label={texts.search} {...at('search')} />
 *     const users = usePages(['users'], 'getUsers', applied);
 */
export function useListState<F extends Readonly<Record<string, Filter<string>>>>(filters: F) {
  const address = new URLSearchParams(useAddressSearch());
  const names = Object.keys(filters) as (keyof F & string)[];
  const valuesBy = (value: (filter: Filter<string>) => string) =>
    Object.fromEntries(names.map((name) => [name, value(filters[name] as Filter<string>)])) as Values<F>;

  const filter = valuesBy(({ name, initial, read }) => read(address.get(name) ?? initial));
  const typed = names.filter((name) => filters[name]?.isTyped);
  const settled = JSON.parse(
    useDebounced(JSON.stringify(typed.map((name) => filter[name].trim())), SEARCH_DEBOUNCE_MS),
  ) as string[];
  const applied = { ...filter, ...Object.fromEntries(typed.map((name, index) => [name, settled[index]])) };

  function set(change: Partial<Values<F>>) {
    writeAddress(
      Object.fromEntries(
        Object.entries(change).map(([field, value]) => {
          const { name, initial } = filters[field] as Filter<string>;
          return [name, value === initial ? null : String(value)];
        }),
      ),
    );
  }

  return {
    /** As typed and chosen. */
    filter,
    /** As sent to the server: a search without spaces around it, once the person pauses typing. */
    applied,
    isFiltered: names.some((name) => applied[name] !== filters[name]?.initial),
    set,
    clear: () => set(valuesBy(({ initial }) => initial)),
    /** The props of an input: `<SearchInput {...at('search')} />` */
    at<K extends keyof F & string>(name: K) {
      return {
        value: filter[name],
        onValue: (value: string) => set({ [name]: filters[name]?.read(value) } as unknown as Partial<Values<F>>),
      };
    },
  };
}
