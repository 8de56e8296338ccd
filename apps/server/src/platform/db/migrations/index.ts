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
import * as bills from './0010-bills.ts';
import * as taxes from './0011-taxes.ts';
import * as devices from './0012-devices.ts';
import * as secondStep from './0013-second-step.ts';
import * as billsParts from './0014-bills-parts.ts';
import * as moneyApart from './0015-money-apart.ts';
import * as tenders from './0016-tenders.ts';
import * as sharedTablets from './0017-shared-tablets.ts';
import * as changedOrders from './0018-changed-orders.ts';
import * as given from './0019-given.ts';
import * as linkKeys from './0020-link-keys.ts';
import * as deeds from './0021-deeds.ts';
import * as refundedBills from './0022-refunded-bills.ts';
import * as openItems from './0023-open-items.ts';
import * as taxDay from './0024-tax-day.ts';
import * as soldOut from './0025-sold-out.ts';
import * as passkeys from './0026-passkeys.ts';
import * as stock from './0027-stock.ts';
import * as undonePayments from './0028-undone-payments.ts';
import * as options from './0029-options.ts';
import * as guests from './0030-guests.ts';
import * as soldOutOptions from './0031-sold-out-options.ts';
import * as pace from './0032-pace.ts';
import * as wantedTimes from './0033-wanted-times.ts';
import * as cardReaders from './0034-card-readers.ts';
import * as menuImports from './0035-menu-imports.ts';
import * as kitchenSlots from './0036-kitchen-slots.ts';
import * as combos from './0037-combos.ts';
import * as portions from './0038-portions.ts';
import * as categoryNames from './0039-category-names.ts';
import * as deliveryZones from './0040-delivery-zones.ts';
import * as deliveries from './0041-deliveries.ts';
import * as curbside from './0042-curbside.ts';
import * as places from './0043-places.ts';
import * as handedOver from './0044-handed-over.ts';
import * as heldByStrangers from './0045-held-by-strangers.ts';
import * as broughtUnpaid from './0046-brought-unpaid.ts';
import * as learnedTimes from './0047-learned-times.ts';
import * as chainMenu from './0048-chain-menu.ts';
import * as dayparts from './0049-dayparts.ts';
import * as moneyHabits from './0050-money-habits.ts';
import * as languages from './0051-languages.ts';
import * as texts from './0052-texts.ts';
import * as paidBills from './0053-paid-bills.ts';
import * as heats from './0054-heats.ts';
import * as askedAs from './0055-asked-as.ts';
import * as leaveAtDoor from './0056-leave-at-door.ts';

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
  '0010-bills': bills,
  '0011-taxes': taxes,
  '0012-devices': devices,
  '0013-second-step': secondStep,
  '0014-bills-parts': billsParts,
  '0015-money-apart': moneyApart,
  '0016-tenders': tenders,
  '0017-shared-tablets': sharedTablets,
  '0018-changed-orders': changedOrders,
  '0019-given': given,
  '0020-link-keys': linkKeys,
  '0021-deeds': deeds,
  '0022-refunded-bills': refundedBills,
  '0023-open-items': openItems,
  '0024-tax-day': taxDay,
  '0025-sold-out': soldOut,
  '0026-passkeys': passkeys,
  '0027-stock': stock,
  '0028-undone-payments': undonePayments,
  '0029-options': options,
  '0030-guests': guests,
  '0031-sold-out-options': soldOutOptions,
  '0032-pace': pace,
  '0033-wanted-times': wantedTimes,
  '0034-card-readers': cardReaders,
  '0035-menu-imports': menuImports,
  '0036-kitchen-slots': kitchenSlots,
  '0037-combos': combos,
  '0038-portions': portions,
  '0039-category-names': categoryNames,
  '0040-delivery-zones': deliveryZones,
  '0041-deliveries': deliveries,
  '0042-curbside': curbside,
  '0043-places': places,
  '0044-handed-over': handedOver,
  '0045-held-by-strangers': heldByStrangers,
  '0046-brought-unpaid': broughtUnpaid,
  '0047-learned-times': learnedTimes,
  '0048-chain-menu': chainMenu,
  '0049-dayparts': dayparts,
  '0050-money-habits': moneyHabits,
  '0051-languages': languages,
  '0052-texts': texts,
  '0053-paid-bills': paidBills,
  '0054-heats': heats,
  '0055-asked-as': askedAs,
  '0056-leave-at-door': leaveAtDoor,
};
