import { readWithPlans } from './numbering-plans.ts';
import { setNumberingPlans } from './phone-numbers.ts';

export * from './actors.ts';
export * from './audit-log.ts';
export * from './emails.ts';
export * from './recent-sign-in.ts';
export * from './guest-browser.ts';
export * from './invitations.ts';
export * from './guest-retention.ts';
export * from './users.ts';
export * from './lookup.ts';
export * from './key-scopes.ts';
export * from './loyalty.ts';
export * from './numbering-plans.ts';
export * from './passwords.ts';
export * from './permissions.ts';
export * from './phone-numbers.ts';
export * from './phones.ts';
export * from './pin.ts';
export * from './sms-country-limits.ts';
export * from './user-agent.ts';

// For the server and for tests. The bundler of the pages drops it, because this package has no side effects; they load
// the plans themselves.
setNumberingPlans(readWithPlans);
