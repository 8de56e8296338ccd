import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRevalidator } from 'react-router';
import { api, type Answer, type Body } from '../../shared/api/api.ts';
import { withFreshSignIn } from '../../shared/session/fresh-sign-in.ts';
import { apiQuery } from '../../shared/api/queries.ts';

export type Settings = Answer<'getSettings'>['settings'];
export type Provider = Answer<'getSettings'>['providers'][number];
export type ApiKey = Answer<'getApiKeys'>['apiKeys'][number];
export type NewApiKey = Body<'createApiKey'>;

const ROOT = 'settings';

export function useSettings() {
  return useQuery(apiQuery([ROOT], 'getSettings'));
}

/** Reloads the page's own data too, because the shell shows settings. */
export function useUpdateSettings() {
  const client = useQueryClient();
  const { revalidate } = useRevalidator();
  return useMutation({
    mutationFn: (body: Body<'updateSettings'>) => api('updateSettings', { body }),
    onSuccess: ({ settings }) => {
      client.setQueryData<Answer<'getSettings'>>([ROOT], (existing) => existing && { ...existing, settings });
      void revalidate();
    },
  });
}

export function useApiKeys() {
  return useQuery(apiQuery([ROOT, 'keys'], 'getApiKeys'));
}

export function useCreateApiKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ key, ...body }: NewApiKey & { key: string }) =>
      withFreshSignIn(() => api('createApiKey', { body }, { idempotencyKey: key })),
    onSettled: () => void client.invalidateQueries({ queryKey: [ROOT, 'keys'] }),
  });
}

export function useRevokeApiKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (keyId: string) => api('revokeApiKey', { body: { keyId } }),
    onSettled: () => void client.invalidateQueries({ queryKey: [ROOT, 'keys'] }),
  });
}
