import type { Migration } from '../migration.ts';
import * as baseline from './0057-baseline.ts';
import * as hashLinkTokens from './0058-hash-link-tokens.ts';
import * as fiscalRules from './0059-fiscal-rules.ts';
import * as securityLog from './0060-security-log.ts';
import * as secureAccounts from './0061-secure-accounts.ts';
import * as erasePeople from './0062-erase-people.ts';
import * as reservationSequence from './0063-reservation-sequence.ts';
import * as apiKeyLimits from './0064-api-key-limits.ts';
import * as fiscalReversals from './0065-fiscal-reversals.ts';
import * as pictureStore from './0066-picture-store.ts';
import * as reportDays from './0067-report-days.ts';
import * as invitations from './0068-invitations.ts';
import * as allergies from './0069-allergies.ts';
import * as acceptedOrders from './0070-accepted-orders.ts';
import * as promisedWindow from './0071-promised-window.ts';
import * as deliveryAreas from './0072-delivery-areas.ts';
import * as reservationChange from './0073-reservation-change.ts';
import * as consentWording from './0074-consent-wording.ts';
import * as grantedByKeys from './0075-granted-by-keys.ts';
import * as ordersByPhone from './0076-orders-by-phone.ts';
import * as kitchenStations from './0077-kitchen-stations.ts';
import * as journal from './0078-journal.ts';
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
  '0057-baseline': baseline,
  '0058-hash-link-tokens': hashLinkTokens,
  '0059-fiscal-rules': fiscalRules,
  '0060-security-log': securityLog,
  '0061-secure-accounts': secureAccounts,
  '0062-erase-people': erasePeople,
  '0063-reservation-sequence': reservationSequence,
  '0064-api-key-limits': apiKeyLimits,
  '0065-fiscal-reversals': fiscalReversals,
  '0066-picture-store': pictureStore,
  '0067-report-days': reportDays,
  '0068-invitations': invitations,
  '0069-allergies': allergies,
  '0070-accepted-orders': acceptedOrders,
  '0071-promised-window': promisedWindow,
  '0072-delivery-areas': deliveryAreas,
  '0073-reservation-change': reservationChange,
  '0074-consent-wording': consentWording,
  '0075-granted-by-keys': grantedByKeys,
  '0076-orders-by-phone': ordersByPhone,
  '0077-kitchen-stations': kitchenStations,
  '0078-journal': journal,
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
