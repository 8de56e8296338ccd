import type { z } from '@hono/zod-openapi';
import type { Call } from './call.ts';
import * as account from './account.ts';
import * as auditLog from './audit-log.ts';
import * as bills from './bills.ts';
import * as sharedMenu from './shared-menu.ts';
import * as dashboard from './dashboard.ts';
import * as dayparts from './dayparts.ts';
import * as deliveries from './deliveries.ts';
import * as delivery from './delivery.ts';
import * as devices from './devices.ts';
import * as guestOrders from './guest-orders.ts';
import * as health from './health.ts';
import * as images from './images.ts';
import * as apiKeys from './api-keys.ts';
import * as invitations from './invitations.ts';
import * as ledger from './ledger.ts';
import * as locationAdmin from './location-admin.ts';
import * as locations from './locations.ts';
import * as menuEditor from './menu-editor.ts';
import * as menuFile from './menu-file.ts';
import * as menuTranslations from './menu-translations.ts';
import * as menu from './menu.ts';
import * as messages from './messages.ts';
import * as optionGroups from './option-groups.ts';
import * as orderChange from './order-change.ts';
import * as orders from './orders.ts';
import * as pace from './order-pacing.ts';
import * as passkeys from './passkeys.ts';
import * as payments from './payments.ts';
import * as people from './people.ts';
import * as pickupScreens from './pickup-screens.ts';
import * as privacy from './privacy.ts';
import * as push from './push.ts';
import * as readers from './readers.ts';
import * as accounting from './accounting.ts';
import * as reports from './reports.ts';
import * as reservations from './reservations.ts';
import * as staffOrders from './staff-orders.ts';
import * as settings from './settings.ts';
import * as stations from './stations.ts';
import * as stock from './stock.ts';
import * as tablets from './tablets.ts';
import * as users from './users.ts';

/** The exports of a file that are calls. The others are schemas. */
type CallsIn<File> = { [Name in keyof File as File[Name] extends Call ? Name : never]: File[Name] };

function callsIn<File extends object>(file: File) {
  return Object.fromEntries(Object.entries(file).filter(([name, { path }]) => path === `/${name}`)) as CallsIn<File>;
}

/** All calls of the API by name. */
export const calls = {
  ...callsIn(health),
  ...callsIn(locations),
  ...callsIn(locationAdmin),
  ...callsIn(menuEditor),
  ...callsIn(sharedMenu),
  ...callsIn(dayparts),
  ...callsIn(menuFile),
  ...callsIn(menuTranslations),
  ...callsIn(stations),
  ...callsIn(pickupScreens),
  ...callsIn(stock),
  ...callsIn(pace),
  ...callsIn(delivery),
  ...callsIn(deliveries),
  ...callsIn(optionGroups),
  ...callsIn(images),
  ...callsIn(people),
  ...callsIn(menu),
  ...callsIn(orders),
  ...callsIn(orderChange),
  ...callsIn(guestOrders),
  ...callsIn(payments),
  ...callsIn(ledger),
  ...callsIn(bills),
  ...callsIn(readers),
  ...callsIn(account),
  ...callsIn(auditLog),
  ...callsIn(devices),
  ...callsIn(passkeys),
  ...callsIn(reports),
  ...callsIn(accounting),
  ...callsIn(invitations),
  ...callsIn(reservations),
  ...callsIn(users),
  ...callsIn(tablets),
  ...callsIn(settings),
  ...callsIn(messages),
  ...callsIn(apiKeys),
  ...callsIn(staffOrders),
  ...callsIn(dashboard),
  ...callsIn(privacy),
  ...callsIn(push),
};

export type Calls = typeof calls;
export type CallName = keyof Calls;

type SchemaInput<S> = S extends z.ZodType ? z.input<S> : never;
type SchemaOutput<S> = S extends z.ZodType ? z.output<S> : undefined;

/** What a client sends. With several names, what any of these calls accepts. */
export type InputOf<N extends CallName, C = Calls[N]> = (C extends { query: infer Q }
  ? { query: SchemaInput<Q> }
  : { query?: undefined }) &
  (C extends { body: infer B } ? { body: SchemaInput<B> } : { body?: undefined });

/** What a handler gets after validation. */
export interface ValidatedInput<N extends CallName> {
  readonly query: Calls[N] extends { query: infer Q } ? SchemaOutput<Q> : undefined;
  readonly body: Calls[N] extends { body: infer B } ? SchemaOutput<B> : undefined;
  readonly form: Calls[N] extends { form: infer F } ? SchemaOutput<F> : undefined;
}

/** What a handler returns and a client reads, besides `success: true`. */
export type ResponseOf<N extends CallName> = SchemaInput<Calls[N]['response']>;
