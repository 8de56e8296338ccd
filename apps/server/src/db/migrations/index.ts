import type { Migration } from 'kysely/migration';
import * as first from './0001-first.ts';
import * as anyProvider from './0002-any-provider.ts';
import * as clockedJobs from './0003-clocked-jobs.ts';
import * as dishesById from './0004-dishes-by-id.ts';
import * as carts from './0005-carts.ts';
import * as limits from './0006-limits.ts';
import * as secretsKeptShort from './0007-secrets-kept-short.ts';
import * as strangersFollowApart from './0008-strangers-follow-apart.ts';
import * as emptiedMessages from './0009-emptied-messages.ts';

/** Forward only, in the order of their numbers, each once and without gaps. */
export const migrations: Record<string, Migration> = {
  '0001-first': first,
  '0002-any-provider': anyProvider,
  '0003-clocked-jobs': clockedJobs,
  '0004-dishes-by-id': dishesById,
  '0005-carts': carts,
  '0006-limits': limits,
  '0007-secrets-kept-short': secretsKeptShort,
  '0008-strangers-follow-apart': strangersFollowApart,
  '0009-emptied-messages': emptiedMessages,
};
