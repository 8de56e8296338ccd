import { deleteMe as deleteMeCall, exportMyData as exportMyDataCall } from '@tiffin/contract/account';
import { refuse } from '@tiffin/domain/core';
import { implement, type Implemented } from '../../http/implement.ts';
import { deleteMe } from './delete-me.ts';
import { exportMyData } from './export-my-data.ts';
import { requireUserId } from './require-user-id.ts';

export const accountRoutes: readonly Implemented[] = [
  implement(exportMyDataCall, async ({ context, actor, c }) => {
    const data = await exportMyData(context, requireUserId(actor));
    return c.body(JSON.stringify(data, null, 2), 200, {
      'content-type': 'application/json',
      'content-disposition': 'attachment; filename="my-data.json"',
      'cache-control': 'private, no-store',
    });
  }),

  implement(deleteMeCall, async ({ context, actor, from }) => {
    if (actor.kind !== 'person') throw refuse('profile-not-found');
    await deleteMe(context, actor, from);
    return { message: 'Your account has been deleted.' };
  }),
];
