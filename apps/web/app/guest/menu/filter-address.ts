import { ALLERGY_CODES } from '@tiffin/domain/menu';
import { FILTERS, NO_FILTERS, type Filter, type FilterState } from './filters.ts';

/** Search and filters as parts of the address, so that they survive a reload and can be shared. */
const NAMES = { search: 'q', filters: 'only', without: 'without' } as const;
const ALL: readonly Filter[] = [...FILTERS, 'favourites'];

export function readFilters(search: string): FilterState {
  const query = new URLSearchParams(search);
  const list = (name: string) => (query.get(name) ?? '').split(',').filter(Boolean);
  const named = list(NAMES.filters);
  const unwanted = list(NAMES.without);
  const without = ALLERGY_CODES.filter((code) => unwanted.includes(code));
  const filters = ALL.filter((filter) => named.includes(filter) || (filter === 'without' && without.length > 0));
  return { ...NO_FILTERS, search: query.get(NAMES.search) ?? '', filters: new Set(filters), without: new Set(without) };
}

/** The query of the address with these filters; other parts stay. */
export function withFilters(search: string, { search: typed, filters, without }: FilterState): string {
  const query = new URLSearchParams(search);
  const set = (name: string, value: string) => (value === '' ? query.delete(name) : query.set(name, value));
  set(NAMES.search, typed.trim());
  set(NAMES.filters, [...filters].join(','));
  set(NAMES.without, filters.has('without') ? [...without].join(',') : '');
  const text = query.toString();
  return text && `?${text}`;
}
