import type { Migration } from '../migration.ts';
import * as baseline from './0078-baseline.ts';
import * as figureViewings from './0079-figure-viewings.ts';
import * as statedAllergens from './0080-stated-allergens.ts';
import * as dishCosts from './0081-dish-costs.ts';
import * as pickupScreens from './0082-pickup-screens.ts';
import * as walkIns from './0083-walk-ins.ts';
import * as validateChecks from './0084-validate-checks.ts';
import * as scheduledReports from './0085-scheduled-reports.ts';
import * as auditLogByPerson from './0086-audit-log-by-person.ts';
import * as removedLines from './0087-removed-lines.ts';
import * as discountsOfPaidBills from './0088-discounts-of-paid-bills.ts';
import * as auditLogAccess from './0089-audit-log-access.ts';
import * as moveSecurityLog from './0090-move-security-log.ts';

/** Forward only, in numerical order, without gaps. */
export const migrations: Record<string, Migration> = {
  '0078-baseline': baseline,
  '0079-figure-viewings': figureViewings,
  '0080-stated-allergens': statedAllergens,
  '0081-dish-costs': dishCosts,
  '0082-pickup-screens': pickupScreens,
  '0083-walk-ins': walkIns,
  '0084-validate-checks': validateChecks,
  '0085-scheduled-reports': scheduledReports,
  '0086-audit-log-by-person': auditLogByPerson,
  '0087-removed-lines': removedLines,
  '0088-discounts-of-paid-bills': discountsOfPaidBills,
  '0089-audit-log-access': auditLogAccess,
  '0090-move-security-log': moveSecurityLog,
};
