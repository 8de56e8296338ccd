import type { Answer } from '../../shared/api/api.ts';

export type Settings = Answer<'getSettings'>['settings'];
export type ApiKey = Answer<'getApiKeys'>['apiKeys'][number];

export const SETTINGS_KEY = ['settings'];
export const API_KEYS_KEY = [...SETTINGS_KEY, 'keys'];
