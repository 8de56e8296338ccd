import * as contract from '@tiffin/contract/settings';
import { implement, type Implemented } from '../../http/implement.ts';
import { readAuditLog } from '../audit/read-audit-log.ts';
import { providersOf } from './providers.ts';
import { storeBrandImage } from './store-brand-image.ts';
import { readSettings, updateSettings } from './update-settings.ts';

export const settingsRoutes: readonly Implemented[] = [
  implement(contract.getSettings, async ({ context }) => ({
    settings: await readSettings(context.db),
    providers: providersOf(context),
  })),

  implement(contract.updateSettings, async ({ context, actor, from, body }) => ({
    settings: await updateSettings(context, actor, from, body),
  })),

  implement(contract.uploadHouseImage, async ({ context, actor, form }) => ({
    ...(await storeBrandImage(context, actor, form.file)),
    size: form.file.size,
  })),

  implement(contract.getAuditLog, ({ context, query }) => readAuditLog(context.db, query)),
];
