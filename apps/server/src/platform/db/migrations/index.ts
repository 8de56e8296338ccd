import type { Migration } from 'kysely/migration';
import * as baseline from './0057-baseline.ts';

/** Forward only, in numerical order, without gaps. */
export const migrations: Record<string, Migration> = {
  '0057-baseline': baseline,
};
