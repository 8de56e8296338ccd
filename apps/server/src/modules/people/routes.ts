import { deleteMe as deleteMeCall, exportMyData as exportMyDataCall } from '@tiffin/contract/account';
import {
  getMe,
  getUnsubscribe,
  getWelcomeOffer,
  unsubscribe as unsubscribeCall,
  updateMe as updateMeCall,
} from '@tiffin/contract/people';
import { refuse } from '@tiffin/domain/core';
import { userIdOf } from '@tiffin/domain/people';
import { implement, type Implemented } from '../../http/implement.ts';
import { addressOf, LIMITS, spend } from '../../http/limits.ts';
import { requireUserId, readMe } from './queries.ts';
import { deleteMe } from './delete-me.ts';
import { exportMyData } from './export-my-data.ts';
import { readSubscription, unsubscribe } from './unsubscribe.ts';
import { updateMe } from './update-me.ts';
import { readWelcomeOffer } from '../offers/welcome-offer.ts';

export const peopleRoutes: readonly Implemented[] = [
  implement(getMe, async ({ context, actor }) => {
    const userId = userIdOf(actor);
    return { me: userId ? await readMe(context.db, userId) : null };
  }),

  implement(updateMeCall, async ({ context, actor, body }) => {
    return { me: await updateMe(context, requireUserId(actor), body) };
  }),

  implement(getWelcomeOffer, async ({ context, actor }) => {
    const userId = userIdOf(actor);
    return { offer: userId ? await readWelcomeOffer(context.db, userId) : null };
  }),

  implement(getUnsubscribe, async ({ context, from, query }) => {
    await spend(context, [LIMITS.token, addressOf(from)]);
    return readSubscription(context.db, query.token);
  }),

  implement(unsubscribeCall, async ({ context, from, body }) => {
    await spend(context, [LIMITS.token, addressOf(from)]);
    return unsubscribe(context, body.token);
  }),

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
