import type { Answer } from '../../shared/api/api.ts';

export type Settings = Answer<'getSettings'>['settings'];

export const SETTINGS_KEY = ['settings'];
