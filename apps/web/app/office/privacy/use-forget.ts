import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, type Answer } from '../../shared/api/api.ts';
import { withFreshSignIn } from '../../shared/session/fresh-sign-in.ts';
import type { PersonLookup } from './lookup.ts';

export type FoundPerson = Answer<'forgetPerson'>;

const ROOT = 'privacy';

/** What would be erased. Not cached, because it names a person. */
export function usePreview(lookup: PersonLookup | null) {
  return useQuery({
    queryKey: [ROOT, lookup],
    queryFn: () => api('forgetPerson', { body: { ...lookup, dryRun: true } }),
    enabled: lookup !== null,
    staleTime: 0,
    gcTime: 0,
  });
}

export function useForget() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (lookup: PersonLookup) => withFreshSignIn((shown) => api('forgetPerson', { body: lookup }, shown)),
    // What was found must not be searched again: it is gone.
    onSuccess: () => client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== ROOT }),
  });
}
