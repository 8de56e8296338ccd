import type { Migration } from 'kysely/migration';
import * as baseline from './0057-baseline.ts';
import * as hashLinkTokens from './0058-hash-link-tokens.ts';
import * as fiscalRules from './0059-fiscal-rules.ts';
import * as securityLog from './0060-security-log.ts';
import * as secureAccounts from './0061-secure-accounts.ts';
import * as erasePeople from './0062-erase-people.ts';
import * as reservationSequence from './0063-reservation-sequence.ts';
import * as reservationChange from './0064-reservation-change.ts';

/** Forward only, in numerical order, without gaps. */
export const migrations: Record<string, Migration> = {
  '0057-baseline': baseline,
  '0058-hash-link-tokens': hashLinkTokens,
  '0059-fiscal-rules': fiscalRules,
  '0060-security-log': securityLog,
  '0061-secure-accounts': secureAccounts,
  '0062-erase-people': erasePeople,
  '0063-reservation-sequence': reservationSequence,
  '0064-reservation-change': reservationChange,
};
