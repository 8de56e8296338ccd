import { deleteMe as deleteMeCall, exportMyData as exportMyDataCall } from '@tiffin/contract/account';
import {
  getMe,
  getUnsubscribe,
  getWelcomeOffer,
  sendAddressLink,
  unsubscribe as unsubscribeCall,
  updateMe as updateMeCall,
} from '@tiffin/contract/people';
import { refuse, say } from '@tiffin/domain/core';
import { userIdOf } from '@tiffin/domain/people';
import { implement, type Implemented } from '../../platform/http/implement.ts';
import { readMe, requireUserId, type MeAnswer } from './queries.ts';
import { askForProof } from './proof.ts';
import { deleteMe } from './delete-me.ts';
import { exportMyData } from './export-my-data.ts';
import { readSubscription, unsubscribe } from './consents.ts';
import { updateMe } from './update-me.ts';
import { readWelcomeOffer } from '../offers/welcome-offer.ts';

/** Of whoever works at a shared tablet: others hold it next. */
const NOTHING_OWN = {
  email: '',
  emailVerified: false,
  photoURL: null,
  isAdmin: false,
  loyaltyPoints: 0,
  totalOrders: 0,
  totalSpent: 0,
  lastLoginAt: null,
  phoneNumber: null,
  preferences: { notifications: false, marketing: false },
} satisfies Partial<MeAnswer>;

export const peopleRoutes: readonly Implemented[] = [
  implement(getMe, async ({ context, actor, from }) => {
    const userId = userIdOf(actor);
    const me = userId ? await readMe(context.db, userId) : null;
    const { needsSecondStep, tablet } = from.signedIn ?? {};
    if (me && tablet && actor.kind === 'person') {
      const { role, locationIds } = actor;
      return { me: { ...me, ...NOTHING_OWN, role, locationIds: [...locationIds], tablet: tablet.name } };
    }
    return { me: me && { ...me, ...(needsSecondStep && { needsSecondStep: true as const }) } };
  }),

  implement(updateMeCall, async ({ context, actor, body }) => {
    return { me: await updateMe(context, requireUserId(actor), body) };
  }),

  implement(sendAddressLink, async ({ context, actor }) => ({
    isSent: await askForProof(context, actor, '/dashboard'),
  })),

  implement(getWelcomeOffer, async ({ context, actor }) => {
    const userId = userIdOf(actor);
    return { offer: userId ? await readWelcomeOffer(context.db, userId) : null };
  }),

  implement(getUnsubscribe, ({ context, query }) => readSubscription(context.db, query.token)),

  implement(unsubscribeCall, ({ context, body }) => unsubscribe(context, body.token)),

  implement(exportMyDataCall, async ({ context, actor, c }) => {
    const data = await exportMyData(context, requireUserId(actor));
    return c.body(JSON.stringify(data, null, 2), 200, {
      'content-type': 'application/json',
      'content-disposition': 'attachment; filename="my-data.json"',
      'cache-control': 'private, no-store',
    });
  }),

  implement(deleteMeCall, async ({ context, actor, body, from }) => {
    if (actor.kind !== 'person') throw refuse('profile-not-found');
    await deleteMe(context, actor, body.password ?? null, from);
    return { message: say`Your account has been deleted.` };
  }),
];
